// The game in its window.
#pragma once

#include <optional>
#include <string>

#include "app/console.h"
#include "app/open_world.h"
#include "core/result.h"

namespace quicksand {

struct WindowRequest {
  WorldRequest world;
  int threads = 1;
  std::string renderer = "auto";  // gl: OpenGL or nothing; cpu: the processor; auto: OpenGL where there is any
  std::string report;   // a file for the times of its frames (frame_times.h), when the player quits; "-": stdout
  double ui_scale = 0;  // 0: as remembered, or as the screen suggests
  std::optional<ConsoleScript> script;  // is done at the start; what is wrong in it ends the game
};

// Runs until the player quits.
Status run_window_game(const WindowRequest& request);

}  // namespace quicksand
