// The player's own brushes: pictures in a folder, each the tip of a brush.
#pragma once

#include <filesystem>
#include <vector>

#include "ui/game/game_state.h"

namespace quicksand {

std::filesystem::path brushes_folder();

// Those that the player has, the newest first.
std::vector<std::filesystem::path> list_brushes();

// The brush paints with this picture from now on. The player hears what is wrong with it; then nothing changes, and
// false comes back.
bool take_brush(GameState& game, const std::filesystem::path& file);

// The same with a picture from elsewhere, which is copied to the others.
void add_brush(GameState& game, const std::filesystem::path& file);

}  // namespace quicksand
