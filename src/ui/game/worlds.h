// Opens, clears, leaves and saves worlds for the player, who hears what came of it.
#pragma once

#include <string>
#include <vector>

#include "core/geometry.h"
#include "ui/game/game_state.h"

namespace quicksand {

// What there is to know of how the world was opened: that materials are missing, and the like. Who opens one here hears
// of it.
void tell_notes(GameState& game);

// Time stands at the start of scenes that want it so, but for recordings, which play themselves.
void wait_at_start(GameState& game);

// Plays another world, a scene's name or a file; what was played before is kept first (saves.h). The materials, mods
// and kernel of the command line are kept; where the world cannot be played with the materials or mods, the player
// hears of it. `mods`: that are laid over the materials besides.
void open_scene(GameState& game, const std::string& scene, const std::vector<std::string>& mods = {});

// The same with a scene that is in no file; whether it is played now.
bool open_described(GameState& game, const Scene& scene, bool with_given_materials);

// The same world in another size, in which its upper left cell is `by` (app/resize.h); its own way to be undone. Whether
// it is so now.
bool resize_world(GameState& game, GridSize size, CellPos by);

// The part of it around what is selected alone; without a selection the player is told.
void crop_world(GameState& game);

// Both keep the world before, and leave it alone when that cannot be done. A cleared world has walls, so that what is
// poured into it stays.
void clear_world(GameState& game);
void restart_scene(GameState& game);

// The player wants to quit: keeps the world, to be offered at the next start. False: that cannot be done, and the
// player has not been told before.
bool leave_game(GameState& game);

// Before the world lacks what the player has made: before a journey in time, or a drag. Unless it does already.
void autosave_now(GameState& game);

// To be called in every frame: writes the world now and then, in case the game crashes. `now`: as Autosave has it.
void follow_autosave(GameState& game, double now);

// At the start: offers the world that was left, unless the player has asked for another; that of a game that crashed
// always (recover_worlds() comes before).
void offer_left_world(GameState& game);
void take_offer(GameState& game);
void refuse_offer(GameState& game);

// Where the last deed was one of the editor of materials, that is taken back, and time goes on. Else the whole world
// goes back to before the last stroke, or to where it was undone; before the first stroke to the world that was played
// before this one (app/history.h).
void undo(GameState& game);
void redo(GameState& game);

// `name`: as save_path() takes it. Where it is saved as a picture, the world goes on under that name, and to restart it
// is to open the save.
void save_as(GameState& game, const std::string& name);

// Writes the picture that draw_world() gives, under a new name.
void take_screenshot(GameState& game);
// Puts it into the clipboard.
void copy_screenshot(GameState& game);

// The same as open_scene(), clear_world() and save_as(), but the caller hears what was wrong, and not the player.
Status try_open(GameState& game, const std::string& scene, const std::vector<std::string>& mods = {});
Status try_clear(GameState& game);
Status try_save(GameState& game, const std::string& name);
// What is played begins anew, with another seed; likewise.
Status restart_with_seed(GameState& game, uint64_t seed);

// Begins a film of what the player sees, or ends it. `now`: as Film has it.
void toggle_film(GameState& game, double now);
// To be called in every frame: ends a film that is long enough, and says what came of one.
void follow_film(GameState& game, double now);

}  // namespace quicksand
