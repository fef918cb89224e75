// What the player hears, and how loud.
#pragma once

#include "sound/ear.h"
#include "view/camera.h"

namespace quicksand {

struct GameState;

struct Hearing {
  Ear ear;
  bool has_device = true;  // false: this machine has no sound
  bool listens = false;    // to what ticks tell
};

// Whether the player has not turned the sound off.
bool wants_sound(const GameState& game);

// 0 to 1. Where time stands, nothing sounds; where it runs so fast that all would sound at once, hardly anything.
float loudness(const GameState& game);

// The part of the world that the camera shows.
HeardView heard_view(const Camera& camera);

void toggle_sound(GameState& game);

}  // namespace quicksand
