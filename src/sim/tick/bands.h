// How a tick's rows are split into bands that several threads may process.
//
// Rows run from top to bottom within a band; all even bands come before all odd ones. A row writes only to the row
// above and the row below, and reads kMaxDrop below, so two bands of one colour never share a row, and the result
// depends neither on the number of threads nor on which band ends first:
//
//     band 0  | rows ...        first, side by side
//     band 1  |        rows ... then, side by side
//     band 2  | rows ...
//
// The last row of an odd band runs after the rows below it, which could show as a seam. The origin of the bands
// therefore moves with a hash of the tick.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/cells/repose.h"
#include "sim/cells/rules.h"

namespace quicksand {

static_assert(kBandRows > kMaxDrop + 1, "a row reads what a row of another band of its colour writes");

struct Bands {
  int height;
  int shift;  // rows of band 0 that lie above the world

  Bands(uint64_t seed, uint64_t tick, int world_height)
      : height(world_height), shift(static_cast<int>(row_key(seed, tick, kDiceBands, 0) % uint32_t{2 * kBandRows})) {}

  int count() const { return (height + shift + kBandRows - 1) / kBandRows; }
  int count_of_colour(int colour) const { return (count() - colour + 1) / 2; }
  int first_row(int band) const { return std::max(band * kBandRows - shift, 0); }
  // How many bands of the colour begin above the row.
  int count_above(int colour, int row) const {
    const int period = 2 * kBandRows;
    return std::clamp((row + shift - colour * kBandRows + period - 1) / period, 0, count_of_colour(colour));
  }
  int end_row(int band) const { return std::clamp((band + 1) * kBandRows - shift, 0, height); }
};

}  // namespace quicksand
