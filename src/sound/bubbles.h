// Water: each drop and each cell that tumbles encloses a bubble, which rings at a frequency of its radius, rises in
// pitch as it comes to the surface, and dies down. Trickles are single bubbles, waterfalls hundreds a second.
//
// Sources: Marcel Minnaert, "On Musical Air-Bubbles and the Sounds of Running Water" (1933), for the frequency; Kees
// van den Doel, "Physically Based Models for Liquid Sounds" (2005), for damping, rise, and the spread of radii.
#pragma once

#include "sound/signal.h"

namespace quicksand {

class Bubbles {
 public:
  static constexpr int kMostBubbles = 40;  // that ring at the same time

  explicit Bubbles(uint32_t seed) : noise_(seed) {}

  // Events a second.
  void aim(Stereo rate);
  void add_to(SoundBlock& block);

 private:
  struct Bubble {
    float left = 0;  // amplitudes; both 0: none
    float right = 0;
    float decay = 0;  // of them, a sample
    float phase = 0;  // in turns, -0.5..0.5
    float step = 0;   // of the phase, a sample
    float rise = 0;   // of the step
  };

  void enclose();
  static void ring(Bubble& bubble, SoundBlock& block);

  Noise noise_;
  float chance_ = 0;  // of a new one in a block
  float pan_ = 0;     // -1..1
  float flow_ = 0;    // 0..1
  std::array<Bubble, kMostBubbles> bubbles_{};
};

}  // namespace quicksand
