// Fire: pops of what bursts in it, each a short noise of its own colour, over a low roar that flickers.
//
// Source: Andy Farnell, "Designing Sound" (2010), which takes fire apart into crackle, hiss and lapping.
#pragma once

#include "sound/signal.h"

namespace quicksand {

class Fire {
 public:
  static constexpr int kMostPops = 8;  // at the same time

  explicit Fire(uint32_t seed);

  // Flames a second.
  void aim(Stereo rate);
  void add_to(SoundBlock& block);

 private:
  struct Pop {
    float left = 0;  // amplitudes; both 0: none
    float right = 0;
    float rising = 0;  // 0 to 1 as it sets in
    float decay = 0;
    Filter band{1000, 1};
  };

  void burst();
  void crackle(Pop& pop, SoundBlock& block);
  void roar(SoundBlock& block);

  Noise noise_;
  float chance_ = 0;  // of a pop in a block
  float pan_ = 0;
  Ramp left_;  // levels of the roar
  Ramp right_;
  Ramp flicker_;
  int blocks_to_flicker_ = 0;
  Filter low_left_;
  Filter low_right_;
  std::array<Pop, kMostPops> pops_{};
};

}  // namespace quicksand
