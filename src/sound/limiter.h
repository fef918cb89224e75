// Keeps a sound below a level, however much is added up in it: what is soft passes as it is, what is loud is turned
// down before it comes, and nothing is cut off.
//
// Source: Dimitrios Giannoulis, Michael Massberg and Joshua D. Reiss, "Digital Dynamic Range Compressor Design: A
// Tutorial and Analysis" (2012).
#pragma once

#include "sound/signal.h"

namespace quicksand {

class Limiter {
 public:
  static constexpr float kThreshold = 0.35F;  // peaks above it are turned down to it
  static constexpr float kCeiling = 0.5F;     // that no sample exceeds
  static constexpr int kLookahead = 96;       // samples, 2 ms, by which sound comes later

  void limit(SoundBlock& block);

 private:
  float envelope_ = 0;
  float gain_ = 1;
  size_t at_ = 0;
  std::array<Stereo, kLookahead> delayed_{};
};

}  // namespace quicksand
