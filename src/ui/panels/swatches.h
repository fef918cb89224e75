// Small pictures of materials as Dear ImGui draws them, all in one texture, so that many of them are one draw: where
// the processor draws, each change of texture costs as much as what it draws. To be destroyed before Dear ImGui's
// context.
#pragma once

#include <imgui.h>

#include <optional>

#include "ui/game/game_state.h"
#include "ui/pictures.h"

namespace quicksand {

class Swatches {
 public:
  // In each frame, before any is drawn: pictures of materials that look other than they did are made anew.
  void prepare(const GameState& game);

  // As a square whose corners are off. `entry` is not 0, and was there in prepare().
  void draw(ImDrawList& list, uint8_t entry, ImVec2 at, float side) const;

  // In the next frame this one runs on, as where the pointer is over it.
  void let_move(uint8_t entry) { wanted_ = entry; }

 private:
  // A picture that runs on; entry 0: none does.
  struct Moving {
    uint8_t entry = 0;
    int moment = 0;

    bool operator==(const Moving&) const = default;
  };

  void paint(uint8_t entry, int moment);

  Looks looks_;  // of which there are pictures
  Image sheet_;
  std::optional<PictureTexture> texture_;  // of the sheet
  Moving moving_;
  uint8_t wanted_ = 0;
};

}  // namespace quicksand
