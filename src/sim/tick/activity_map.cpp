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

void ActivityMap::gather() {
  if (!any_marked_.is_raised()) return;
  any_marked_.lower();
  for (Changes& changes : cursors_) changes.any |= changes.listens;
  for (int first = 0; first < height_; first += kRowGroup) {
    if (group(marked_rows_, first) == 0) continue;
    for (int y = first; y < std::min(first + kRowGroup, height_); ++y) {
      if (marked_rows_[row_index(y)] == 0) continue;
      marked_rows_[row_index(y)] = 0;
      uint64_t* const marked = marked_.row(y);
      for (Changes& changes : cursors_) {
        if (!changes.listens) continue;
        changes.rows[row_index(y)] = 1;
        uint64_t* const blocks = changes.blocks.row(y);
        for (int word = 0; word < words_; ++word) blocks[word] |= marked[word];
      }
      for (int word = 0; word < words_; ++word) marked[word] = 0;
    }
  }
}

void ActivityMap::clear(Cursor cursor) {
  Changes& changes = cursors_[cursor];
  if (!changes.any) return;
  changes.any = false;
  for (int first = 0; first < height_; first += kRowGroup) {
    if (group(changes.rows, first) == 0) continue;
    for (int y = first; y < std::min(first + kRowGroup, height_); ++y) {
      if (changes.rows[row_index(y)] == 0) continue;
      changes.rows[row_index(y)] = 0;
      uint64_t* const blocks = changes.blocks.row(y);
      for (int word = 0; word < words_; ++word) blocks[word] = 0;  // most often one: no call
    }
  }
}

}  // namespace quicksand
