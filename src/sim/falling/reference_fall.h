// What falls, one cell after another: the plain code that defines it (falling.h).
#pragma once

#include "core/plane.h"
#include "sim/falling/falling.h"

namespace quicksand {

// Lets the columns of a strip fall. held: what cohesion holds.
void fall_by_cells(const FallWork& work, int block, const Plane<uint8_t>& held);

}  // namespace quicksand
