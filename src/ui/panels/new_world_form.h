// The form in which a player makes a world from nothing.
#pragma once

#include <map>
#include <string>

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

  const std::string& title_of(const std::string& set);

  NewWorld wanted_;
  std::map<std::string, std::string> titles_;  // of sets of materials, as far as they were asked for
};

}  // namespace quicksand
