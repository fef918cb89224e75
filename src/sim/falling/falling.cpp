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

bool any_of_64(const uint8_t* bytes) {
  uint64_t any = 0;
  for (int i = 0; i < 8; ++i) {
    uint64_t eight = 0;
    std::memcpy(&eight, bytes + 8 * i, 8);
    any |= eight;
  }
  return any != 0;
}

// A bit for each of 64 bytes that has this one set.
uint64_t having(const uint8_t* bytes, BlockChange change) {
  uint64_t word = 0;
  for (int i = 0; i < 8; ++i) {
    uint64_t eight = 0;
    std::memcpy(&eight, bytes + 8 * i, 8);
    // The product gathers the lowest bits of all bytes in its highest byte.
    const uint64_t lowest = eight >> std::countr_zero(uint8_t{change}) & 0x0101010101010101U;
    word |= (lowest * 0x0102040810204080U) >> 56 << (8 * i);
  }
  return word;
}

}  // namespace

Falling::Falling(GridSize size, ActivityMap& activity)
    : cursor_(activity.add_cursor()),
      rows_(static_cast<size_t>(blocks_of(size).width)),
      near_((rows_.size() + 63) / 64),
      changed_(blocks_of(size)) {
  for (std::vector<int>& rows : rows_) rows.reserve(static_cast<size_t>(size.height));
}

void Falling::run(SandboxState& state, const MaterialTable& table, Kernel& kernel, ActivityMap& activity,
                  Parallel& parallel, TickEvents* events) {
  const FallLaws laws(table, state.gravity, state.tick);
  const FallWork work{{state, table, activity, cursor_, events}, laws, changed_};
  kernel.begin_tick(work, parallel);
  if (!activity.any_changed(cursor_)) return;
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
  mark_changes(state, activity, parallel);
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

void Falling::mark_changes(SandboxState& state, ActivityMap& activity, Parallel& parallel) {
  const int chunks = (activity.height() + kChunkRows - 1) / kChunkRows;
  parallel.for_each(chunks, [&](int chunk) {
    for (int y = chunk * kChunkRows; y < std::min((chunk + 1) * kChunkRows, activity.height()); ++y) {
      for (int word = 0; word < activity.words(); ++word) {
        uint8_t* const bytes = changed_.row(y) + word * 64;
        if (!any_of_64(bytes)) continue;
        const uint64_t blocks = having(bytes, kChanged);
        activity.mark_blocks(y, word, blocks);
        state.cells.set_used(kSpeedPlane, y, word, having(bytes, kLookedAt), having(bytes, kHasSpeed));
        std::memset(bytes, 0, 64);
        for (const uint8_t plane : state.cells.moving_sparse()) {
          if (plane == kSpeedPlane || !state.cells.is_ever_used(plane)) continue;
          for (const int bit : ones(blocks)) state.cells.find_used(plane, y, word * 64 + bit);
        }
      }
    }
  });
}

}  // namespace quicksand
