// What the brush does to dunes. A powder adds sand, a solid raises the ground, a liquid wets the sand; erasing takes the
// sand away, and where there is none the ground. What is painted with a velocity flies.
//
// Dice by the seed and the number of commands before.
#pragma once

#include <cstdint>
#include <span>

#include "core/paint.h"
#include "dunes/dune_palette.h"
#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"

namespace quicksand {

// Applies the command, whose entries the palette must have, and counts it.
void paint_dunes(DuneState& state, const PileSettings& settings, const DunePalette& palette,
                 const PaintCommand& command, const WakeColumns& wake);

// A picture as a world: what is sand lies a cell high, what is rock stands as high. `entries` is row-major, one for each
// column.
void paint_picture(DuneState& state, const DunePalette& palette, std::span<const uint8_t> entries,
                   const WakeColumns& wake);

}  // namespace quicksand
