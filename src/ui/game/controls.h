// What keys and buttons do. One table: the window acts by it, the list that F1 shows is made of it, and a test compares
// README.md's table with it. Which keys a player has given to actions: key_map.h.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "ui/game/game_state.h"

namespace quicksand {

// What a key does with the pointer over the world, from where it goes down until it comes up (pointer_keys.h).
enum class PointerRole : uint8_t {
  kNone,
  kUse,        // draws, or uses the tool
  kErase,      // erases
  kPick,       // picks the material; where the key also moves the view, by a click
  kPan,        // moves the view by a drag
  kZoomIn,     // at the pointer; the wheel by a step
  kZoomOut,    // likewise
  kStraight,   // a stroke that begins now is a straight line, or what the tool has instead
  kRectangle,  // fills a rectangle
};

// Something that a key can do.
struct Action {
  std::string name;                          // in files of keys; it stays
  std::string label;                         // for the player, capitalised
  std::vector<std::string> keys;             // unless the player says otherwise, in the form of key_map.h; at least one
  std::function<void(GameState&)> act = {};  // null: it has a role
  bool repeats = false;                      // again and again as long as the key is held
  PointerRole role = PointerRole::kNone;     // instead of `act`
};

// A line of the list.
struct Control {
  std::string keys;  // for the player, in Markdown: `[` is a key that would else be punctuation
  std::string help;  // one line, with keys as in with_keys()
  std::vector<Action> actions = {};
  std::string heading = {};  // on the page of keys, of this row and those that follow; empty: that of the row before
  std::string name = {};     // what the help is of, and stands before it: a tool, a view
  bool placing = false;      // only while a patch is held; its keys then come before all others
};

// Keys and buttons; then a line for each tool, from tools(), and one for each view, from kDisplayModes.
const std::vector<Control>& controls();
const std::vector<Control>& tool_controls();
const std::vector<Control>& view_controls();

// A name as keys.json and the console have it: in small letters, with "-" between words.
std::string command_word(std::string_view name);

// The three of them.
std::span<const std::vector<Control>* const> control_tables();

}  // namespace quicksand
