// What the game remembers of its player between two starts.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"
#include "view/effects.h"

namespace quicksand {

inline constexpr size_t kMostFavourites = 256;

struct Settings {
  bool hint_seen = false;
  double ui_scale = 0;                  // 0: as the screen suggests
  bool fancy = true;                    // the display mode at the start: fancy or plain
  std::string effects = "auto";         // how they are chosen: "auto", a preset's name, or "own"
  Effects own_effects;                  // with "own"
  bool grid = true;                     // between large cells
  bool patterns = false;                // materials have patterns
  bool muted = false;                   // no sound
  double volume = 0.75;                 // of the sound, 0..1
  bool shakes = true;                   // explosions flash, and shake the picture
  std::string theme = "dark";           // of the panels: "dark" or "light"
  std::string language;                 // the code of a language file, or "en"; empty: the system's
  std::string left_world;               // the file of the world that was kept when the player quit; empty: none
  double autosave_seconds = 50;         // between two autosaves; 0: none
  int past_megabytes = 512;             // of memory, for undo and the timeline together
  std::vector<std::string> favourites;  // names of materials, also of such as the world at hand does not have
  bool distinct_colours = false;        // for everybody's eyes (view/colour_vision.h)

  bool operator==(const Settings&) const = default;
};

struct LoadedSettings {
  Settings settings;
  std::string problem;  // what is wrong with the file; empty: nothing
};

// The settings in the file, or the defaults where there is none. What is wrong in it gets its default, because settings
// must never keep the game from starting; the file is then kept under another name, which the problem tells.
LoadedSettings load_settings(const std::filesystem::path& file);

Status save_settings(const Settings& settings, const std::filesystem::path& file);

// Writes what has changed since `before`, and leaves all else as the file has it by now: several games of one player do
// not take back one another's settings. Of a key that two of them change the last one counts.
Status save_changes(const Settings& before, const Settings& settings, const std::filesystem::path& file);

// While they are read and written again (file_lock.h), in seconds. A game that hangs keeps no other from its settings.
inline constexpr double kLongestSettingsLock = 1;

// The file that is locked so long, beside the settings or the keys.
inline std::filesystem::path settings_lock(const std::filesystem::path& file) { return file.parent_path() / "lock"; }

}  // namespace quicksand
