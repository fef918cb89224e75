// Between the game, which knows what there is to hear, and the thread of the sound device, which wants samples. Neither
// waits for the other: frames go through a ring without locks. Where the game stalls, the sound fades.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "sound/synthesizer.h"

namespace quicksand {

class SoundSource {
 public:
  static constexpr double kPatience = 0.2;  // seconds without a frame until it fades

  // By the game's thread. False: the ring is full, because nobody takes samples; the frame is lost.
  bool push(const SoundFrame& frame);

  // By the device's thread: samples of both channels in turn, an even number of them.
  void fill(std::span<float> samples);

 private:
  static constexpr uint32_t kFrames = 32;

  bool pop(SoundFrame& frame);
  void take_frames();

  std::array<SoundFrame, kFrames> ring_{};
  std::atomic<uint32_t> pushed_{0};
  std::atomic<uint32_t> popped_{0};
  static_assert(std::atomic<uint32_t>::is_always_lock_free);

  // Of the device's thread.
  Synthesizer synthesizer_;
  SoundBlock block_;
  int used_ = kBlockSamples;  // samples of the block that have been given away
  int64_t waited_ = 0;        // samples since the last frame
  bool is_fading_ = true;
};

}  // namespace quicksand
