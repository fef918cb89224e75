// An explosion at each click.
#pragma once

#include <algorithm>

#include "app/session.h"
#include "ui/game/tooling.h"
#include "ui/tools/reach.h"

namespace quicksand {

// In cells a tick.
inline constexpr double kBlastSpeed = 4.5;
inline constexpr double kBlastSpeedPerCell = 0.03;  // of the brush's width

inline double blast_speed(const Brush& brush) {
  return std::min(kBlastSpeed + kBlastSpeedPerCell * brush.width, kMaxForceSpeed);
}

inline Cursor explosion_cursor(const Tooling& tooling, CellPos cell) {
  return field_cursor(tooling, cell, blast_speed(tooling.brush));
}

inline void press_explosion(const ToolStep& step) {
  ForceCommand force = force_around(step.cell, step.tooling.brush);
  force.outward = blast_speed(step.tooling.brush);
  force.breaks = true;
  step.session.apply(force);
  step.tooling.shocks.add(step.cell, force.radius);
}

}  // namespace quicksand
