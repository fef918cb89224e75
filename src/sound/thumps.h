// Blows: explosions, and masses that land. Each is two modes of a body, whose pitch sinks as the blow spends itself,
// and a dull noise of what flies about.
//
// Source: Kees van den Doel and Dinesh K. Pai, "The Sounds of Physical Shapes" (1998), for sounds as decaying modes.
#pragma once

#include "sound/signal.h"

namespace quicksand {

class Thumps {
 public:
  static constexpr int kMostThumps = 6;  // at the same time; more are not heard beside them

  explicit Thumps(uint32_t seed) : noise_(seed) {}

  void strike(const Thump& thump);
  void add_to(SoundBlock& block);

 private:
  struct Blow {
    float left = 0;  // amplitudes; both 0: none
    float right = 0;
    float rising = 0;  // 0 to 1 as it sets in
    float decay = 0;
    std::array<float, 2> phases{};
    float step = 0;  // of the first phase, a sample
    float sinking = 0;
    float last_step = 0;
    float rubble = 0;  // how much of the noise
    Filter low{400, 0.6};
  };

  void ring(Blow& blow, SoundBlock& block);

  Noise noise_;
  std::array<Blow, kMostThumps> blows_{};
};

}  // namespace quicksand
