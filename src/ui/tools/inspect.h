// Tells all of the cell under the pointer, in a panel of its own (ui/panels/inspect_panel.cpp): a click holds on to a
// cell, and another one there lets it go.
#pragma once

#include "app/session.h"
#include "ui/game/tooling.h"
#include "ui/tools/tool.h"

namespace quicksand {

inline Cursor inspect_cursor(const Tooling&, CellPos) { return {}; }

// Nothing in the world, so there is nothing to undo.
inline bool changes_nothing(const Tooling&, CellPos) { return false; }

inline void press_inspect(const ToolStep& step) {
  std::optional<CellPos>& held = step.tooling.inspected;
  const bool holds = contains(step.session.world().size(), step.cell) && held != step.cell;
  held = holds ? std::optional(step.cell) : std::nullopt;
}

}  // namespace quicksand
