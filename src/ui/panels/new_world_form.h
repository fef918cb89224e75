// The form in which a player makes a world from nothing.
#pragma once

#include "ui/game/game_state.h"
#include "ui/game/new_world.h"

namespace quicksand {

class NewWorldForm {
 public:
  // Within the window that is being drawn. Whether the world was made, and is played.
  bool draw(GameState& game);

 private:
  void draw_kind();
  void draw_size(const GameState& game);
  void draw_materials(const GameState& game);

  NewWorld wanted_;
};

}  // namespace quicksand
