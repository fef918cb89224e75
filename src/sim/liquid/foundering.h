// What is denser founders in powders that float.
//
// A powder is afloat if it lies on a liquid, or on a powder that is afloat. What is afloat carries nothing that is denser:
// every kFounderTicks ticks, after the rows, a denser powder or liquid right above changes places with it, with chance
// 1/kFounderChance, where both are at rest. What stands on something firm carries everything, as sand does gravel.
//
// Determinism: a function of the state, the seed and the tick. Looks at columns in which something has changed, and at
// those again in which something could have foundered. Columns do not touch each other: several threads share them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/bit_plane.h"
#include "core/geometry.h"
#include "core/parallel.h"
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
  void set_materials(const MaterialTable& table);
  // Whether anything has a weight in the coming ticks: what does not move is not looked for.
  void set_weight(bool has_weight, ActivityMap& activity) const;

  // Whether there is anything to do in the state's tick.
  bool is_due(const SandboxState& state) const {
    return can_happen_ && state.gravity != 0 && state.tick % kFounderTicks == kFounderPhase;
  }

  // Marks the cells that it changes.
  void run(SandboxState& state, const MaterialTable& table, const BlockQueries& queries, ActivityMap& activity,
           Parallel& parallel);

 private:
  struct Work {
    SandboxState& state;
    const MaterialTable& table;
    const BlockQueries& queries;
    ActivityMap& activity;
  };

  void find_rows(const ActivityMap& activity, int height);
  void run_strips(const Work& work, int word, uint64_t strips);
  bool founder(const Work& work, int y, int block, uint64_t cells);

  ActivityMap::Cursor cursor_;
  bool can_happen_ = false;  // there are powders that float
  BlockSet powders_;
  BlockSet liquids_;
  BlockSet heavy_;  // both
  BitPlane afloat_;
  // The rows in or beside which anything has changed.
  int first_row_ = 0;
  int end_row_ = 0;
};

}  // namespace quicksand
