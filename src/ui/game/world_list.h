// The worlds that the player can open: saves, the game's scenes, and those of mods and of the player's own folder; in
// groups, searched by words, and walked through with arrow keys.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/open_world.h"
#include "core/geometry.h"

namespace quicksand {

struct WorldEntry {
  std::string scene;              // as WorldRequest::scene takes it
  std::vector<std::string> mods;  // that it needs besides those of the command line
  std::string name;               // of the save, or the scene
  std::string title;              // one line; the name where there is none
  std::string heading;            // of its group
  std::optional<GridSize> size;   // of the world; none: not known before it is read
  std::filesystem::path picture;  // shows the world, if there is such a file: a save itself, or one beside the scene
  std::filesystem::file_time_type written;
  bool is_save = false;
  bool is_kept = false;  // by the game, not saved by the player
};

// Items of the list below one heading.
struct WorldGroup {
  std::string heading;
  std::vector<size_t> worlds;
};

// All of them, group after group: saves, then what the game has kept, the newest first; scenes by their names. What
// cannot be read is in the list as well, so that opening it says what is wrong. `given`: the request of the command
// line, with its mods.
std::vector<WorldEntry> list_worlds(const WorldRequest& given);

// The groups of those in whose name, title or heading each of the words occurs, whatever their case. None is empty.
std::vector<WorldGroup> find_worlds(std::span<const WorldEntry> worlds, const std::string& words);

enum class ArrowKey { kLeft, kRight, kUp, kDown };

// Tiles stand in rows of at most `columns`, and each group begins a row. Where the key goes from the tile `chosen`, as
// counted through all groups; it stays where there is nothing. No group is empty, and `chosen` is one of the tiles.
size_t next_tile(std::span<const WorldGroup> groups, size_t columns, size_t chosen, ArrowKey key);

// "2026-05-01 17:30", the player's time.
std::string date_text(std::filesystem::file_time_type time);

// "640 x 360".
std::string size_text(GridSize size);

}  // namespace quicksand
