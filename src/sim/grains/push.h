// Throws matter into the air: pushes, explosions, and what is painted flying. See grains.h.
#pragma once

#include "core/force.h"
#include "core/paint.h"
#include "sim/cells/state.h"
#include "sim/grains/grains.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

// The grain that the command, which has a velocity, throws from an empty cell: a cell of these bytes, as wet as the
// command says.
Grain thrown_grain(const MaterialTable& table, const PaintCommand& command, CellPos cell, CellBytes bytes);

// Turns a cell into a grain if it can fly and the push is stronger than what holds it: next to an open cell little is
// needed, inside of matter more, and heavy and damp cells need more than light and dry ones. A damp one that a strong
// push does not throw is not held by cohesion for a few ticks. Marks the cell if it changes. Whether it is a grain now.
bool push_cell(SandboxState& state, const MaterialTable& table, CellPos cell, const Push<float>& push, uint32_t dice,
               ActivityMap& activity);

// Pushes grains, and cells as push_cell() does; before that it breaks cells, if the command does (core/force.h). Dice
// by the seed and the number of commands before. Marks the cells that change.
void push_world(SandboxState& state, const MaterialTable& table, const ForceCommand& command, ActivityMap& activity);

}  // namespace quicksand
