#include "sound/thumps.h"

namespace quicksand {
namespace {

constexpr double kAttackSeconds = 0.004;
constexpr float kExplosionLoudness = 0.55F;
constexpr float kLandingLoudness = 0.3F;
constexpr float kSecondMode = 1.59F;  // of a round membrane: its frequency beside that of the first
constexpr float kSecondLoudness = 0.25F;

float mix(float landing, float explosion, float depth) { return landing + (explosion - landing) * depth; }

}  // namespace

// Where no place is free, it is lost beside those that ring.
void Thumps::strike(const Thump& thump) {
  Blow* const free =
      std::find_if(blows_.begin(), blows_.end(), [](const Blow& blow) { return blow.left + blow.right == 0; });
  if (free == blows_.end()) return;
  const float strength = std::clamp(thump.strength, 0.0F, 1.0F);
  const float depth = std::clamp(thump.depth, 0.0F, 1.0F);
  const float loudness = strength * mix(kLandingLoudness, kExplosionLoudness, depth);
  const float pan = 0.6F * std::clamp(thump.pan, -1.0F, 1.0F);  // low sounds come from everywhere
  *free = Blow{};
  free->left = loudness * std::sqrt((1 - pan) / 2);
  free->right = loudness * std::sqrt((1 + pan) / 2);
  free->decay = decay_of(mix(0.06F, 0.3F, depth * (0.5F + 0.5F * strength)));
  free->step = mix(120, 85, depth) / static_cast<float>(kSampleRate);
  free->last_step = mix(75, 38, depth) / static_cast<float>(kSampleRate);
  free->sinking = 1 - decay_of(mix(0.05F, 0.15F, depth));
  free->rubble = mix(0.5F, 1.4F, depth);
  free->low.tune(mix(320, 420, depth), 0.6);
}

void Thumps::add_to(SoundBlock& block) {
  for (Blow& blow : blows_)
    if (blow.left + blow.right > 0) ring(blow, block);
}

void Thumps::ring(Blow& blow, SoundBlock& block) {
  const float attack = 1 - decay_of(kAttackSeconds);
  const auto turn = [](float& phase, float step) {
    phase += step;
    if (phase > 0.5F) phase -= 1;
    return sine(phase);
  };
  for (size_t i = 0; i < kBlockSamples; ++i) {
    blow.rising += attack * (1 - blow.rising);
    blow.step += blow.sinking * (blow.last_step - blow.step);
    const float modes =
        turn(blow.phases[0], blow.step) + kSecondLoudness * turn(blow.phases[1], kSecondMode * blow.step);
    const float wave = blow.rising * (modes + blow.low.low(blow.rubble * noise_.sample()));
    block.left[i] += blow.left * wave;
    block.right[i] += blow.right * wave;
    blow.left *= blow.decay;
    blow.right *= blow.decay;
  }
  constexpr float kGone = 2e-5F;
  if (blow.left + blow.right < kGone) blow.left = blow.right = 0;
}

}  // namespace quicksand
