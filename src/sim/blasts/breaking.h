// Static cells that a blow breaks (Material::breaks_into and hardness).
#pragma once

#include <cstdint>

#include "sim/cells/state.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

// Turns a static cell that is softer than the blow, in cells a tick, into what it breaks into. Marks the cell if it
// changes. Whether it has broken.
bool break_cell(SandboxState& state, const MaterialTable& table, CellPos cell, float blow, uint32_t dice,
                ActivityMap& activity);

}  // namespace quicksand
