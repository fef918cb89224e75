// The noise of many small collisions: sand, foam, boiling.
//
// Collisions come by chance; each adds energy to a noise, which loses it again at once. Few of them are single ticks,
// many a steady hiss, with the same rule. Energies add up, not amplitudes, because the ticks have nothing to do with
// one another; so the level grows with the root of their number.
//
// Source: Perry R. Cook, "Physically Informed Sonic Modeling (PhISM): Synthesis of Percussive Sounds" (1997).
#pragma once

#include "sound/signal.h"

namespace quicksand {

struct GrainNoiseShape {
  float half;        // events a second at which there are half as many collisions as can be
  float collisions;  // a second at most, in each channel
  double seconds;    // that a collision rings
  double hertz;      // the middle of its band
  double quality;    // how narrow that is
  double highest;    // hertz, from which on it fades
  float gain;        // of a single collision
};

class GrainNoise {
 public:
  GrainNoise(const GrainNoiseShape& shape, uint32_t seed);

  // Events a second.
  void aim(Stereo rate);
  void add_to(SoundBlock& block);

 private:
  struct Channel {
    Noise noise;
    Ramp chance;  // of a collision in a sample
    Filter band;
    Filter low;
    float energy = 0;
    float level = 0;  // follows the energy's root
  };

  void add_to(Channel& channel, std::array<float, kBlockSamples>& samples) const;

  GrainNoiseShape shape_;
  float decay_;
  float attack_;
  Channel left_;
  Channel right_;
};

}  // namespace quicksand
