// Sets up signs: a click sets one up or opens one, a drag moves it, a right click takes it away.
//
// Which sign is meant the game knows, as signs are as large on the screen at every zoom (ui/game/signs.h); it also does
// what is asked for here, and remembers it for undo.
#pragma once

#include "ui/tools/shapes.h"

namespace quicksand {

inline bool is_on_sign(const Session&, const Tooling& tooling, CellPos) { return tooling.pointed_sign.has_value(); }

inline bool changes_later(const Tooling&, CellPos) { return false; }

inline void release_sign(const ToolStep& step) {
  Tooling& tooling = step.tooling;
  const CellPos start = step.stroke.start;
  const bool is_drag = !(step.cell == start);
  if (step.stroke.erases) {
    if (tooling.pointed_sign) tooling.sign_deed = {SignDeed::kTakeAway, tooling.pointed_sign->at, {}};
    return;
  }
  if (!tooling.pointed_sign) {
    tooling.sign_deed = {SignDeed::kWrite, step.cell, {}};
  } else if (!is_drag) {
    tooling.sign_deed = {SignDeed::kWrite, tooling.pointed_sign->at, {}};
  } else {
    const CellPos at = tooling.pointed_sign->at;
    tooling.sign_deed = {SignDeed::kMove, at, {at.x + step.cell.x - start.x, at.y + step.cell.y - start.y}};
  }
}

inline Cursor sign_cursor(const Tooling& tooling, CellPos cell) {
  if (tooling.stroke && tooling.pointed_sign) return {.aimed_from = tooling.stroke->start};
  return flood_cursor(tooling, cell);
}

}  // namespace quicksand
