// What is lighter than air rises as one, and gas that is heavier sinks as one.
//
// A gas with void above it goes up a row, and all of it that is below comes up behind it in the same tick: a column of
// one gas keeps its height, as one that falls does (falling.h). A heavy gas does the same downward. Each column has
// dice of its own, so that clouds grow ragged. The chance follows from the density and the material's `falls`: a gas of
// -25, or 25, moves in every fourth tick on average, from 100 on in every tick (kGasRiseScale), times the scene's
// gravity. Through what is lighter or heavier, gases and liquids, gases make their way one by one, by the rows
// (rows/reference_kernel.h).
//
// What has moved may still drift sideways in the same tick: a rising cloud spreads, and so does what has sunk to the
// ground.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/bit_plane.h"
#include "sim/cells/material_table.h"
#include "sim/cells/state.h"
#include "sim/rows/block_queries.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

class Buoyancy {
 public:
  // Takes a cursor of the map.
  explicit Buoyancy(ActivityMap& activity);

  // Call it when the materials are others.
  void set_materials(const MaterialTable& table);
  // Whether anything has a weight in the coming ticks: what does not move is not looked for.
  void set_weight(bool has_weight, ActivityMap& activity) const;

  // Lets gases rise and sink in tick number state.tick, before anything falls. Looks at what has changed and beside it,
  // and at what waits for its turn. Marks what it changes.
  void run(SandboxState& state, const BlockQueries& queries, ActivityMap& activity);

 private:
  struct Way {
    int rows;  // -1: up, 1: down
    bool any = false;
    BlockSet gases{};
  };
  struct Waiting {
    int y;
    int word;
    uint64_t blocks;
  };

  bool find_gases(const SandboxState& state, const BlockQueries& queries, const ActivityMap& activity);
  void run(const Way& way, SandboxState& state, const BlockQueries& queries, ActivityMap& activity);
  // Of the cells, gases of a block that have room, those that move.
  uint64_t moving(const SandboxState& state, uint32_t key, int y, int block, uint64_t free) const;

  ActivityMap::Cursor cursor_;
  Way up_{-1};
  Way down_{1};
  std::array<uint16_t, 256> chance_{};  // of gases, in 256ths a tick
  BlockSet gases_;
  BitPlane found_;                   // blocks with gases that may have room: a bit each
  std::vector<uint8_t> found_rows_;  // rows that have any
  std::vector<uint64_t> moved_;      // blocks of the row before in which anything has moved
  std::vector<Waiting> waiting_;
};

}  // namespace quicksand
