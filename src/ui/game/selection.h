// What the player does with a part of the world: selects it, copies, cuts, moves, turns, and keeps it as a stamp.
//
// A patch that is about to be put down is held (Tooling::placing): it follows the pointer until a click puts it down.
// What a stroke drags away is held so, too. All changes are commands of the session, and each is undone at once.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/patch.h"
#include "ui/game/game_state.h"

namespace quicksand {

std::filesystem::path stamps_folder();

// Whether the world has parts that can be taken; else the player is told.
bool can_select(GameState& game);

// Tells the player so, and how to select.
void say_nothing_selected(GameState& game);

void select_all(GameState& game);

// Whether the stroke that begins here with the tool Select drags a part of the world away.
bool is_about_to_drag(const GameState& game, CellPos cell);

// Nothing is selected or held any more. What is held is not put down; what was dragged away comes back where it was.
void let_selection_go(GameState& game);

// Without a selection these say so. Copies go to the system's clipboard, too, as a picture that holds the patch.
void copy_selection(GameState& game);
void cut_selection(GameState& game);
void erase_selection(GameState& game);

// Holds what the clipboard has: a patch, or any picture; where the system has no picture, what was copied last.
void paste_clipboard(GameState& game);

// Holds a stamp, a save or a picture. `name` is used in messages.
void hold_file(GameState& game, const std::filesystem::path& file);
void hold(GameState& game, std::shared_ptr<const Patch> patch);

// What is held, or else what is selected, is turned clockwise or mirrored, about its middle.
enum class Turn : uint8_t { kClockwise, kLeftRight, kUpDown };
void turn_selection(GameState& game, Turn turn);

// What is held goes so many cells from where it is, and stays there until it is put down.
void nudge(GameState& game, int x, int y);

void put_down(GameState& game);

// What was dragged away from the world and is still held: the world lacks it. It ends the drag, with which it is undone.
void put_down_lifted(GameState& game);
// The same where it was.
void put_back_lifted(GameState& game);

// Whatever else the player does ends a stroke before its time; what that has dragged away is put down.
void end_stroke(GameState& game);

// The stroke that goes on is over, as far as it has come.
void break_off_stroke(GameState& game);

// Keeps what is held or selected as a stamp.
void keep_stamp(GameState& game);

// The player's stamps, the newest first.
std::vector<std::filesystem::path> list_stamps();

}  // namespace quicksand
