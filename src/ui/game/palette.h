// What the player can choose from: materials, the tool that sprays one of them damp, and the other tools.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ui/game/game_state.h"

namespace quicksand {

struct Choice {
  uint8_t entry = 0;           // of a material; 0 is the eraser
  bool spray = false;          // sprays it damp
  const Tool* tool = nullptr;  // not null: the tool itself is the choice, whatever the entry
};

// All of them, in the order of the palette. Valid for the world that is played now.
std::vector<Choice> choices_of(const GameState& game);

bool is_selected(const GameState& game, const Choice& choice);
void select(GameState& game, const Choice& choice);

// Takes a tool, as its key does.
void select_tool(GameState& game, const Tool& tool);

// What the palette calls it, the heading below which it stands, a line about it, and the colour of its swatch.
std::string label_of(const GameState& game, const Choice& choice);
// The same as the player reads it.
std::string shown_label_of(const GameState& game, const Choice& choice);
const std::string& category_of(const GameState& game, const Choice& choice);
std::string description_of(const GameState& game, const Choice& choice);
Rgb colour_of(const GameState& game, const Choice& choice);
// More lines about a material; none of tools.
std::vector<std::string> facts_of(const GameState& game, const Choice& choice);

// The choices below one heading.
struct PaletteGroup {
  std::string category;
  std::vector<Choice> choices;
  bool is_tools;  // the eraser and its like, not materials
};

// All of them, in the order in which the palette meets the categories, tools last.
std::vector<PaletteGroup> choice_groups(const GameState& game);

// The player's favourites, and the materials drawn with last, that this world has; in the player's order, and the last
// one first.
std::vector<Choice> favourites_of(const GameState& game);
std::vector<Choice> recent_of(const GameState& game);

// Whether it can be a favourite: what the player draws with, but for the eraser.
bool may_be_favourite(const Choice& choice);
bool is_favourite(const GameState& game, const Choice& choice);
// Makes it one, or none any more, and keeps that for other worlds and starts.
void toggle_favourite(GameState& game, const Choice& choice);

// Those that match the words, whatever their case, the best first: a name that is these words, begins with them, has a
// word that begins with them, or holds them; then headings and descriptions likewise; then what found_because() tells.
// Those found by their names come before all others. "makes glass" asks for what becomes glass alone.
std::vector<Choice> find_choices(const GameState& game, const std::string& words);

// Why a material is found that is not called so, for the player: "becomes glass: heat, above 1700 °C", "has the tag
// fuel", or its description. Empty: its name, or its heading, tells; or it is a tool.
std::string found_because(const GameState& game, const Choice& choice, const std::string& words);

// Whether the words are in the choice's name.
bool is_called(const GameState& game, const Choice& choice, const std::string& words);

}  // namespace quicksand
