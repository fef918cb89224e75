// Throws matter into the air: pushes, explosions, and what is painted flying. See grains.h.
#pragma once

#include "core/force.h"
#include "core/paint.h"
#include "sim/cells/state.h"
#include "sim/grains/grains.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

// The grain that the command, which has a velocity, throws from an empty cell: a cell of these bytes, as wet as the command says.
Grain thrown_grain(const MaterialTable& table, const PaintCommand& command, CellPos cell, CellBytes bytes);

// Pushes grains, and turns cells into grains where the push is stronger than what holds them: next to an open cell
// little is needed, inside of matter more, and heavy and damp cells need more than light and dry ones. Dice by the seed
// and the number of commands before. Marks the cells that change.
void push_world(SandboxState& state, const MaterialTable& table, const ForceCommand& command, ActivityMap& activity);

}  // namespace quicksand
