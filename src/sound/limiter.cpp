#include "sound/limiter.h"

namespace quicksand {
namespace {

constexpr double kReleaseSeconds = 0.15;
constexpr double kGainSeconds = 0.0005;  // a quarter of the lookahead

// Below kCeiling for all numbers, and nearly as it is for small ones: a rational approximation of the hyperbolic
// tangent.
float bent(float sample) {
  const float x = std::clamp(sample / Limiter::kCeiling, -3.0F, 3.0F);
  return Limiter::kCeiling * x * (27 + x * x) / (27 + 9 * x * x);
}

}  // namespace

void Limiter::limit(SoundBlock& block) {
  const float release = decay_of(kReleaseSeconds);
  const float follow = 1 - decay_of(kGainSeconds);
  for (size_t i = 0; i < kBlockSamples; ++i) {
    const Stereo now{block.left[i], block.right[i]};
    envelope_ = std::max({std::abs(now.left), std::abs(now.right), envelope_ * release});
    gain_ += follow * (kThreshold / std::max(envelope_, kThreshold) - gain_);
    block.left[i] = bent(gain_ * delayed_[at_].left);
    block.right[i] = bent(gain_ * delayed_[at_].right);
    delayed_[at_] = now;
    at_ = (at_ + 1) % kLookahead;
  }
  envelope_ = audible(envelope_);
}

}  // namespace quicksand
