// What a material becomes and what makes it, as a graph: the material in the middle, on the left what does it, on the
// right what comes of it.
#pragma once

#include <imgui.h>

#include <memory>
#include <string>
#include <vector>

#include "app/transformations.h"
#include "ui/game/game_state.h"
#include "ui/panels/swatches.h"

namespace quicksand {

class ReactionGraph {
 public:
  explicit ReactionGraph(Swatches& swatches) : swatches_(swatches) {}

  // Fills the rest of the window. A click on another material shows that one.
  void draw(GameState& game, uint8_t entry);

 private:
  void draw_row(GameState& game, const Transformation& row, ImVec2 centre, float width);
  void draw_sources(GameState& game);
  // A swatch that can be clicked, with its name where there is room for it. Where it ends on the right.
  float draw_node(GameState& game, uint8_t entry, ImVec2 at, float room);

  Swatches& swatches_;
  std::shared_ptr<const MaterialSet> set_;  // of which these are
  uint8_t entry_ = 0;
  std::vector<Transformation> becomes_;
  std::vector<Transformation> made_by_;
  int node_ = 0;  // numbers them in a row
};

}  // namespace quicksand
