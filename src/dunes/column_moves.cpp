#include "dunes/column_moves.h"

#include <algorithm>
#include <cstdlib>

namespace quicksand {

void ColumnMoves::run(const DuneState& state, TickEvents* events) {
  const bool asked = events && events->counts_moves && state.size.cells() <= kMostCountedCells;
  const bool knows = heights_.size() == state.size;
  if (!asked) {
    if (knows) heights_ = {};
    return;
  }
  if (state.tick % kMoveTicks != 0) return;
  // Who goes back in time moves nothing.
  const bool goes_on = knows && state.tick == counted_ + kMoveTicks;
  counted_ = state.tick;
  if (!goes_on) {
    heights_ = state.height;
    return;
  }
  for (int y = 0; y < state.size.height; ++y)
    for (int first = 0; first < state.size.width; first += kEventTile) {
      const int count = std::min(kEventTile, state.size.width - first);
      const int32_t* const now = state.height.row(y) + first;
      int32_t* const before = heights_.row(y) + first;
      uint32_t moves = 0;
      for (int i = 0; i < count; ++i) moves += std::abs(now[i] - before[i]) >= kLeastMove ? 1U : 0U;
      std::copy_n(now, count, before);
      if (moves > 0) events->powder_moves.add({first, y}, moves);
    }
}

}  // namespace quicksand
