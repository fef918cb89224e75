// All that there is to know of one cell, beside it: while the tool Inspect is in the hand of the one under the pointer,
// and of one that it holds on to.
#pragma once

#include <optional>

#include "core/inspection.h"
#include "ui/game/pointer.h"
#include "ui/panels/layout.h"

namespace quicksand {

class InspectPanel {
 public:
  // Behind all panels: a frame around the cell, and how high columns are where there is room to say so.
  void draw_over_world(const GameState& game) const;

  void draw(GameState& game, const PointerInput& pointer, const PanelPlaces& places, const Box& world);

 private:
  void renew(const GameState& game);

  std::optional<CellPos> cell_;  // of which it tells
  Inspection told_;
  std::optional<CellPos> told_cell_;
  uint64_t told_tick_ = 0;
  uint64_t told_changes_ = 0;  // Session::changes()
  double next_ = 0;            // when it may be told anew, by ImGui's clock
  bool on_right_ = true;
};

}  // namespace quicksand
