// Counts what moves, tile by tile, for TickEvents.
//
// It keeps the materials and grain seeds of the last count, and compares them with the cells where anything is marked
// since. Materials alone would not show that sand slides within sand; two grains have the same seed once in 256 times.
// Nothing is kept, and nothing costs time, until somebody asks.
#pragma once

#include <cstdint>
#include <vector>

#include "core/plane.h"
#include "sim/tick/pass_work.h"

namespace quicksand {

class MoveCounter {
 public:
  explicit MoveCounter(ActivityMap& activity);

  // After a tick. Marks nothing.
  void run(const SandboxState& state, const MaterialTable& table, ActivityMap& activity, TickEvents* events);

 private:
  // Of 64 cells, in lanes of 16 bits by phase.
  uint64_t count_block(const SandboxState& state, CellPos first);

  ActivityMap::Cursor cursor_;
  std::vector<uint64_t> lanes_;  // for each material 1 in its phase's lane
  Plane<uint8_t> materials_;     // empty: nobody has asked
  Plane<uint8_t> grain_seeds_;
  uint64_t counted_ = 0;  // the tick of the last count
};

}  // namespace quicksand
