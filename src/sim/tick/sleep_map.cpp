#include "sim/tick/sleep_map.h"

#include <cstring>

namespace quicksand {
namespace {

int block_count(GridSize size) { return (size.width + kBlockCells - 1) / kBlockCells; }

// Spreads every bit to its two neighbours. The pointers are to the same word of four rows.
uint64_t around(const uint64_t* above, const uint64_t* here, const uint64_t* below, const uint64_t* below_that) {
  const auto column = [&](int word) { return above[word] | here[word] | below[word] | below_that[word]; };
  const uint64_t middle = column(0);
  return middle | middle << 1 | middle >> 1 | column(-1) >> 63 | column(1) << 63;
}

}  // namespace

SleepMap::SleepMap(GridSize size)
    : blocks_(block_count(size)),
      height_(size.height),
      awake_({blocks_, size.height}),
      changed_({blocks_, size.height}),
      had_changed_({blocks_, size.height}),
      pending_({blocks_, size.height}),
      busy_(static_cast<size_t>(size.height) + 2 * kRowsAtOnce + 1),
      was_busy_(busy_.size()),
      awake_rows_(busy_.size()) {
  wake_all();
}

uint64_t SleepMap::valid(int word) const {
  const int bits = blocks_ - word * 64;
  return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
}

void SleepMap::wake_all() {
  for (int y = 0; y < height_; ++y) wake({y, 0, blocks_ * kBlockCells - 1});
}

void SleepMap::wake(const RowSpan& span) {
  for (int block = span.first / kBlockCells; block <= span.last / kBlockCells; ++block) set_changed(span.y, block);
}

// Whether the rows from `first_row` on were asleep in the last tick and have no reason to wake.
bool SleepMap::is_quiet(int first_row) const {
  if (!sleeping_) return false;
  const size_t index = row_index(first_row);
  uint64_t busy = 0;
  uint64_t awake = 0;
  std::memcpy(&busy, &was_busy_[index], kRowsAtOnce);
  std::memcpy(&awake, &awake_rows_[index], kRowsAtOnce);
  return (busy | awake | was_busy_[index - 1] | was_busy_[index + kRowsAtOnce] | was_busy_[index + kRowsAtOnce + 1]) ==
         0;
}

// Returns whether cells of the row had changed.
bool SleepMap::begin_row(int y) {
  const uint64_t* const above = had_changed_.row(y - 1);
  const uint64_t* const here = had_changed_.row(y);
  const uint64_t* const below = had_changed_.row(y + 1);
  const uint64_t* const below_that = had_changed_.row(y + 2);
  uint64_t had_changed = 0;
  uint64_t any_awake = 0;
  for (int word = 0; word < words(); ++word) {
    const uint64_t woken = pending_.row(y)[word] | around(above + word, here + word, below + word, below_that + word);
    const uint64_t awake = sleeping_ ? woken & valid(word) : valid(word);
    awake_.row(y)[word] = awake;
    changed_.row(y)[word] = 0;
    pending_.row(y)[word] = 0;
    any_awake |= awake;
    had_changed |= here[word];
  }
  awake_rows_[row_index(y)] = any_awake != 0 ? 1 : 0;
  busy_[row_index(y)] = 0;
  return had_changed != 0;
}

bool SleepMap::will_wake(CellPos cell) const {
  const int block = cell.x / kBlockCells;
  const int word = block / 64;
  const uint64_t woken =
      pending_.row(cell.y)[word] | around(changed_.row(cell.y - 1) + word, changed_.row(cell.y) + word,
                                          changed_.row(cell.y + 1) + word, changed_.row(cell.y + 2) + word);
  return (woken >> block % 64 & 1) != 0;
}

}  // namespace quicksand
