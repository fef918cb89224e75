#include "sim/falling/buoyancy.h"

#include <algorithm>

#include "core/ones.h"
#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/cells/rules.h"
#include "sim/falling/fall_laws.h"

namespace quicksand {

Buoyancy::Buoyancy(ActivityMap& activity)
    : cursor_(activity.add_cursor("gases")),
      found_({activity.blocks(), activity.height()}),
      found_rows_(static_cast<size_t>(activity.height())),
      moved_(static_cast<size_t>(activity.words())) {
  waiting_.reserve(2 * static_cast<size_t>(activity.height()) * moved_.size());
}

void Buoyancy::set_materials(const MaterialTable& table) {
  up_ = {-1};
  down_ = {1};
  gases_ = {};
  chance_ = {};
  for (int i = 0; i < table.size(); ++i) {
    const auto id = static_cast<MaterialId>(i);
    if (table.phase(id) != Phase::kGas) continue;
    const bool rises = table.rises(id);
    chance_[id] = rises ? table.sink_chance(kVoid, id) : table.sink_chance(id, kVoid);
    if (chance_[id] == 0) continue;
    Way& way = rises ? up_ : down_;
    way.gases.add(id);
    gases_.add(id);
    way.any = true;
  }
}

void Buoyancy::set_weight(bool has_weight, ActivityMap& activity) const {
  activity.set_listening(cursor_, has_weight && (up_.any || down_.any));
}

void Buoyancy::run(SandboxState& state, const BlockQueries& queries, ActivityMap& activity) {
  if (!(up_.any || down_.any) || state.gravity == 0) return;
  activity.gather();
  if (!activity.any_changed(cursor_)) return;
  waiting_.clear();
  if (find_gases(state, queries, activity)) {
    if (up_.any) run(up_, state, queries, activity);
    if (down_.any) run(down_, state, queries, activity);
  }
  activity.clear(cursor_);
  for (const Waiting& waiting : waiting_) activity.keep(cursor_, waiting.y, waiting.word, waiting.blocks);
}

// In and beside what has changed. Whether there are any.
bool Buoyancy::find_gases(const SandboxState& state, const BlockQueries& queries, const ActivityMap& activity) {
  const int height = state.size.height;
  bool any = false;
  for (int y = 0; y < height; ++y) {
    const int above = std::max(y - 1, 0);
    const int below = std::min(y + 1, height - 1);
    uint8_t& found_row = found_rows_[static_cast<size_t>(y)];
    const bool looks = activity.row_changed(cursor_, above) || activity.row_changed(cursor_, y) ||
                       activity.row_changed(cursor_, below);
    if (!looks && found_row == 0) continue;
    found_row = 0;
    for (int word = 0; word < activity.words(); ++word) {
      const uint64_t near = activity.changed(cursor_, above)[word] | activity.changed(cursor_, y)[word] |
                            activity.changed(cursor_, below)[word];
      uint64_t found = 0;
      for (const int bit : ones(near))
        if (queries.cells_in(state.material().row(y) + (word * 64 + bit) * kBlockCells, gases_) != 0)
          found |= uint64_t{1} << bit;
      found_.row(y)[word] = found;
      if (found != 0) found_row = 1;
    }
    any |= found_row != 0;
  }
  return any;
}

// From the row on that they move to, so that what has moved has made room for what is behind it.
void Buoyancy::run(const Way& way, SandboxState& state, const BlockQueries& queries, ActivityMap& activity) {
  const uint32_t key = row_key(state.seed, state.tick, kDiceRise, way.rows < 0 ? 0 : 1);
  const int height = state.size.height;
  std::fill(moved_.begin(), moved_.end(), uint64_t{0});
  bool any_moved = false;
  for (int step = 1; step < height; ++step) {
    const int y = way.rows < 0 ? step : height - 1 - step;
    const int ahead = y + way.rows;
    if (!any_moved && found_rows_[static_cast<size_t>(y)] == 0) continue;
    any_moved = false;
    for (int word = 0; word < activity.words(); ++word) {
      uint64_t& moved = moved_[static_cast<size_t>(word)];
      const uint64_t near = found_.row(y)[word] | moved;
      moved = 0;
      uint64_t waiting = 0;
      for (const int bit : ones(near)) {
        const int block = word * 64 + bit;
        const MaterialId* const here = state.material().row(y) + block * kBlockCells;
        uint64_t free = queries.cells_in(here, way.gases);
        if (free == 0) continue;
        free &= ~queries.nonzero(state.material().row(ahead) + block * kBlockCells);
        if (free == 0) continue;
        const uint64_t moving = this->moving(state, key, y, block, free);
        if (moving != free) waiting |= uint64_t{1} << bit;
        if (moving == 0) continue;
        state.cells.swap_with_above(std::max(y, ahead), block, moving);
        moved |= uint64_t{1} << bit;
      }
      activity.mark_blocks(y, word, moved);
      activity.mark_blocks(ahead, word, moved);
      any_moved |= moved != 0;
      if (waiting != 0) waiting_.push_back({y, word, waiting});
    }
  }
}

// The dice are the column's.
uint64_t Buoyancy::moving(const SandboxState& state, uint32_t key, int y, int block, uint64_t free) const {
  uint64_t moving = 0;
  for (const int bit : ones(free)) {
    const int x = block * kBlockCells + bit;
    const uint32_t share = chance_[state.material().row(y)[x]] * static_cast<uint32_t>(state.gravity);
    const uint32_t chance = std::max<uint32_t>(share / kGravityUnit, 1);
    if (dice_word(key, static_cast<uint32_t>(x)) % kAlways < chance) moving |= uint64_t{1} << bit;
  }
  return moving;
}

}  // namespace quicksand
