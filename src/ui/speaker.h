// Plays what the player hears: hands what the game has heard to the sound device. Without a device the game is silent.
#pragma once

#include <memory>

#include "platform/sound_device.h"
#include "sound/sound_source.h"
#include "ui/game/game_state.h"

namespace quicksand {

class Speaker {
 public:
  // Once a picture; `elapsed` seconds have passed since the last one. The device is opened when there is first
  // something to hear.
  void run(GameState& game, double elapsed);

 private:
  SoundSource source_;
  std::unique_ptr<SoundDevice> device_;  // ends before the source does
};

}  // namespace quicksand
