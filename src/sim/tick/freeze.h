// The freeze step: which cells are active, that is, which cells' own rules could change something in the next tick.
//
// Activity is a function of the state alone, without dice, so that a frozen cell would do nothing whatever the dice
// say, and skipping it is exact. A cell that can only be acted upon is not active itself. Of two that may react both
// are, and so is what burns, carries charge or gives sparks; but warmth and sparks reach frozen cells, too, and may melt, light or
// set off what is one.
#pragma once

#include <cstdint>

#include "core/plane.h"
#include "sim/cells/state.h"

namespace quicksand {

// Writes 1 (active) or 0 (frozen) for each cell of row y to active[0 .. width).
void freeze_row(const SandboxState& state, const MaterialTable& table, int y, uint8_t* active);

// The same within a tick, by what cohesion holds in it: 1 for each cell that it does.
void freeze_row(const SandboxState& state, const MaterialTable& table, const Plane<uint8_t>& held, int y,
                uint8_t* active);

bool is_active_cell(const SandboxState& state, const MaterialTable& table, CellPos cell);

}  // namespace quicksand
