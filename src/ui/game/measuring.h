// What the tool Measure says of two places.
#pragma once

#include <string>

#include "core/world.h"
#include "ui/game/tooling.h"

namespace quicksand {

// In two or three lines: the distance between the middles of the two cells, how far it goes to the side and up, the
// angle to the horizontal, and how much the surface rises from one to the other. In a world that is seen from above, up
// in the picture is north, and the surface is as high as it lies there.
std::string words_of(const World& world, const Measured& measured);

// Seen from the side: the row of the surface below a cell that is void, or above one that is not; none: there is no
// ground.
std::optional<int> surface_row(const World& world, CellPos cell);

}  // namespace quicksand
