// What a touch (core/touch.h) does to cells: heat, and switches.
#pragma once

#include "core/touch.h"
#include "sim/cells/state.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

// Marks the cells that change. Grains in the air get warmer as cells do.
void touch_world(SandboxState& state, const MaterialTable& table, const TouchCommand& command, ActivityMap& activity);

}  // namespace quicksand
