#include "sound/sound_source.h"

namespace quicksand {

bool SoundSource::push(const SoundFrame& frame) {
  const uint32_t pushed = pushed_.load(std::memory_order_relaxed);
  if (pushed - popped_.load(std::memory_order_acquire) >= kFrames) return false;
  ring_[pushed % kFrames] = frame;
  pushed_.store(pushed + 1, std::memory_order_release);
  return true;
}

bool SoundSource::pop(SoundFrame& frame) {
  const uint32_t popped = popped_.load(std::memory_order_relaxed);
  if (popped == pushed_.load(std::memory_order_acquire)) return false;
  frame = ring_[popped % kFrames];
  popped_.store(popped + 1, std::memory_order_release);
  return true;
}

void SoundSource::take_frames() {
  SoundFrame frame;
  while (pop(frame)) {
    synthesizer_.put(frame);
    waited_ = 0;
    is_fading_ = false;
  }
  if (is_fading_ || waited_ < static_cast<int64_t>(kPatience * kSampleRate)) return;
  synthesizer_.put({});
  is_fading_ = true;
}

void SoundSource::fill(std::span<float> samples) {
  for (size_t i = 0; i + 1 < samples.size(); i += 2) {
    if (used_ == kBlockSamples) {
      take_frames();
      block_ = synthesizer_.render();
      waited_ += kBlockSamples;
      used_ = 0;
    }
    samples[i] = block_.left[static_cast<size_t>(used_)];
    samples[i + 1] = block_.right[static_cast<size_t>(used_)];
    ++used_;
  }
}

}  // namespace quicksand
