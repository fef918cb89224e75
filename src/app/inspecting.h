// What the world tells of a cell, as text: for the console, --inspect and the window.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/result.h"
#include "core/world.h"

namespace quicksand {

// A line with the cell and the tick, then World::inspect(). Fails where the cell is not in the world.
Result<std::string> inspection_text(const World& world, CellPos cell);

// The entry of the grain in the air that is nearest to the place, in cells from the world's upper left corner, if it covers
// it, or a gap in a heap. None: no grain does.
std::optional<uint8_t> entry_of_grain_at(const World& world, double x, double y);

}  // namespace quicksand
