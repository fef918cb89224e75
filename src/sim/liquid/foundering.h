// What is denser founders in powders that float.
//
// A powder is afloat if it lies on a liquid, or on a powder that is afloat. What is afloat carries nothing that is denser:
// every kFounderTicks ticks, after the rows, a denser powder or liquid right above changes places with it, with chance
// 1/kFounderChance, where both are at rest. What stands on something firm carries everything, as sand does gravel.
//
// Determinism: a function of the state, the seed and the tick. Looks at columns in which something has changed, and at
// those again in which something could have foundered.
#pragma once

#include <cstdint>
#include <vector>

#include "core/bit_plane.h"
#include "core/geometry.h"
#include "sim/cells/material_table.h"
#include "sim/cells/state.h"
#include "sim/rows/block_queries.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

// A power of two.
inline constexpr int kFounderTicks = 8;
inline constexpr int kFounderPhase = 4;
inline constexpr uint8_t kFounderChance = 3;

class Foundering {
 public:
  // Takes a cursor of the map.
  Foundering(GridSize size, ActivityMap& activity);

  // Call it when the materials are others, and everything has been marked.
  void set_materials(const MaterialTable& table, ActivityMap& activity);

  // Whether there is anything to do in the state's tick.
  bool is_due(const SandboxState& state) const {
    return can_happen_ && state.gravity != 0 && state.tick % kFounderTicks == kFounderPhase;
  }

  // Marks the cells that it changes.
  void run(SandboxState& state, const MaterialTable& table, const BlockQueries& queries, ActivityMap& activity);

 private:
  bool founder(SandboxState& state, const MaterialTable& table, int y, int block, uint64_t cells, ActivityMap& activity);

  ActivityMap::Cursor cursor_;
  bool can_happen_ = false;  // there are powders that float
  BlockSet powders_;
  BlockSet liquids_;
  BlockSet heavy_;  // both
  BitPlane afloat_;
  std::vector<uint64_t> differs_;  // blocks of the row below in which it is not as it was, or something has foundered
};

}  // namespace quicksand
