// Wind towards the pointer.
#pragma once

#include "app/session.h"
#include "ui/game/tooling.h"
#include "ui/tools/reach.h"

namespace quicksand {

inline Cursor suck_cursor(const Tooling& tooling, CellPos cell) { return field_cursor(tooling, cell, -kWindSpeed); }

inline void hold_suck(const ToolStep& step) {
  if (!pushes_now(step)) return;
  ForceCommand force = force_around(step.cell, step.tooling.brush);
  force.outward = -kWindSpeed;
  step.session.apply(force);
}

}  // namespace quicksand
