// An explosion at each click.
#pragma once

#include <algorithm>

#include "app/brush.h"
#include "app/session.h"
#include "core/force.h"
#include "ui/game/tooling.h"

namespace quicksand {

// In the middle, in cells a tick.
inline constexpr double kBlastSpeed = 7;
inline constexpr double kBlastSpeedPerCell = 0.03;  // of the brush's width

// From this speed on what is buried comes loose, and what explodes goes off.
inline constexpr double kBreakingSpeed = 1;

// The breaking part of the smallest one, in cells; a larger brush has a larger one.
inline constexpr int kLeastBlast = 20;

// The ring at the pointer is the part that breaks; the push wanes to nothing beyond it.
inline ForceCommand explosion_at(CellPos cell, const Brush& brush) {
  const double speed = std::min(kBlastSpeed + kBlastSpeedPerCell * brush.width, kMaxForceSpeed);
  const int breaking = std::max(kLeastBlast, brush.width);
  const int radius = static_cast<int>(breaking / (1 - kBreakingSpeed / speed));
  return {.at = cell, .radius = std::min(radius, kMaxForceRadius), .outward = speed, .breaks = true};
}

inline int breaking_radius(const ForceCommand& blast) {
  return static_cast<int>(blast.radius * (1 - kBreakingSpeed / blast.outward));
}

inline Cursor explosion_cursor(const Tooling& tooling, CellPos cell) {
  ForceCommand ring = explosion_at(cell, tooling.brush);
  ring.radius = breaking_radius(ring);
  return {.field = ring};
}

inline void press_explosion(const ToolStep& step) {
  const ForceCommand blast = explosion_at(step.cell, step.tooling.brush);
  step.session.apply(blast);
  step.tooling.shocks.add(step.cell, blast.radius);
}

}  // namespace quicksand
