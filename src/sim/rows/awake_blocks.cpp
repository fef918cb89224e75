#include "sim/rows/awake_blocks.h"

#include "core/bits.h"

namespace quicksand {
namespace {

// Spreads every bit to its two neighbours. `column(i)` joins the words i words away of all rows that count.
template <class Column>
uint64_t around(const Column& column) {
  const uint64_t middle = column(0);
  return middle | middle << 1 | middle >> 1 | column(-1) >> 63 | column(1) << 63;
}

}  // namespace

AwakeBlocks::AwakeBlocks(GridSize size)
    : blocks_(blocks_of(size).width),
      height_(size.height),
      awake_(blocks_of(size)),
      pending_(blocks_of(size)),
      pending_rows_(static_cast<size_t>(size.height) + ActivityMap::kRowGroup),
      awake_rows_(pending_rows_.size()) {}

int AwakeBlocks::find(const ActivityMap& activity, ActivityMap::Cursor cursor) {
  // A world at rest is left at once.
  if (!any_awake_ && !any_pending_.is_raised() && !activity.any_changed(cursor)) return 0;
  any_pending_.lower();
  int rows = 0;
  for (int first = 0; first < height_; first += ActivityMap::kRowGroup) {
    if (is_quiet(activity, cursor, first)) continue;
    for (int y = first; y < std::min(first + ActivityMap::kRowGroup, height_); ++y)
      rows += find_in_row(activity, cursor, y) ? 1 : 0;
  }
  any_awake_ = rows > 0;
  return rows;
}

// Whether the rows from `first_row` on were asleep in the last tick and have no reason to wake.
bool AwakeBlocks::is_quiet(const ActivityMap& activity, ActivityMap::Cursor cursor, int first_row) const {
  constexpr int kGroup = ActivityMap::kRowGroup;
  const uint64_t busy = eight_bytes_at(&pending_rows_[row_index(first_row)]) |
                        eight_bytes_at(&awake_rows_[row_index(first_row)]) | activity.rows_changed(cursor, first_row);
  if (busy != 0 || activity.row_changed(cursor, first_row - 1)) return false;
  for (int y = first_row + kGroup; y <= last_seen(first_row + kGroup - 1); ++y)
    if (activity.row_changed(cursor, y)) return false;
  return true;
}

// Returns whether any block of the row is awake.
bool AwakeBlocks::find_in_row(const ActivityMap& activity, ActivityMap::Cursor cursor, int y) {
  uint64_t* const awake = awake_.row(y);
  uint64_t* const pending = pending_.row(y);
  uint64_t any = 0;
  for (int word = 0; word < words(); ++word) {
    const auto column = [&](int i) {
      uint64_t changed = 0;
      for (int row = first_seen(y); row <= last_seen(y); ++row) changed |= activity.changed(cursor, row)[word + i];
      return changed;
    };
    awake[word] = (pending[word] | around(column)) & activity.valid(word);
    pending[word] = 0;
    any |= awake[word];
  }
  awake_rows_[row_index(y)] = any != 0 ? 1 : 0;
  pending_rows_[row_index(y)] = 0;
  return any != 0;
}

bool AwakeBlocks::will_wake(const ActivityMap& activity, ActivityMap::Cursor cursor, CellPos cell) const {
  const int block = cell.x / kBlockCells;
  const int word = block / 64;
  const auto column = [&](int i) {
    uint64_t blocks = 0;
    for (int y = first_seen(cell.y); y <= last_seen(cell.y); ++y)
      blocks |= activity.changed(cursor, y)[word + i] | activity.marked(y)[word + i];
    return blocks;
  };
  return ((pending_.row(cell.y)[word] | around(column)) >> block % 64 & 1) != 0;
}

}  // namespace quicksand
