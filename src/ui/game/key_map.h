// Which key does what: the defaults of the table of controls, and the player's own keys, which are kept in a file.
//
// A key has SDL's name, or one of device_keys.h, after "Ctrl+", "Shift+" and "Alt+", in this order, where they are
// held: "Space", "Ctrl+S", "Ctrl+Shift+F1", "Alt+Left button". What is bound to nothing means the same as without Shift
// and Alt, which also go with the pointer; where it has a role (PointerRole), or is on the mouse, also as without Ctrl.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/game/controls.h"

namespace quicksand {

// An action with the row that it stands in.
struct ActionInRow {
  const Action* action = nullptr;
  const Control* row = nullptr;
};
// All of them, in the order of the tables.
const std::vector<ActionInRow>& all_actions();

// Null: there is none of this name.
const Action* find_action(std::string_view name);

// The keys that an action has now; perhaps none.
const std::vector<std::string>& keys_of(const GameState& game, const Action& action);

bool has_default_keys(const GameState& game, const Action& action);

// The action that a key stands for now, and another one that shares it: one picks by a click of the key with which the
// other moves the view. Empty: none.
std::vector<const Action*> meant_by(const GameState& game, std::string_view key);

std::string_view without_modifiers(std::string_view key);

// Actions but this one that the key also stands for, at the same time: while a patch is held, or else.
std::vector<const Action*> also_bound(const GameState& game, const Action& action, std::string_view key);

// How a player calls it: "Esc", "Ctrl+Comma".
std::string spoken_key(std::string_view key);
// All keys of the action; empty: it has none.
std::string spoken_keys(const GameState& game, const Action& action);
// The key by which texts call the action: its first one, or, while the player's hands are on a gamepad, its first one
// there, where it has any. Empty: it has none.
std::string named_key(const GameState& game, const Action& action);
// " (Ctrl+Z)" with the named key of the action of this name, for the end of a sentence; empty: it has none.
std::string key_hint(const GameState& game, std::string_view action);

// The text with the player's keys: "{undo}" in it is the named key of the action of this name, or, where it has none,
// what the action is called; " ({undo})" is left out then. Braces round anything else stay as they are.
std::string with_keys(const GameState& game, std::string_view text);

// The key in the form above, however its letters and the order of its modifiers are written. None: there is no such
// key. `key_name` gives the name of a key without modifiers, or an empty string.
using KeyName = std::function<std::string(const std::string&)>;
std::optional<std::string> parse_key(std::string_view text, const KeyName& key_name);

// Changes keys, and keeps them in the file of keys.
void bind_keys(GameState& game, const Action& action, std::vector<std::string> keys);
void reset_keys(GameState& game, const Action& action);
void reset_all_keys(GameState& game);

// Reads the player's keys; tells what is wrong with their file.
void load_own_keys(GameState& game, const KeyName& key_name);

// A key went down while the panel of keys waits for one (GameState::key_choice): the action has it now, unless another
// one has it, which the panel then asks about. It takes the place of the action's keys on the same device. Escape
// chooses nothing, Delete takes away all keys.
void choose_key(GameState& game, const std::string& key);
// The chosen key is this action's alone.
void take_chosen_key(GameState& game);

// A key went down that no panel wanted, and that has no role; `repeated`: it is held. Whether anything is bound to it.
bool press_key(GameState& game, std::string_view key, bool repeated);

// Whether a key means anything now.
bool is_bound(const GameState& game, std::string_view key);

// The list that F1 shows: keys and buttons, tools, and the views in one line.
struct HelpLine {
  std::string keys;
  std::string help;
  std::string heading;  // as in Control
};
std::vector<HelpLine> help_lines(const GameState& game);

}  // namespace quicksand
