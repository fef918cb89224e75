// What is selected and what is held, over the world; and the bar with all that one can do with it, while the tool
// Select is in the hand.
#pragma once

#include <memory>
#include <optional>

#include "core/patch.h"
#include "ui/game/game_state.h"
#include "ui/panels/layout.h"
#include "ui/panels/picture_grid.h"
#include "ui/pictures.h"

namespace quicksand {

// It must go before Dear ImGui's context does.
class SelectionBar {
 public:
  // Over the world, below the panels.
  void draw_over_world(const GameState& game);
  void draw(GameState& game, PanelPlaces& places, const Box& world);

 private:
  void draw_stamps(GameState& game);

  std::shared_ptr<const Patch> held_;
  std::optional<PictureTexture> picture_;  // of what is held
  PictureGrid stamps_;
  float height_ = 0;  // of the bar in the last frame
};

}  // namespace quicksand
