// Wind away from the pointer, and along with it.
#pragma once

#include <algorithm>

#include "app/session.h"
#include "ui/game/tooling.h"
#include "ui/tools/reach.h"

namespace quicksand {

// Cells a tick of wind for each cell that the pointer has moved in a tick.
inline constexpr double kDragWind = 0.16;

inline Cursor blow_cursor(const Tooling& tooling, CellPos cell) { return field_cursor(tooling, cell, kWindSpeed); }

inline void hold_blow(const ToolStep& step) {
  if (!pushes_now(step)) return;
  ForceCommand force = force_around(step.cell, step.tooling.brush);
  force.outward = kWindSpeed;
  force.x = std::clamp(kDragWind * step.moved_x, -1.0, 1.0);
  force.y = std::clamp(kDragWind * step.moved_y, -1.0, 1.0);
  step.session.apply(force);
}

}  // namespace quicksand
