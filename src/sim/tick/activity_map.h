// What has changed in a world since each pass of its tick looked at it last.
//
// Passes leave out what would change nothing, and all of them ask this map. Its words:
//
//   block    64 cells of one row, the unit of all answers
//   mark     whoever changes cells marks their blocks, once: a command, a pass, a grain that lands
//   cursor   what one pass has not looked at yet: the blocks marked since it cleared its cursor
//   changed  a block in a cursor
//
// A pass gathers the marks, looks at what has changed and around it, marks what it changes itself, and clears its cursor
// when it has looked at all of it. Blocks that it leaves out rest: looking at them would change nothing, so leaving them
// out never changes a result. Which of the changed blocks' neighbours a pass has to look at follows from how far its
// rules reach, and is said where the pass is defined (rows/awake_blocks.h, liquid/levelling.h, moisture/wetting.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/bit_plane.h"
#include "core/geometry.h"
#include "core/paint.h"
#include "core/shared_flag.h"
#include "sim/cells/cell_planes.h"

namespace quicksand {

class ActivityMap {
 public:
  // The number of a cursor.
  using Cursor = size_t;

  // Rows are also looked at in groups of so many, to pass over a world at rest quickly.
  static constexpr int kRowGroup = 8;

  // Everything is marked at first.
  explicit ActivityMap(GridSize size);

  // A cursor in which everything has changed. `pass`: whose it is, for people.
  Cursor add_cursor(std::string_view pass = "");
  Cursor cursors() const { return cursors_.size(); }
  std::string_view pass_of(Cursor cursor) const { return cursors_[cursor].pass; }
  bool is_listening(Cursor cursor) const { return cursors_[cursor].listens; }

  // A pass that will not ask for a while lets its cursor rest; when it listens again, everything has changed.
  void set_listening(Cursor cursor, bool listening);
  // It listens again; nothing has changed in it.
  void listen_from_now(Cursor cursor);

  int height() const { return height_; }
  // Blocks in a row, and words that hold a bit for each.
  int blocks() const { return blocks_; }
  int words() const { return words_; }
  // The bits of a row's word that stand for blocks.
  uint64_t valid(int word) const {
    const int bits = blocks_ - word * 64;
    return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  }

  // Marking. Several threads may mark blocks of different rows.
  void mark_all();
  void mark(const RowSpan& span);
  void mark(CellPos cell) { mark_block(cell.y, cell.x / kBlockCells); }
  void mark_block(int y, int block) {
    const auto place = static_cast<unsigned>(block);
    mark_blocks(y, block / 64, uint64_t{1} << place % 64);
  }
  // A word of blocks.
  void mark_blocks(int y, int word, uint64_t blocks) {
    if (blocks == 0) return;
    // Writes once: rows of other threads share the cache line.
    if (uint8_t& row = marked_rows_[row_index(y)]; row == 0) {
      row = 1;
      any_marked_.raise();
    }
    marked_.row(y)[word] |= blocks;
  }

  // The same where other threads mark blocks of the same word, all of them by this.
  void mark_blocks_together(int y, int word, uint64_t blocks) {
    if (blocks == 0) return;
    uint8_t* const row = &marked_rows_[row_index(y)];
    if (__atomic_load_n(row, __ATOMIC_RELAXED) == 0) {
      __atomic_store_n(row, uint8_t{1}, __ATOMIC_RELAXED);
      any_marked_.raise();
    }
    __atomic_fetch_or(&marked_.row(y)[word], blocks, __ATOMIC_RELAXED);
  }

  // Brings what has been marked since the last call into all cursors. Not while anybody marks.
  void gather();

  // What is marked and not gathered yet.
  const uint64_t* marked(int y) const { return marked_.row(y); }

  // A bit for each block of the row; the words before the first and after the last are 0. Valid for rows from -1 to
  // height + 1, as in BitPlane.
  const uint64_t* changed(Cursor cursor, int y) const { return cursors_[cursor].blocks.row(y); }
  // Whether any block at all has changed.
  bool any_changed(Cursor cursor) const { return cursors_[cursor].any.is_raised(); }
  // Whether any pass has anything left to look at.
  bool any_left() const;
  // The same, but for what one pass has to look at.
  bool any_left_but(Cursor cursor) const;
  // How often gather() has found something.
  uint64_t times_changed() const { return times_changed_; }
  // Whether any block of the row has changed; valid for rows from -kRowGroup to height + kRowGroup.
  bool row_changed(Cursor cursor, int y) const { return cursors_[cursor].rows[row_index(y)] != 0; }
  // The same for each of kRowGroup rows from y on, a byte each.
  uint64_t rows_changed(Cursor cursor, int y) const;

  // The pass has looked at all that has changed.
  void clear(Cursor cursor);
  // What it shall look at the next time all the same: a word of blocks, for itself alone. Several threads may do so for
  // different rows.
  void keep(Cursor cursor, int y, int word, uint64_t blocks) {
    if (blocks == 0) return;
    Changes& changes = cursors_[cursor];
    changes.rows[row_index(y)] = 1;
    if (!changes.any.is_raised()) changes.any.raise();
    changes.blocks.row(y)[word] |= blocks;
  }

 private:
  struct Changes {
    BitPlane blocks;
    std::vector<uint8_t> rows;  // whether a row has a bit in blocks
    SharedFlag any;             // whether any row has
    bool listens = true;
    std::string_view pass = "";
  };

  static size_t row_index(int y) { return static_cast<size_t>(y + kRowGroup); }
  static uint64_t group(const std::vector<uint8_t>& rows, int y);
  template <class Action>
  void for_each_group(const std::vector<uint8_t>& rows, const Action& action) const;
  void clear_rows(BitPlane& blocks, std::vector<uint8_t>& rows) const;

  int blocks_;
  int height_;
  int words_;
  BitPlane marked_;
  SharedFlag any_marked_;
  uint64_t times_changed_ = 0;
  std::vector<uint8_t> marked_rows_;  // with kRowGroup of margin above and more below
  std::vector<Changes> cursors_;
};

}  // namespace quicksand
