#include "platform/sound_device.h"

#include <utility>

#ifdef __linux__
#include <dlfcn.h>
#endif

namespace quicksand {
namespace {

// ALSA, which SDL asks where there is no sound server, writes lines on stderr where there is no device. That is no
// trouble of the player's, and the game says it in its toolbar.
#ifdef __linux__
void take_no_notice(const char*, int, const char*, int, const char*, ...) {}  // NOLINT: ALSA's signature

void silence_alsa() {
  using SetHandler = int (*)(decltype(&take_no_notice));
  if (const auto set_handler = reinterpret_cast<SetHandler>(dlsym(RTLD_DEFAULT, "snd_lib_error_set_handler")))
    set_handler(take_no_notice);
}
#else
void silence_alsa() {}
#endif

}  // namespace

std::unique_ptr<SoundDevice> SoundDevice::open(int samples_a_second, Fill fill) {
  silence_alsa();
  if (SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) return nullptr;
  std::unique_ptr<SoundDevice> device(new SoundDevice(std::move(fill)));
  SDL_AudioSpec wanted{};
  wanted.freq = samples_a_second;
  wanted.format = AUDIO_F32SYS;
  wanted.channels = 2;
  wanted.samples = kLatencySamples;
  wanted.callback = fill_stream;
  wanted.userdata = device.get();
  // SDL converts what the device does not take.
  device->device_ = SDL_OpenAudioDevice(nullptr, 0, &wanted, nullptr, 0);
  if (device->device_ == 0) return nullptr;
  SDL_PauseAudioDevice(device->device_, 0);
  return device;
}

SoundDevice::~SoundDevice() {
  if (device_ != 0) SDL_CloseAudioDevice(device_);
  SDL_QuitSubSystem(SDL_INIT_AUDIO);
}

void SoundDevice::fill_stream(void* device, Uint8* stream, int bytes) {
  // SDL aligns its buffers for every format.
  static_cast<SoundDevice*>(device)->fill_(
      {reinterpret_cast<float*>(stream), static_cast<size_t>(bytes) / sizeof(float)});
}

}  // namespace quicksand
