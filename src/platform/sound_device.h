// The machine's sound.
//
// SDL's own audio is enough: it plays one stream, which the game mixes itself; a mixing library would only play files.
// Samples are asked for by SDL's thread: the sound goes on while a slow picture is drawn, and never waits for it, which
// a queue filled once a picture would not do unless it were longer than the slowest of them.
#pragma once

#include <SDL.h>

#include <functional>
#include <memory>
#include <span>

namespace quicksand {

class SoundDevice {
 public:
  // Fills in samples from -1 to 1, left and right in turn. Called by another thread; may neither wait nor allocate.
  using Fill = std::function<void(std::span<float>)>;

  static constexpr int kLatencySamples = 512;  // that SDL asks for at a time

  // Begins to play. Null: this machine has no sound, or does not give it.
  static std::unique_ptr<SoundDevice> open(int samples_a_second, Fill fill);

  // No sample is asked for any more afterwards.
  ~SoundDevice();
  SoundDevice(const SoundDevice&) = delete;
  SoundDevice& operator=(const SoundDevice&) = delete;

 private:
  explicit SoundDevice(Fill fill) : fill_(std::move(fill)) {}
  static void fill_stream(void* device, Uint8* stream, int bytes);

  Fill fill_;
  SDL_AudioDeviceID device_ = 0;
};

}  // namespace quicksand
