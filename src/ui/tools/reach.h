// How far the tools that push reach.
#pragma once

#include <algorithm>

#include "app/brush.h"
#include "app/session.h"
#include "core/force.h"
#include "ui/game/tooling.h"

namespace quicksand {

inline constexpr int kLeastReach = 16;  // cells; a small brush pushes as far as this

// What wind adds in each tick, in cells a tick.
inline constexpr double kWindSpeed = 0.8;

// A force of no strength yet around a cell.
inline ForceCommand force_around(CellPos cell, const Brush& brush) {
  return {.at = cell, .radius = std::max(kLeastReach, brush.width)};
}

// In a paused world what is pushed would only gather speed. Seen from above a push lifts sand at once, so that it is
// seen.
inline bool pushes_now(const ToolStep& step) {
  return step.over_world && (!step.time_stands || step.session.world().seen_from_above());
}

// The field of a tool that pushes so fast, outward or, where it is negative, towards the pointer.
inline Cursor field_cursor(const Tooling& tooling, CellPos cell, double outward) {
  ForceCommand field = force_around(cell, tooling.brush);
  field.outward = outward;
  return {.field = field};
}

}  // namespace quicksand
