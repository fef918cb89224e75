// All that there is to know of a cell of a sandbox, in words for people: what it holds, what the next tick does with it
// and why, what it may react with, and whether it is looked at.
#pragma once

#include "core/inspection.h"
#include "sim/cells/state.h"
#include "sim/tick/tick.h"

namespace quicksand {

// `tick` is what runs the state's ticks. Takes about as long as a few ticks of the world.
Inspection inspect_cell(const SandboxState& state, const MaterialTable& table, const Tick& tick, CellPos cell);

}  // namespace quicksand
