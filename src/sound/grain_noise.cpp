#include "sound/grain_noise.h"

namespace quicksand {
namespace {

constexpr double kChanceSeconds = 0.02;    // in which the chance follows its target
constexpr double kAttackSeconds = 0.0004;  // in which a collision sets in

}  // namespace

GrainNoise::GrainNoise(const GrainNoiseShape& shape, uint32_t seed)
    : shape_(shape),
      decay_(decay_of(shape.seconds)),
      attack_(1 - decay_of(kAttackSeconds)),
      left_{Noise(seed), Ramp(kChanceSeconds), {shape.hertz, shape.quality}, {shape.highest, 0.7}},
      right_{Noise(seed + 1), Ramp(kChanceSeconds), {shape.hertz, shape.quality}, {shape.highest, 0.7}} {}

void GrainNoise::aim(Stereo rate) {
  const auto chance = [&](float events) {
    return shape_.collisions * saturated(events, shape_.half) / static_cast<float>(kSampleRate);
  };
  left_.chance.aim(chance(rate.left));
  right_.chance.aim(chance(rate.right));
}

void GrainNoise::add_to(SoundBlock& block) {
  add_to(left_, block.left);
  add_to(right_, block.right);
}

void GrainNoise::add_to(Channel& channel, std::array<float, kBlockSamples>& samples) const {
  if (channel.chance.is_silent() && channel.level == 0) {
    channel.band.clear();
    channel.low.clear();
    return;
  }
  for (float& sample : samples) {
    if (channel.noise.share() < channel.chance.next()) channel.energy += 1;
    channel.energy *= decay_;
    channel.level += attack_ * (std::sqrt(channel.energy) - channel.level);
    sample += channel.low.low(channel.band.band(shape_.gain * channel.level * channel.noise.sample()));
  }
  channel.chance.settle();
  channel.energy = audible(channel.energy);
  channel.level = channel.energy == 0 && channel.level < 1e-5F ? 0 : channel.level;
  channel.band.settle();
  channel.low.settle();
}

}  // namespace quicksand
