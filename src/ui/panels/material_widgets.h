// A widget for each kind of property of a material (io/material_fields.h).
#pragma once

#include <map>
#include <string>

#include "io/material_fields.h"
#include "ui/game/game_state.h"
#include "ui/panels/swatches.h"

namespace quicksand {

class MaterialWidgets {
 public:
  explicit MaterialWidgets(Swatches& swatches) : swatches_(swatches) {}

  // Its name, a widget with its value, what takes an edit back, and below it what was refused. Of an object a row for
  // each of its parts.
  void draw(GameState& game, const MaterialField& field);

  // To be called before the first in each frame.
  void begin_frame(GameState& game);

 private:
  void draw_row(GameState& game, const MaterialField& field);
  void draw_object(GameState& game, const MaterialField& field);
  void draw_value(GameState& game, const MaterialField& field);
  void draw_material(GameState& game, const MaterialField& field);
  void draw_products(GameState& game, const MaterialField& field);
  void draw_weights(GameState& game, const MaterialField& field, double most);
  void draw_text(GameState& game, const MaterialField& field, const std::string& value);
  // A choice of materials; `words` stand before them. What was chosen: a name, a word; empty: nothing.
  std::string choose_material(GameState& game, const char* id, const std::string& now,
                              std::span<const std::string_view> words);

  Swatches& swatches_;
  std::map<std::string, std::string> typed_;  // what stands in fields for text, by path
  std::string filter_;                        // of the open choice of materials
};

}  // namespace quicksand
