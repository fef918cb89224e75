// What falls, one cell after another: the plain code that defines it (falling.h).
#pragma once

#include <cstdint>
#include <span>

#include "core/plane.h"
#include "sim/falling/falling.h"

namespace quicksand {

// Of the cell below the one at work, as it was before anything fell.
struct FallingCell {
  bool falls = false;
  bool waits = false;
  bool hits = false;  // lands fast
  uint8_t speed = 0;  // if it falls
};

// Lets the cells of a part fall, and touches what fell and what was in its way. held: what cohesion holds. below: of each
// column.
void fall_by_cells(const FallWork& work, const FallPart& part, const Plane<uint8_t>& held, std::span<FallingCell> below,
                   Plane<uint8_t>& touched);

}  // namespace quicksand
