#include "ui/speaker.h"

#include "ui/game/hearing.h"

namespace quicksand {

void Speaker::run(GameState& game, double elapsed) {
  Hearing& hearing = game.hearing;
  if (!device_ && hearing.has_device && wants_sound(game)) {
    device_ = SoundDevice::open(kSampleRate, [this](std::span<float> samples) { source_.fill(samples); });
    hearing.has_device = device_ != nullptr;
  }
  hearing.listens = device_ && wants_sound(game);
  if (!device_) return;
  SoundFrame frame = hearing.ear.take(elapsed);
  frame.loudness = loudness(game);
  source_.push(frame);
}

}  // namespace quicksand
