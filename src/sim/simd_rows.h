// The vector kernel's inner part: the rows of a band, 64 cells at a time.
//
// The same source is compiled for several instruction sets ("targets") with the library Highway. This header is plain
// C++; simd_rows.cpp lists what was compiled, and simd_rows-inl.h is what is compiled.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/bit_plane.h"
#include "core/plane.h"
#include "sim/sleep_map.h"
#include "sim/state.h"
#include "sim/vector_tables.h"

namespace quicksand {

// What the rows of one tick share.
struct TickContext {
  SandboxState& state;
  const MaterialTable& materials;
  const VectorTables& tables;
  SleepMap& sleep;
  BitPlane& touched;  // a bit for each cell
  uint64_t key;       // tick_key() of this tick
  uint8_t flow_mask;
};

inline constexpr int kMaxReach = kMaxFriction;

// A place to note things about one row while it is processed. Every word stands for a block of 64 cells, a bit for
// each, and has a neighbour on both sides. Two rows that are processed at the same time need two of these.
class RowScratch {
 public:
  explicit RowScratch(int width);

  // Untouched cells of the row that hold void; others that hold a fluid; others that can move sideways.
  uint64_t* empty() { return bits_.row(0); }
  uint64_t* fluid() { return bits_.row(1); }
  uint64_t* mover() { return bits_.row(2); }
  // Cells that want to move sideways.
  uint64_t* leaving() { return bits_.row(3); }
  // Cells that a solvent of this row removes: below, above, right and left of it.
  uint64_t* doomed(int direction) { return bits_.row(4 + direction); }
  // Cells that have just moved sideways.
  uint64_t* vacated() { return bits_.row(8); }

  // The cells of a block that want to move by one of the 16 displacements, and which displacements occur at all.
  // A displacement's number is its priority: 2 * (distance - 1), and 1 more for the side that comes second.
  struct Wishes {
    uint64_t cells[2 * kMaxReach];
    uint32_t occurring;
  };
  Wishes* wishes() { return wishes_.get() + 1; }

  // For each cell of the row the rank of the fluid right below it (VectorTables::lower), where that is untouched.
  uint8_t* below_rank() { return ranks_.row(0); }

  // The blocks to prepare: those awake and their neighbours. A bit for each block.
  uint64_t* near() { return near_.row(0); }

 private:
  BitPlane bits_;
  BitPlane near_;
  ZeroedMemory<Wishes> wishes_;
  Plane<uint8_t> ranks_;
};

using RunRows = void (*)(const TickContext& context, RowScratch& scratch, int first_row, int end_row);

struct SimdTarget {
  std::string_view name;
  RunRows run_rows;
};

// What this machine can run, the fastest first. May be empty.
const std::vector<SimdTarget>& simd_targets();

}  // namespace quicksand
