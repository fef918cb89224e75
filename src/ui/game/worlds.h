// Opens, clears, keeps and saves worlds for the player, who hears what came of it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "ui/game/game_state.h"

namespace quicksand {

// The name of the save of what was played before; two older ones have "-2" and "-3" behind it.
inline constexpr std::string_view kPreviousWorld = "previous-world";

std::filesystem::path saves_folder();
// Of a save of this name: a picture, or, where the name ends in ".json", the session as a recorded scene.
std::filesystem::path save_path(const std::string& name);

// A scene's name as people say it: of a file without folders and extension.
std::string world_name(const std::string& scene);

// Plays another world, a scene's name or a file; what was played before is kept as a save first. The materials, mods and
// kernel of the command line are kept; where the world cannot be played with the materials or mods, the player hears of it.
// `mods`: that are laid over the materials besides.
void open_scene(GameState& game, const std::string& scene, const std::vector<std::string>& mods = {});

// The same with a scene that is in no file; whether it is played now.
bool open_described(GameState& game, const Scene& scene, bool with_given_materials);

// Both keep the world before as a save, and leave it alone when that cannot be done.
void clear_world(GameState& game);
void restart_scene(GameState& game);

// The whole world goes back to before the last stroke, or to where it was undone (app/history.h).
void undo(GameState& game);
void redo(GameState& game);

// `name`: as save_path() takes it.
void save_as(GameState& game, const std::string& name);

// Writes the picture that draw_world() gives, under a new name.
void take_screenshot(GameState& game);
// Puts it into the clipboard.
void copy_screenshot(GameState& game);

// Begins a film of what the player sees, or ends it. `now`: as Film has it.
void toggle_film(GameState& game, double now);
// To be called in every frame: ends a film that is long enough, and says what came of one.
void follow_film(GameState& game, double now);

}  // namespace quicksand
