// Counts where sand moves, tile by tile, for TickEvents. Nothing is kept, and nothing costs time, until somebody asks.
#pragma once

#include "core/tick_events.h"
#include "dunes/dune_state.h"

namespace quicksand {

class ColumnMoves {
 public:
  // A column has moved when it has risen or sunk so far since the last count.
  static constexpr int32_t kLeastMove = kUnit / 16;

  // After a tick. `events` may be null.
  void run(const DuneState& state, TickEvents* events);

 private:
  Plane<int32_t> heights_;  // at the last count; empty: nobody has asked
  uint64_t counted_ = 0;     // the tick of it
};

}  // namespace quicksand
