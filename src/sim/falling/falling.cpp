#include "sim/falling/falling.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/ones.h"
#include "sim/cells/rules.h"
#include "sim/tick/kernel.h"

namespace quicksand {
namespace {

// Less is done sooner than other threads are woken.
constexpr int kFewBlocks = 256;

}  // namespace

Falling::Falling(GridSize size, ActivityMap& activity)
    : cursor_(activity.add_cursor()),
      rows_(static_cast<size_t>(blocks_of(size).width)),
      near_((rows_.size() + 63) / 64),
      changed_({size.height, static_cast<int>(rows_.size())}),
      touched_(changed_.size()),
      landings_of_strip_(rows_.size()) {
  for (std::vector<int>& rows : rows_) rows.reserve(static_cast<size_t>(size.height));
}

void Falling::run(SandboxState& state, const MaterialTable& table, Kernel& kernel, ActivityMap& activity,
                  Parallel& parallel, TickEvents* events) {
  landings_.clear();
  if (!activity.any_changed(cursor_)) return;  // nothing was touched in the tick before, either
  const FallLaws laws(table, state.gravity, state.tick);
  const FallWork work{{state, table, activity, cursor_, events}, laws, changed_, touched_, landings_of_strip_};
  kernel.begin_tick(work, parallel);
  const int blocks = find_rows(work);
  activity.clear(cursor_);
  if (blocks == 0) return;
  const int strips = static_cast<int>(rows_.size());
  const auto fall = [&](int strip) {
    if (const std::vector<int>& rows = rows_[static_cast<size_t>(strip)]; !rows.empty()) kernel.fall(work, strip, rows);
  };
  if (blocks > kFewBlocks)
    parallel.for_each(strips, fall);
  else
    for (int strip = 0; strip < strips; ++strip) fall(strip);
  mark_changes(work, kernel, parallel);
  gather_landings(work);
}

void Falling::gather_landings(const FallWork& work) {
  for (std::vector<Landing>& landings : landings_of_strip_) {
    landings_.insert(landings_.end(), landings.begin(), landings.end());
    landings.clear();
  }
  // Kernels look at the cells of a strip in different orders.
  std::sort(landings_.begin(), landings_.end(), [](const Landing& a, const Landing& b) {
    return a.cell.y != b.cell.y ? a.cell.y < b.cell.y : a.cell.x < b.cell.x;
  });
  if (work.events)
    for (const Landing& landing : landings_) work.events->impacts.add(landing.cell);
}

bool FallWork::find_near(int y, uint64_t* blocks) const {
  if (!activity.row_changed(cursor, y - 1) && !activity.row_changed(cursor, y) && !activity.row_changed(cursor, y + 1))
    return false;
  const uint64_t* const above = activity.changed(cursor, y - 1);
  const uint64_t* const here = activity.changed(cursor, y);
  const uint64_t* const below = activity.changed(cursor, y + 1);
  const bool any_wet = state.cells.is_ever_used(kWetnessPlane);
  uint64_t any = 0;
  for (int word = 0; word < activity.words(); ++word) {
    blocks[word] = here[word] | below[word];
    if (any_wet) {
      const auto near = [&](int i) { return above[i] | here[i] | below[i]; };
      blocks[word] = near(word) | near(word) << 1 | near(word) >> 1 | near(word - 1) >> 63 | near(word + 1) << 63;
      blocks[word] &= activity.valid(word);
    }
    any |= blocks[word];
  }
  return any != 0;
}

// A cell begins to fall where it, or what is below it, has changed, and where what is below it falls; the kernels see to
// the last. Returns how many blocks there are.
int Falling::find_rows(const FallWork& work) {
  for (std::vector<int>& rows : rows_) rows.clear();
  int count = 0;
  for (int y = 0; y < work.state.size.height; ++y) {
    if (!work.find_near(y, near_.data())) continue;
    for (size_t word = 0; word < near_.size(); ++word) {
      count += std::popcount(near_[word]);
      for (const int bit : ones(near_[word])) rows_[word * 64 + static_cast<size_t>(bit)].push_back(y);
    }
  }
  return count;
}

void Falling::mark_changes(const FallWork& work, Kernel& kernel, Parallel& parallel) {
  const int height = work.state.size.height;
  const int chunks = (height + kChunkRows - 1) / kChunkRows;
  parallel.for_each(chunks, [&](int chunk) {
    for (int y = chunk * kChunkRows; y < std::min((chunk + 1) * kChunkRows, height); ++y)
      for (int word = 0; word < work.activity.words(); ++word) mark_row(work, kernel, y, word);
  });
}

// Of a word of blocks.
void Falling::mark_row(const FallWork& work, Kernel& kernel, int y, int word) {
  uint64_t changed = 0;
  uint64_t looked_at = 0;
  uint64_t has_speed = 0;
  const int strips = static_cast<int>(rows_.size());
  for (int strip = word * 64; strip < std::min((word + 1) * 64, strips); ++strip) {
    uint8_t& change = changed_.row(strip)[y];
    if (change == 0) continue;
    const uint64_t bit = uint64_t{1} << strip % 64;
    changed |= bit;
    if ((change & kLookedAt) != 0) looked_at |= bit;
    if ((change & kHasSpeed) != 0) has_speed |= bit;
    change = 0;
  }
  if (changed == 0) return;
  CellPlanes& cells = work.state.cells;
  work.activity.mark_blocks(y, word, changed);
  cells.set_used(kSpeedPlane, y, word, looked_at, has_speed);
  for (const uint8_t plane : cells.moving_sparse()) {
    if (plane == kSpeedPlane || !cells.is_ever_used(plane)) continue;
    for (const int bit : ones(changed)) cells.find_used(plane, y, word * 64 + bit);
  }
  kernel.touch(work, y, word, changed);
}

}  // namespace quicksand
