// Which grains are in a part of the world: for what is painted, which is small as a rule, where grains are many.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/geometry.h"
#include "core/paint.h"
#include "sim/grains/grains.h"

namespace quicksand {

// Calls action(i) for each grain whose middle is in a cell of the box, in their order. Grains are ordered by their rows:
// most lie far from the box, and compilers look at many of these at once.
template <class Action>
void for_each_grain_in(const Grains& grains, const CellBox& box, const Action& action) {
  constexpr size_t kAtOnce = 64;
  const auto left = static_cast<float>(box.left);
  const auto top = static_cast<float>(box.top);
  const auto right = static_cast<float>(box.right);
  const auto bottom = static_cast<float>(box.bottom);
  const float* const x = grains.x.data();
  const float* const y = grains.y.data();
  const auto is_in = [&](size_t i) {
    return static_cast<int>(x[i] >= left) & static_cast<int>(x[i] < right) & static_cast<int>(y[i] >= top) &
           static_cast<int>(y[i] < bottom);
  };
  for (size_t first = 0; first < grains.size(); first += kAtOnce) {
    const size_t end = std::min(first + kAtOnce, grains.size());
    int any = 0;
    for (size_t i = first; i < end; ++i) any |= is_in(i);
    if (any == 0) continue;
    for (size_t i = first; i < end; ++i)
      if (is_in(i) != 0) action(i);
  }
}

struct GrainInRun {
  uint32_t grain;
  const RowSpan* run;  // that holds its middle
};

// Those in these runs, which are as rasterise() gives them, in their order.
std::vector<GrainInRun> grains_in(const Grains& grains, std::span<const RowSpan> runs);

// For each of these runs a row of its cells, with a 1 wherever a disc as wide as the cell would touch a grain. Empty rows:
// it would in none.
std::vector<std::vector<uint8_t>> reached_cells(const Grains& grains, std::span<const RowSpan> runs);

}  // namespace quicksand
