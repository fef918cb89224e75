#include "sound/synthesizer.h"

namespace quicksand {
namespace {

// How each noise sounds. The numbers were chosen by ear and by the figures of tests/sound.
constexpr GrainNoiseShape kSand{
    .half = 40000, .collisions = 4000, .seconds = 0.004, .hertz = 2600, .quality = 0.5, .highest = 5500, .gain = 0.09F};
// The rush of falling water, under its bubbles.
constexpr GrainNoiseShape kFoam{
    .half = 120000, .collisions = 3000, .seconds = 0.005, .hertz = 900, .quality = 0.5, .highest = 3000, .gain = 0.11F};
constexpr GrainNoiseShape kWind{
    .half = 300000, .collisions = 3000, .seconds = 0.01, .hertz = 380, .quality = 0.7, .highest = 1200, .gain = 0.03F};
constexpr GrainNoiseShape kFizz{
    .half = 1500, .collisions = 5000, .seconds = 0.0012, .hertz = 5200, .quality = 0.8, .highest = 9000, .gain = 0.09F};

constexpr double kLoudnessSeconds = 0.03;
constexpr double kDirectSeconds = 0.006;  // what is slower than about 25 Hz is no sound

float sane(float value) { return value > 0 && value < 1e12F ? value : 0; }

}  // namespace

Synthesizer::Synthesizer()
    : sand_(kSand, 11),
      foam_(kFoam, 22),
      wind_(kWind, 33),
      fizz_(kFizz, 44),
      bubbles_(55),
      fire_(66),
      thumps_(77),
      loudness_(kLoudnessSeconds) {}

void Synthesizer::put(const SoundFrame& frame) {
  const auto rate = [&](Texture texture) {
    return Stereo{sane(frame.rates[texture].left), sane(frame.rates[texture].right)};
  };
  sand_.aim(rate(kSandTexture));
  foam_.aim(rate(kWaterTexture));
  bubbles_.aim(rate(kWaterTexture));
  wind_.aim(rate(kWindTexture));
  fizz_.aim(rate(kFizzTexture));
  fire_.aim(rate(kFireTexture));
  for (int i = 0; i < std::clamp(frame.thump_count, 0, SoundFrame::kMostThumps); ++i)
    if (frame.loudness > 0) thumps_.strike(frame.thumps[static_cast<size_t>(i)]);
  loudness_.aim(std::min(1.0F, sane(frame.loudness)));
}

const SoundBlock& Synthesizer::render() {
  block_ = {};
  sand_.add_to(block_);
  foam_.add_to(block_);
  wind_.add_to(block_);
  fizz_.add_to(block_);
  bubbles_.add_to(block_);
  fire_.add_to(block_);
  thumps_.add_to(block_);
  finish(block_);
  return block_;
}

void Synthesizer::finish(SoundBlock& block) {
  const float follow = 1 - decay_of(kDirectSeconds);
  for (size_t i = 0; i < kBlockSamples; ++i) {
    direct_.left += follow * (block.left[i] - direct_.left);
    direct_.right += follow * (block.right[i] - direct_.right);
    block.left[i] -= direct_.left;
    block.right[i] -= direct_.right;
  }
  direct_ = {audible(direct_.left), audible(direct_.right)};
  limiter_.limit(block);
  for (size_t i = 0; i < kBlockSamples; ++i) {
    const float loudness = loudness_.next();
    block.left[i] *= loudness;
    block.right[i] *= loudness;
  }
  loudness_.settle();
}

}  // namespace quicksand
