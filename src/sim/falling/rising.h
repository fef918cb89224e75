// What is lighter than air rises as one.
//
// A gas with void above it goes up a row, and all of it that is below comes up behind it in the same tick: a column of one
// gas keeps its height, as one that falls does (falling.h). Each column has dice of its own, so that clouds grow ragged.
// The chance follows from the density: a gas of -25 rises in every fourth tick on average, from -100 on in every tick
// (kGasRiseScale), times the scene's gravity. Through what is heavier, gases and liquids, gases make their way one by one,
// by the rows (rows/reference_kernel.h).
//
// What has risen may still drift sideways in the same tick: a rising cloud spreads.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/cells/material_table.h"
#include "sim/cells/state.h"
#include "sim/rows/block_queries.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

class Rising {
 public:
  // Takes a cursor of the map.
  explicit Rising(ActivityMap& activity);

  // Call it when the materials are others.
  void set_materials(const MaterialTable& table, ActivityMap& activity);

  // Lets gases rise in tick number state.tick, before anything falls. Looks at what has changed and right below it, and at
  // what waits for its turn. Marks what it changes.
  void run(SandboxState& state, const BlockQueries& queries, ActivityMap& activity);

 private:
  // Of the cells, gases of a block with void above, those that rise.
  uint64_t rising(const SandboxState& state, uint32_t key, int y, int block, uint64_t free) const;

  struct Waiting {
    int y;
    int word;
    uint64_t blocks;
  };

  ActivityMap::Cursor cursor_;
  bool any_gas_ = false;
  std::array<uint16_t, 256> chance_{};  // of gases, in 256ths a tick
  BlockSet gases_;
  std::vector<uint64_t> risen_;  // blocks of the row above in which anything has risen
  std::vector<Waiting> waiting_;
};

}  // namespace quicksand
