// A small picture of a material, as it looks in the world: a heap of a powder, the surface of a liquid, a puff of a gas, a
// block of what stands.
#pragma once

#include "view/image.h"
#include "view/look.h"

namespace quicksand {

inline constexpr int kSwatchCells = 16;  // along each side; a pixel a cell

// `entry` is one of `looks`, and not 0. `moment`: it moves on as this rises, a cell at a time; what stands stays.
Image swatch(const Looks& looks, uint8_t entry, int moment);

}  // namespace quicksand
