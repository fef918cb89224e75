// Throws matter into the air: pushes, explosions, and what is painted flying. See grains.h.
#pragma once

#include "core/force.h"
#include "core/paint.h"
#include "sim/grains/grain_flight.h"
#include "sim/cells/state.h"

namespace quicksand {

// The grain that the command, which has a velocity, throws from an empty cell.
Grain thrown_grain(const MaterialTable& table, const PaintCommand& command, MaterialId material, CellPos cell,
                   uint8_t grain_seed);

// Pushes grains, and turns cells into grains where the push is stronger than what holds them: next to an open cell
// little is needed, inside of matter more, and heavy and damp cells need more than light and dry ones. Dice by the seed
// and the number of commands before.
void push_world(SandboxState& state, const MaterialTable& table, const ForceCommand& command,
                const GrainFlight::Wake& wake);

}  // namespace quicksand
