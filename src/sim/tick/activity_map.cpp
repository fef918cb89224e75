#include "sim/tick/activity_map.h"

#include <algorithm>
#include <cstring>

#include "core/check.h"

namespace quicksand {

ActivityMap::ActivityMap(GridSize size)
    : blocks_(blocks_of(size).width),
      height_(size.height),
      words_((blocks_ + 63) / 64),
      marked_(blocks_of(size)),
      marked_rows_(static_cast<size_t>(size.height) + 3 * kRowGroup) {
  mark_all();
}

ActivityMap::Cursor ActivityMap::add_cursor(std::string_view pass) {
  cursors_.push_back({BitPlane({blocks_, height_}), std::vector<uint8_t>(marked_rows_.size()), {}, true, pass});
  mark_all();
  return cursors_.size() - 1;
}

void ActivityMap::set_listening(Cursor cursor, bool listening) {
  if (listening && !cursors_[cursor].listens) mark_all();
  cursors_[cursor].listens = listening;
}

void ActivityMap::listen_from_now(Cursor cursor) {
  clear(cursor);
  cursors_[cursor].listens = true;
}

void ActivityMap::mark_all() {
  for (int y = 0; y < height_; ++y)
    for (int word = 0; word < words(); ++word) mark_blocks(y, word, valid(word));
}

void ActivityMap::mark(const RowSpan& span) {
  QS_CHECK(span.y >= 0 && span.y < height_ && span.first >= 0 && span.last / kBlockCells < blocks_,
           "what has changed lies outside of the world");
  for (int block = span.first / kBlockCells; block <= span.last / kBlockCells; ++block) mark_block(span.y, block);
}

uint64_t ActivityMap::group(const std::vector<uint8_t>& rows, int y) {
  uint64_t flags = 0;
  std::memcpy(&flags, &rows[row_index(y)], kRowGroup);
  return flags;
}

uint64_t ActivityMap::rows_changed(Cursor cursor, int y) const { return group(cursors_[cursor].rows, y); }

// Calls action(first row, rows, their flags) for every group in which a row has its flag set.
template <class Action>
void ActivityMap::for_each_group(const std::vector<uint8_t>& rows, const Action& action) const {
  for (int first = 0; first < height_; first += kRowGroup)
    if (const uint64_t flags = group(rows, first); flags != 0)
      action(first, std::min(kRowGroup, height_ - first), flags);
}

// Whole groups of rows: they lie side by side in memory, so that this takes a few vectors each.
void ActivityMap::gather() {
  if (!any_marked_.is_raised()) return;
  any_marked_.lower();
  ++times_changed_;
  for (Changes& changes : cursors_) {
    if (!changes.listens) continue;
    changes.any.raise();
    for_each_group(marked_rows_, [&](int first, int rows, uint64_t flags) {
      flags |= group(changes.rows, first);
      std::memcpy(&changes.rows[row_index(first)], &flags, kRowGroup);
      changes.blocks.join_rows(marked_, first, rows);
    });
  }
  clear_rows(marked_, marked_rows_);
}

bool ActivityMap::any_left() const {
  return any_marked_.is_raised() || std::ranges::any_of(cursors_, [](const Changes& changes) {
           return changes.listens && changes.any.is_raised();
         });
}

bool ActivityMap::any_left_but(Cursor cursor) const {
  bool any = any_marked_.is_raised();
  for (Cursor each = 0; each < cursors_.size(); ++each)
    any |= each != cursor && cursors_[each].listens && cursors_[each].any.is_raised();
  return any;
}

void ActivityMap::clear(Cursor cursor) {
  Changes& changes = cursors_[cursor];
  if (!changes.any.is_raised()) return;
  changes.any.lower();
  clear_rows(changes.blocks, changes.rows);
}

void ActivityMap::clear_rows(BitPlane& blocks, std::vector<uint8_t>& rows) const {
  for_each_group(rows, [&](int first, int count, uint64_t) {
    std::memset(&rows[row_index(first)], 0, kRowGroup);
    blocks.clear_rows(first, count);
  });
}

}  // namespace quicksand
