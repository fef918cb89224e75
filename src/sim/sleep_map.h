// Which blocks of the world a tick has to process. A block is 64 cells of one row.
//
// A row's rules read the rows right above and below and a few columns to the sides, and throw dice that depend on the
// place and the tick only. So a block in which no event was possible stays without one until a cell changes in it or
// in one of the eight blocks around it. Such a block sleeps: the tick does not look at it. Processing it would change
// nothing, which is why sleeping never changes a result.
//
//     changed:  cells of the block changed in the last tick, or were painted since
//     pending:  an event was possible in the last tick but the dice, or something in the way, held it up
//     awake  =  pending, or changed, or next to a changed block
#pragma once

#include <cstdint>

#include "core/bit_plane.h"
#include "core/geometry.h"
#include "core/paint.h"

namespace quicksand {

inline constexpr int kBlockCells = 64;

class SleepMap {
 public:
  // Everything is awake at first.
  explicit SleepMap(GridSize size);

  // Blocks in a row.
  int blocks() const { return blocks_; }
  // Words that hold a bit for each block of a row.
  int words() const { return changed_.words(); }

  void wake_all();
  // Cells of this run were changed between two ticks.
  void wake(const Run& run);

  // With false, every block is awake in every tick.
  void set_sleeping(bool sleeping) { sleeping_ = sleeping; }

  // Begins a tick: what was changed becomes what had changed.
  void begin_tick();
  // Works out awake(y), and clears changed(y) and pending(y). Once a tick for each row; rows are independent. Returns
  // whether anything in the row had changed.
  bool begin_row(int y);

  // A bit for each block, word by word; word -1 and the one past the last are zero.
  const uint64_t* awake(int y) const { return awake_.row(y); }
  uint64_t* changed(int y) { return changed_.row(y); }
  uint64_t* pending(int y) { return pending_.row(y); }

  // Whether the next tick will process the block of this cell.
  bool will_wake(Cell cell) const;

 private:
  uint64_t valid(int word) const;

  int blocks_;
  int height_;
  bool sleeping_ = true;
  BitPlane awake_;
  BitPlane changed_;      // in this tick
  BitPlane had_changed_;  // in the tick before
  BitPlane pending_;
};

}  // namespace quicksand
