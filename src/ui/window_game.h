// The game in its window.
#pragma once

#include "app/open_world.h"
#include "core/result.h"

namespace quicksand {

struct WindowRequest {
  WorldRequest world;
  int threads = 1;
  double ui_scale = 0;  // 0: as remembered, or as the screen suggests
};

// Runs until the player quits.
Status run_window_game(const WindowRequest& request);

}  // namespace quicksand
