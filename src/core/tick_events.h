// What happened in a tick, for sound, inspectors and benchmarks. Filled by World::step() where somebody asks for it; no
// rule reads it, so that asking changes nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/geometry.h"

namespace quicksand {

// Counts for each square of the world of kEventTile x kEventTile cells.
inline constexpr int kEventTile = 64;

class TileCounts {
 public:
  void reset(GridSize world) {
    tiles_ = squares_of(world, kEventTile);
    counts_.assign(static_cast<size_t>(tiles_.cells()), 0);
  }

  // Several threads may add at the same time; sums do not depend on their order.
  void add(CellPos cell, uint32_t count = 1) { __atomic_fetch_add(&counts_[index(cell)], count, __ATOMIC_RELAXED); }

  GridSize tiles() const { return tiles_; }
  // Of the tile that holds the cell.
  uint32_t at(CellPos cell) const { return counts_[index(cell)]; }
  // Row by row.
  std::span<const uint32_t> by_tile() const { return counts_; }
  uint64_t total() const {
    uint64_t sum = 0;
    for (const uint32_t count : counts_) sum += count;
    return sum;
  }

  bool operator==(const TileCounts& other) const { return tiles_ == other.tiles_ && counts_ == other.counts_; }

 private:
  size_t index(CellPos cell) const {
    const int x = std::clamp(cell.x / kEventTile, 0, tiles_.width - 1);
    const int y = std::clamp(cell.y / kEventTile, 0, tiles_.height - 1);
    return static_cast<size_t>(y) * static_cast<size_t>(tiles_.width) + static_cast<size_t>(x);
  }

  GridSize tiles_;
  std::vector<uint32_t> counts_;
};

// What moves is counted in those ticks after which World::tick() divides by this, and only in worlds of at most so many
// cells, as it takes memory.
inline constexpr int kMoveTicks = 4;
inline constexpr int64_t kMostCountedCells = int64_t{1} << 24;

// Un-clumping of grains in the air (grains/unclumping.h), in grains.
struct ClumpCounts {
  uint64_t moved = 0;
  uint64_t too_many = 0;        // for the room of the faces that they were on
  uint64_t still_too_many = 0;  // after it

  bool operator==(const ClumpCounts&) const = default;
};

// Something has exploded.
struct BlastEvent {
  CellPos at;
  double reach = 0;  // in cells

  bool operator==(const BlastEvent&) const = default;
};

struct TickEvents {
  struct Pass {
    std::string_view name;
    uint64_t nanoseconds;
  };

  // Asked for: a clock, as worlds have none. None: no pass is timed.
  uint64_t (*clock_ns)() = nullptr;
  // Asked for: what moves. The world keeps a copy of its cells for it.
  bool counts_moves = false;

  // Of the tick that ran last.
  std::vector<Pass> passes;  // in the order in which they ran; one that was not due is missing
  TileCounts impacts;        // grains that met a solid, at the cell that they met; and columns that landed fast
  TileCounts splashes;       // cells that a grain threw out, or what landed fast
  TileCounts removals;       // cells that were dissolved, faded, or left through the border
  TileCounts flames;         // that came out of what burns
  TileCounts fizzes;         // cells that boiled or were dissolved: what was no gas became one, or nothing
  // Cells that hold something else than in the last count (kMoveTicks), by what came into them. What was painted in
  // between counts, too. All 0 in other ticks, in the first count, in one after another moment was gone to, and where
  // nobody asks.
  TileCounts powder_moves;
  TileCounts liquid_moves;
  TileCounts gas_moves;
  ClumpCounts clumps;
  std::vector<BlastEvent> blasts;  // in the order in which they went off

  // Forgets the last tick.
  void begin(GridSize world) {
    passes.clear();
    clumps = {};
    blasts.clear();
    for (TileCounts* counts :
         {&impacts, &splashes, &removals, &flames, &fizzes, &powder_moves, &liquid_moves, &gas_moves})
      counts->reset(world);
  }
};

// Times the passes of a tick, where that is asked for.
class PassTimer {
 public:
  // `events` may be null.
  explicit PassTimer(TickEvents* events) : events_(events && events->clock_ns ? events : nullptr) { restart(); }

  // A pass begins.
  void restart() {
    if (events_) start_ = events_->clock_ns();
  }
  // It has ended, and another one begins.
  void lap(std::string_view pass) {
    if (!events_) return;
    const uint64_t now = events_->clock_ns();
    events_->passes.push_back({pass, now - start_});
    start_ = now;
  }

 private:
  TickEvents* events_;
  uint64_t start_ = 0;
};

}  // namespace quicksand
