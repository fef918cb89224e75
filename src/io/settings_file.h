// What the game remembers of its player between two starts.
#pragma once

#include <filesystem>

#include "core/result.h"

namespace quicksand {

struct Settings {
  bool hint_seen = false;
  double ui_scale = 0;  // 0: as the screen suggests
};

// The settings in the file. A file that is missing or broken gives the defaults: settings must never keep the game
// from starting.
Settings load_settings(const std::filesystem::path& file);

Status save_settings(const Settings& settings, const std::filesystem::path& file);

}  // namespace quicksand
