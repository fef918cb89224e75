// What is in the air where something static is painted comes out of it: nothing else would let it out again.
#pragma once

#include <span>
#include <vector>

#include "core/paint.h"
#include "sim/cells/material_table.h"
#include "sim/cells/state.h"

namespace quicksand {

// Of these cells the runs that are not static: before something is painted there, the ways out of it.
std::vector<RowSpan> ways_through(const SandboxState& state, const MaterialTable& table, std::span<const RowSpan> cells);

// Moves the grains of these cells that are in something static: each to a void cell without a grain near it, through what
// is loose and through what was a way before, past no wall (nearest_room.h). Only where there is no such room, to the
// nearest void of the world; and if there is none either, they stay where they are. A function of the state alone.
void free_walled_in(SandboxState& state, const MaterialTable& table, std::span<const RowSpan> cells,
                    std::span<const RowSpan> ways);

}  // namespace quicksand
