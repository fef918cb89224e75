#include "sound/bubbles.h"

namespace quicksand {
namespace {

constexpr float kHalfFlow = 25000;  // events a second with half as many bubbles as can be
constexpr float kMostASecond = 420;
constexpr double kSmallest = 0.0013;  // metres
constexpr double kLargest = 0.009;
constexpr double kSpread = 0.55;     // of radii: the exponent of their power law
constexpr double kMinnaert = 3.26;   // metres a second: frequency x radius in water
constexpr double kRise = 0.1;        // how much of its damping a bubble rises in pitch
constexpr float kLoudness = 0.075F;  // of a bubble of kLoudRadius
constexpr double kLoudRadius = 0.004;
constexpr float kScatter = 0.35F;  // to both sides of where they are

}  // namespace

void Bubbles::aim(Stereo rate) {
  const float events = rate.left + rate.right;
  flow_ = saturated(events, kHalfFlow);
  chance_ = kMostASecond * flow_ * kBlockSamples / kSampleRate;
  pan_ = events > 0 ? (rate.right - rate.left) / events : 0;
}

void Bubbles::add_to(SoundBlock& block) {
  if (chance_ > 0 && noise_.share() < chance_) enclose();
  for (Bubble& bubble : bubbles_)
    if (bubble.left + bubble.right > 0) ring(bubble, block);
}

// What flows hard encloses larger ones.
void Bubbles::enclose() {
  Bubble* const free = std::find_if(bubbles_.begin(), bubbles_.end(),
                                    [](const Bubble& bubble) { return bubble.left + bubble.right == 0; });
  if (free == bubbles_.end()) return;
  const double smallest = kSmallest * (1 + flow_);
  // By their power law, which ends at the largest: many of one size would be a tone.
  const double rarest = std::pow(kLargest / smallest, -1 / kSpread);
  const double radius = smallest * std::pow(1 - (1 - rarest) * noise_.share(), -kSpread);
  const double damping = 0.13 / radius + 0.0072 * std::pow(radius, -1.5);
  const double hertz = kMinnaert / radius;
  const auto loudness = static_cast<float>(kLoudness * std::pow(radius / kLoudRadius, 0.7)) * (0.2F + noise_.share());
  const float pan = std::clamp(pan_ + kScatter * noise_.sample(), -1.0F, 1.0F);
  *free = {.left = loudness * std::sqrt((1 - pan) / 2),
           .right = loudness * std::sqrt((1 + pan) / 2),
           .decay = decay_of(1 / damping),
           .phase = 0,
           .step = static_cast<float>(hertz / kSampleRate),
           .rise = static_cast<float>(hertz * kRise * damping / kSampleRate / kSampleRate)};
}

void Bubbles::ring(Bubble& bubble, SoundBlock& block) {
  for (size_t i = 0; i < kBlockSamples; ++i) {
    const float wave = sine(bubble.phase);
    block.left[i] += bubble.left * wave;
    block.right[i] += bubble.right * wave;
    bubble.left *= bubble.decay;
    bubble.right *= bubble.decay;
    bubble.step += bubble.rise;
    bubble.phase += bubble.step;
    if (bubble.phase > 0.5F) bubble.phase -= 1;
  }
  constexpr float kGone = 1e-5F;
  if (bubble.left + bubble.right < kGone) bubble = {};
}

}  // namespace quicksand
