// An explosion at each click.
#pragma once

#include <algorithm>

#include "app/session.h"
#include "ui/game/tooling.h"
#include "ui/tools/reach.h"

namespace quicksand {

// In cells a tick.
inline constexpr double kBlastSpeed = 2.5;
inline constexpr double kBlastSpeedPerCell = 0.07;  // of the brush's width

inline void press_explosion(const ToolStep& step) {
  const Brush& brush = step.tooling.brush;
  ForceCommand force = force_around(step.cell, brush);
  force.outward = std::min(kBlastSpeed + kBlastSpeedPerCell * brush.width, kMaxForceSpeed);
  step.session.apply(force);
}

}  // namespace quicksand
