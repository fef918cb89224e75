// The vector kernel's inner part: the rows of a band, 64 cells at a time.
//
// The same source is compiled for several instruction sets ("targets") with the library Highway. This header is plain
// C++; simd_rows.cpp lists what was compiled, and simd_rows-inl.h is what is compiled.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/bit_plane.h"
#include "core/plane.h"
#include "sim/rows/block_queries.h"
#include "sim/rows/awake_blocks.h"
#include "sim/tick/kernel.h"
#include "sim/cells/state.h"
#include "sim/rows/vector_tables.h"

namespace quicksand {

// What the rows of one tick share.
struct TickContext {
  SandboxState& state;
  const MaterialTable& materials;
  const VectorTables& tables;
  AwakeBlocks& awake;
  ActivityMap& activity;
  BitPlane& touched;       // a bit for each cell
  const BitPlane& held;    // by cohesion, before anything fell; this and the next two for those not touched since
  const BitPlane& overwet;
  const BitPlane& clings;
  ActivityMap::Cursor falling;  // of that pass: which blocks have untouched cells with a speed (falling.h)
  uint64_t key;            // tick_key() of this tick
  OddNibbles flows_right;  // which grain seeds flow to the right
  uint64_t weighs;         // all ones; 0 without gravity, where nothing moves by its weight
  TickEvents* events;      // null: nobody asks
  // Cell (0, 0) of planes of the state, and from row to row, so that a row finds its own without asking around.
  MaterialId* material;
  uint8_t* grain_seed;
  ptrdiff_t stride;  // the same in all planes
  // The sparse planes that move and may be used anywhere.
  std::array<uint8_t, kMostSparsePlanes> sparse;
  int sparse_planes;
};

// What is noted about a block of 64 cells while its row is processed. A word has a bit for each cell.
struct BlockNotes {
  // Untouched cells that hold void; others that hold a fluid; others that can move sideways.
  uint64_t empty;
  uint64_t fluid;
  uint64_t mover;

  // What follows is zero between two rows, so that a block that is not processed has no say.

  // Cells that want to move sideways, by (distance - 1), and the largest distance that occurs.
  uint64_t to_left[kMaxReach];
  uint64_t to_right[kMaxReach];
  int farthest;
  // All of them.
  uint64_t leaving;
  // Cells that have just moved away.
  uint64_t vacated;

  uint64_t unused[10];  // for a size that is a power of two, so that an index is a shift
};
static_assert(sizeof(BlockNotes) == 256);

// What is noted about a block while it is found out what cohesion holds (moisture/simd_cohesion-inl.h).
struct CohesionNotes {
  static constexpr int kRowsKnown = 4;
  // Of the rows around the one at work, by their numbers modulo kRowsKnown: liquids and what moves, beside or below
  // which nothing bonds; what bears a grain; and what does so beside it.
  uint64_t breaks[kRowsKnown];
  uint64_t firm[kRowsKnown];
  uint64_t fixed[kRowsKnown];
  // Of the row at work: grains that bond with those beside them, and of these, those with something below them, and those
  // with something above, which may hang; grains that are overwet, and those that cling.
  uint64_t bonds;
  uint64_t supported;
  uint64_t hangs;
  uint64_t overwet;
  uint64_t clings;

  uint64_t unused[15];  // for a size that is a power of two, so that an index is a shift
};
static_assert(sizeof(CohesionNotes) == 256);

// What is found out there, a bit for each cell (moisture/wetness.h).
struct CohesionMaps {
  BitPlane& held;
  BitPlane& overwet;
  BitPlane& clings;
};

// A rank of density that nothing sinks below.
inline constexpr uint8_t kNoDrop = 0x7f;

// A place to note things about one row while it is processed. Two rows that are processed at the same time need two.
class RowScratch {
 public:
  explicit RowScratch(int width);

  // For each block, and for one on both sides of the row.
  BlockNotes* notes() { return notes_.get() + 2; }

  // The same.
  CohesionNotes* cohesion() { return cohesion_.get() + 2; }

  // For each cell of the row the rank of the fluid right below it (VectorTables::lower), where that is untouched.
  uint8_t* below_rank() { return ranks_.row(0); }

  // The blocks to prepare: those awake and their neighbours. A bit for each block.
  uint64_t* near() { return near_.row(0); }

 private:
  // With room around them, so that no two threads write to the same cache line.
  Plane<uint64_t> near_;
  ZeroedMemory<BlockNotes> notes_;
  ZeroedMemory<CohesionNotes> cohesion_;
  Plane<uint8_t> ranks_;
};

// A strip of columns, as wide as a block, while things in it fall: what is kept in mind of the row below the one at work,
// as it was before anything fell. All 0 where that was not looked at.
struct alignas(64) FallingStrip {
  struct State {
    uint64_t falls;
    uint64_t waits;
    uint64_t hits;  // lands fast
    uint64_t in_arch;  // and falls
  };
  alignas(64) uint8_t speed[64];  // of what falls; of the others, anything
  State state;
};

// What falling reads and writes besides the state.
struct FallMaps {
  FallingStrip* strips;  // a place for each strip, to be used by one thread at a time
  const BitPlane& held;  // by cohesion
  BitPlane& touched;     // is clear before
};

// Compiled for tables of so many pages (VectorTables::pages).
struct SimdCode {
  void (*run_rows)(const TickContext& context, RowScratch& scratch, int first_row, int end_row);
  // What cohesion holds in these rows, what is overwet and what clings, as far as anything has changed around.
  void (*find_held)(const FallWork& work, const VectorTables& tables, RowScratch& scratch, const CohesionMaps& maps,
                    int first_row, int end_row);
  void (*fall)(const FallWork& work, const FallPart& part, const FallMaps& maps);
  BlockQueries queries;
  ContactCode contact;
};

struct SimdTarget {
  std::string_view name;
  const SimdCode& (*code)(int pages);
};

// What this machine can run, the fastest first. May be empty.
const std::vector<SimdTarget>& simd_targets();

}  // namespace quicksand
