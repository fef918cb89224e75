#include "sound/fire.h"

namespace quicksand {
namespace {

constexpr float kHalfFire = 1200;  // flames a second
constexpr float kMostPopsASecond = 45;
constexpr float kPopLoudness = 0.8F;
constexpr float kPopAttack = 0.03F;  // a sample
constexpr float kRoarLoudness = 1.4F;
constexpr double kRoarHertz = 190;
constexpr int kFlickerBlocks = 120;  // 0.16 s

}  // namespace

Fire::Fire(uint32_t seed)
    : noise_(seed), left_(0.08), right_(0.08), flicker_(0.1), low_left_(kRoarHertz, 0.7), low_right_(kRoarHertz, 0.7) {
  flicker_.aim(0.5F);
}

void Fire::aim(Stereo rate) {
  const float flames = rate.left + rate.right;
  chance_ = kMostPopsASecond * saturated(flames, kHalfFire) * kBlockSamples / kSampleRate;
  pan_ = flames > 0 ? (rate.right - rate.left) / flames : 0;
  left_.aim(kRoarLoudness * saturated(rate.left, kHalfFire));
  right_.aim(kRoarLoudness * saturated(rate.right, kHalfFire));
}

void Fire::add_to(SoundBlock& block) {
  if (chance_ > 0 && noise_.share() < chance_) burst();
  for (Pop& pop : pops_)
    if (pop.left + pop.right > 0) crackle(pop, block);
  if (!left_.is_silent() || !right_.is_silent()) roar(block);
}

// Most are weak.
void Fire::burst() {
  Pop* const free = std::find_if(pops_.begin(), pops_.end(), [](const Pop& pop) { return pop.left + pop.right == 0; });
  if (free == pops_.end()) return;
  const float force = noise_.share();
  const float loudness = kPopLoudness * (0.06F + force * force * force);
  const float pan = std::clamp(pan_ + 0.3F * noise_.sample(), -1.0F, 1.0F);
  free->left = loudness * std::sqrt((1 - pan) / 2);
  free->right = loudness * std::sqrt((1 + pan) / 2);
  free->rising = 0;
  free->decay = decay_of(0.0008 + 0.004 * noise_.share());
  free->band.tune(700 + 2600 * noise_.share(), 1.2);
  free->band.clear();
}

void Fire::crackle(Pop& pop, SoundBlock& block) {
  for (size_t i = 0; i < kBlockSamples; ++i) {
    pop.rising += kPopAttack * (1 - pop.rising);
    const float wave = pop.band.band(pop.rising * noise_.sample());
    block.left[i] += pop.left * wave;
    block.right[i] += pop.right * wave;
    pop.left *= pop.decay;
    pop.right *= pop.decay;
  }
  constexpr float kGone = 1e-5F;
  if (pop.left + pop.right < kGone) pop.left = pop.right = 0;
}

void Fire::roar(SoundBlock& block) {
  if (--blocks_to_flicker_ <= 0) {
    blocks_to_flicker_ = kFlickerBlocks;
    flicker_.aim(0.3F + 0.7F * noise_.share());
  }
  for (size_t i = 0; i < kBlockSamples; ++i) {
    const float flicker = flicker_.next();
    block.left[i] += low_left_.low(left_.next() * flicker * noise_.sample());
    block.right[i] += low_right_.low(right_.next() * flicker * noise_.sample());
  }
  for (Ramp* const ramp : {&left_, &right_}) ramp->settle();
  for (Filter* const filter : {&low_left_, &low_right_}) filter->settle();
  if (!left_.is_silent() || !right_.is_silent()) return;
  low_left_.clear();
  low_right_.clear();
}

}  // namespace quicksand
