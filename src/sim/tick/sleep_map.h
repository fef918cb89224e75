// Which blocks of the world a tick has to process. A block is 64 cells of one row.
//
// A row's rules read the row above, the two rows below and a few columns to the sides, and throw dice that depend on
// the place and the tick only. So a block in which no event was possible stays without one until a cell changes in it
// or in one of the blocks around it, or two rows below it. Such a block sleeps: the tick does not look at it.
// Processing it would change nothing, which is why sleeping never changes a result.
//
//     changed:  cells of the block changed in the last tick, or were painted since
//     pending:  an event was possible in the last tick but the dice, or something in the way, held it up
//     awake  =  pending, or changed, or next to a changed block, or two rows above one
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

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
  void wake(const RowSpan& span);

  // With false, every block is awake in every tick.
  void set_sleeping(bool sleeping) { sleeping_ = sleeping; }

  // Whether anything was changed or pending in the row since the last tick began.
  bool busy(int y) const { return busy_[row_index(y)] != 0; }

  // Begins a tick: what was changed becomes what had changed, all that is awake is worked out, and nothing is changed
  // or pending. Calls had_changed(y) for every row with changed cells. Returns how many rows are not wholly asleep.
  template <class HadChanged>
  int begin_tick(const HadChanged& had_changed) {
    std::swap(changed_, had_changed_);
    std::swap(busy_, was_busy_);
    int rows = 0;
    for (int first = 0; first < height_; first += kRowsAtOnce) {
      if (is_quiet(first)) continue;
      for (int y = first; y < std::min(first + kRowsAtOnce, height_); ++y) {
        if (begin_row(y)) had_changed(y);
        rows += row_awake(y) ? 1 : 0;
      }
    }
    return rows;
  }

  // A bit for each block, word by word; word -1 and the one past the last are zero.
  const uint64_t* awake(int y) const { return awake_.row(y); }
  // Whether any block of the row is awake.
  bool row_awake(int y) const { return awake_rows_[row_index(y)] != 0; }

  // Both may be called during a tick, by several threads for different rows.
  void set_changed(int y, int block) {
    set_busy(y);
    set_bit(changed_.row(y), block);
  }
  void set_pending(int y, int block) {
    set_busy(y);
    set_bit(pending_.row(y), block);
  }
  // The same for a word of blocks.
  void add_changed(int y, int word, uint64_t blocks) {
    if (blocks == 0) return;
    set_busy(y);
    changed_.row(y)[word] |= blocks;
  }
  void add_pending(int y, int word, uint64_t blocks) {
    if (blocks == 0) return;
    set_busy(y);
    pending_.row(y)[word] |= blocks;
  }
  const uint64_t* changed(int y) const { return changed_.row(y); }
  // Of the tick before; in begin_tick.
  const uint64_t* had_changed(int y) const { return had_changed_.row(y); }

  // Whether the next tick will process the block of this cell.
  bool will_wake(CellPos cell) const;

 private:
  // So many rows are looked at together, to pass over a sleeping world quickly.
  static constexpr int kRowsAtOnce = 8;

  static void set_bit(uint64_t* words, int index) {
    const auto place = static_cast<unsigned>(index);
    words[place / 64] |= uint64_t{1} << place % 64;
  }
  // Row -1 exists, as a row of margin.
  static size_t row_index(int y) { return static_cast<size_t>(y + kRowsAtOnce); }

  // Writes once: rows of other threads share the cache line.
  void set_busy(int y) {
    if (uint8_t& busy = busy_[row_index(y)]; busy == 0) busy = 1;
  }
  uint64_t valid(int word) const;
  bool is_quiet(int first_row) const;
  bool begin_row(int y);

  int blocks_;
  int height_;
  bool sleeping_ = true;
  BitPlane awake_;
  BitPlane changed_;      // in this tick
  BitPlane had_changed_;  // in the tick before
  BitPlane pending_;
  // A byte for each row, with kRowsAtOnce of margin above and below: whether it has a bit in changed_ or pending_ (in
  // this tick, in the tick before), and in awake_.
  std::vector<uint8_t> busy_;
  std::vector<uint8_t> was_busy_;
  std::vector<uint8_t> awake_rows_;
};

}  // namespace quicksand
