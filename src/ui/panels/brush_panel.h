// The part of the palette in which the brush is chosen: its form, its size, what it covers; and its own pictures.
#pragma once

#include "ui/game/game_state.h"
#include "ui/panels/picture_grid.h"

namespace quicksand {

// Its pictures are textures: it must go before the window's OpenGL does.
class BrushPanel {
 public:
  // That its rows need, so that nothing in them is cut.
  static float least_width();

  void draw(GameState& game);

 private:
  void draw_kinds(GameState& game);
  void draw_pictures(GameState& game);

  PictureGrid pictures_;
};

}  // namespace quicksand
