// How the player wants to see the world.
#pragma once

#include <optional>
#include <string>

#include "view/display_mode.h"
#include "view/effects.h"
#include "view/look.h"

namespace quicksand {

struct LookChoice {
  DisplayMode mode = DisplayMode::kFancy;
  bool has_fancy = true;          // false: the fancy view cannot be drawn, for lack of OpenGL or of good shaders
  bool torch = false;             // the pointer shines in the fancy view
  Effects effects;                // of the fancy view, as they are drawn now
  std::optional<float> daylight;  // as the player wants it for this scene; empty: as the scene has it
  Looks looks;                    // the materials in the colours that the player wants
  bool changed = true;            // the renderer needs the colours again
  std::string shader_log;         // what is wrong with the shaders on the disk; empty: nothing
};

struct GameState;

// Says what the view means; the fancy and the plain one are remembered for the next start.
void show_as(GameState& game, DisplayMode mode);

void toggle_torch(GameState& game);
void toggle_grid(GameState& game);

// To be called when the world, or the wish for colours that everybody can tell apart, has changed.
void renew_looks(GameState& game);

// Writes the settings to the player's folder.
void keep_settings(GameState& game);

}  // namespace quicksand
