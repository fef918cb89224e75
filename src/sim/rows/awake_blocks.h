// Which blocks of 64 cells the rows of a tick have to look at.
//
// A row's rules read the row above, the rows below down to where the steepest powder looks (cells/repose.h) and a few
// columns to the sides, and throw dice that depend on the place and the tick only. So a block in which no event was
// possible stays without one until a cell changes in it or in one of the blocks around it, or in as many rows below it.
//
//   pending   an event was possible in the last tick, but the dice, or something in the way, held it up
//   awake     pending, or changed (tick/activity_map.h), or next to a changed block, or so many rows above one
//   asleep    all other blocks: no row looks at them
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/bit_plane.h"
#include "core/geometry.h"
#include "core/shared_flag.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

class AwakeBlocks {
 public:
  explicit AwakeBlocks(GridSize size);

  // How many rows below its own a row's rules read; 1 at first.
  void set_rows_seen(int rows) { rows_seen_ = rows; }

  // Works out what is awake; then nothing is pending. Returns how many rows are not wholly asleep.
  int find(const ActivityMap& activity, ActivityMap::Cursor cursor);

  // Blocks in a row, and words that hold a bit for each.
  int blocks() const { return blocks_; }
  int words() const { return awake_.words(); }

  // A bit for each block; word -1 and the one past the last are zero.
  const uint64_t* awake(int y) const { return awake_.row(y); }
  // Whether any block of the row is awake.
  bool row_awake(int y) const { return awake_rows_[row_index(y)] != 0; }

  // May be called during a tick, by several threads for different rows.
  void set_pending(int y, int block) {
    const auto place = static_cast<unsigned>(block);
    add_pending(y, block / 64, uint64_t{1} << place % 64);
  }
  // The same for a word of blocks.
  void add_pending(int y, int word, uint64_t blocks) {
    if (blocks == 0) return;
    if (uint8_t& row = pending_rows_[row_index(y)]; row == 0) {
      row = 1;
      any_pending_.raise();
    }
    pending_.row(y)[word] |= blocks;
  }

  // Whether the block of this cell will be awake in the next tick.
  bool will_wake(const ActivityMap& activity, ActivityMap::Cursor cursor, CellPos cell) const;

 private:
  static size_t row_index(int y) { return static_cast<size_t>(y); }
  bool is_quiet(const ActivityMap& activity, ActivityMap::Cursor cursor, int first_row) const;
  bool find_in_row(const ActivityMap& activity, ActivityMap::Cursor cursor, int y);
  // The rows in which a change wakes blocks of row y.
  int first_seen(int y) const { return std::max(y - 1, 0); }
  int last_seen(int y) const { return std::min(y + rows_seen_, height_ - 1); }

  int blocks_;
  int height_;
  int rows_seen_ = 1;
  BitPlane awake_;
  BitPlane pending_;
  SharedFlag any_pending_;
  bool any_awake_ = false;
  // A byte for each row, and some more: whether it has a bit in pending_, and in awake_.
  std::vector<uint8_t> pending_rows_;
  std::vector<uint8_t> awake_rows_;
};

}  // namespace quicksand
