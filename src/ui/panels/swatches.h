// Small pictures of materials as Dear ImGui draws them, made when they are first shown and when the material looks
// other than it did. To be destroyed before Dear ImGui's context.
#pragma once

#include <imgui.h>

#include <map>

#include "ui/game/game_state.h"
#include "ui/pictures.h"

namespace quicksand {

class Swatches {
 public:
  // `entry` is not 0. `moves`: it runs on, as where the pointer is over it; a picture of it that was drawn before in
  // this frame is gone then.
  const PictureTexture& of(const GameState& game, uint8_t entry, bool moves = false);

  // Draws it as a square with round corners.
  void draw(ImDrawList& list, const GameState& game, uint8_t entry, ImVec2 at, float side, bool moves = false);

 private:
  struct Swatch {
    MaterialLook look;  // of which it is a picture
    PictureTexture texture;
  };

  std::map<uint8_t, Swatch> swatches_;
};

}  // namespace quicksand
