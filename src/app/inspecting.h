// What the world tells of a cell, as text: for the console, --inspect and the window.
#pragma once

#include <string>

#include "core/result.h"
#include "core/world.h"

namespace quicksand {

// A line with the cell and the tick, then World::inspect(). Fails where the cell is not in the world.
Result<std::string> inspection_text(const World& world, CellPos cell);

}  // namespace quicksand
