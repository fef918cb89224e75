// Measures from where the button goes down to where it comes up (ui/game/measuring.h). A click takes it away.
#pragma once

#include "ui/game/tooling.h"
#include "ui/tools/inspect.h"

namespace quicksand {

inline Cursor measure_cursor(const Tooling&, CellPos) { return {}; }

inline void press_measure(const ToolStep& step) { step.tooling.measured = Measured{step.cell, step.cell}; }

inline void hold_measure(const ToolStep& step) {
  if (step.tooling.measured) step.tooling.measured->to = step.cell;
}

inline void release_measure(const ToolStep& step) {
  hold_measure(step);
  if (step.tooling.measured && step.tooling.measured->from == step.tooling.measured->to) step.tooling.measured.reset();
}

}  // namespace quicksand
