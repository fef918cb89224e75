#include "sim/tick/activity_map.h"

#include <algorithm>
#include <cstring>

namespace quicksand {

ActivityMap::ActivityMap(GridSize size)
    : blocks_(blocks_of(size).width),
      height_(size.height),
      words_((blocks_ + 63) / 64),
      marked_(blocks_of(size)),
      marked_rows_(static_cast<size_t>(size.height) + 3 * kRowGroup) {
  mark_all();
}

ActivityMap::Cursor ActivityMap::add_cursor() {
  cursors_.push_back({BitPlane({blocks_, height_}), std::vector<uint8_t>(marked_rows_.size()), false, true});
  mark_all();
  return cursors_.size() - 1;
}

void ActivityMap::set_listening(Cursor cursor, bool listening) {
  if (listening && !cursors_[cursor].listens) mark_all();
  cursors_[cursor].listens = listening;
}

void ActivityMap::mark_all() {
  for (int y = 0; y < height_; ++y)
    for (int word = 0; word < words(); ++word) mark_blocks(y, word, valid(word));
}

void ActivityMap::mark(const RowSpan& span) {
  for (int block = span.first / kBlockCells; block <= span.last / kBlockCells; ++block) mark_block(span.y, block);
}

uint64_t ActivityMap::group(const std::vector<uint8_t>& rows, int y) {
  uint64_t flags = 0;
  std::memcpy(&flags, &rows[row_index(y)], kRowGroup);
  return flags;
}

uint64_t ActivityMap::rows_changed(Cursor cursor, int y) const { return group(cursors_[cursor].rows, y); }

// Cursor by cursor, with pointers of its own: a byte that is written might be any member, as far as the compiler knows,
// and it would load them all anew for every row.
void ActivityMap::gather() {
  if (!any_marked_.is_raised()) return;
  any_marked_.lower();
  uint8_t* const marked_rows = &marked_rows_[row_index(0)];
  const ptrdiff_t stride = marked_.row(1) - marked_.row(0);
  const int words = words_;
  uint64_t* const marked = marked_.row(0);
  const auto for_each_marked_row = [&](const auto& action) {
    for (int first = 0; first < height_; first += kRowGroup) {
      uint64_t flags = 0;
      std::memcpy(&flags, marked_rows + first, kRowGroup);
      for (int y = first; flags != 0; ++y, flags >>= 8)
        if ((flags & 1) != 0) action(y);
    }
  };
  for (Changes& changes : cursors_) {
    if (!changes.listens) continue;
    changes.any = true;
    uint8_t* const rows = &changes.rows[row_index(0)];
    uint64_t* const blocks = changes.blocks.row(0);
    for_each_marked_row([&](int y) {
      rows[y] = 1;
      for (int word = 0; word < words; ++word) blocks[y * stride + word] |= marked[y * stride + word];
    });
  }
  for_each_marked_row([&](int y) {
    marked_rows[y] = 0;
    for (int word = 0; word < words; ++word) marked[y * stride + word] = 0;
  });
}

void ActivityMap::clear(Cursor cursor) {
  Changes& changes = cursors_[cursor];
  if (!changes.any) return;
  changes.any = false;
  uint8_t* const rows = &changes.rows[row_index(0)];
  uint64_t* const blocks = changes.blocks.row(0);
  const ptrdiff_t stride = changes.blocks.row(1) - blocks;
  const int words = words_;
  for (int first = 0; first < height_; first += kRowGroup) {
    uint64_t flags = 0;
    std::memcpy(&flags, rows + first, kRowGroup);
    for (int y = first; flags != 0; ++y, flags >>= 8) {
      if ((flags & 1) == 0) continue;
      rows[y] = 0;
      for (int word = 0; word < words; ++word) blocks[y * stride + word] = 0;
    }
  }
}

}  // namespace quicksand
