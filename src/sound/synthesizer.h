// Makes samples of what there is to hear. A function of its frames and nothing else: the same frames at the same
// samples give the same sound. Allocates nothing after it has been made.
#pragma once

#include "sound/bubbles.h"
#include "sound/fire.h"
#include "sound/grain_noise.h"
#include "sound/limiter.h"
#include "sound/sound_frame.h"
#include "sound/thumps.h"

namespace quicksand {

class Synthesizer {
 public:
  Synthesizer();

  // From now on this is to be heard. What is not a number, or negative, counts as 0.
  void put(const SoundFrame& frame);

  // The next kBlockSamples samples.
  const SoundBlock& render();

 private:
  void finish(SoundBlock& block);

  GrainNoise sand_;
  GrainNoise foam_;
  GrainNoise wind_;
  GrainNoise fizz_;
  Bubbles bubbles_;
  Fire fire_;
  Thumps thumps_;
  Limiter limiter_;
  Ramp loudness_;
  Stereo direct_;  // the current that is taken out
  SoundBlock block_;
};

}  // namespace quicksand
