// What keys and buttons do. One table: the window acts by it, the list that F1 shows is made of it, and a test compares
// README.md's table with it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/game/game_state.h"

namespace quicksand {

struct KeyBinding {
  std::string key;  // by SDL's name, after "Ctrl+" when that is held: "Space", "F1", "Ctrl+S"
  std::function<void(GameState&)> act;
  bool repeats = false;  // again and again as long as the key is held
};

// A line of the list.
struct Control {
  std::string keys;                       // for the player, in Markdown: `[` is a key that would else be punctuation
  std::string help;                       // one line
  std::vector<KeyBinding> bindings = {};  // none: it is something that the pointer does
  std::string heading = {};  // on the page of keys, of this row and those that follow; empty: that of the row before
};

// Keys and buttons; then a line for each tool, from tools(), and one for each view, from kDisplayModes.
const std::vector<Control>& controls();
const std::vector<Control>& tool_controls();
const std::vector<Control>& view_controls();

// The list that F1 shows: keys and buttons, tools, and the views in one line.
struct HelpLine {
  std::string keys;
  std::string help;
  std::string heading;  // as in Control
};
std::vector<HelpLine> help_lines();

// A key went down that no panel wanted. `key` as in KeyBinding; `repeated`: it is held. Whether anything is bound to
// it.
bool press_key(GameState& game, std::string_view key, bool repeated);

}  // namespace quicksand
