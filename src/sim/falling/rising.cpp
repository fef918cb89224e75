#include "sim/falling/rising.h"

#include <algorithm>

#include "core/ones.h"
#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/cells/rules.h"
#include "sim/falling/fall_laws.h"

namespace quicksand {

Rising::Rising(ActivityMap& activity) : cursor_(activity.add_cursor()), risen_(static_cast<size_t>(activity.words())) {
  waiting_.reserve(static_cast<size_t>(activity.height()) * risen_.size());
}

void Rising::set_materials(const MaterialTable& table, ActivityMap& activity) {
  gases_ = {};
  chance_ = {};
  any_gas_ = false;
  for (int i = 0; i < table.size(); ++i) {
    const auto id = static_cast<MaterialId>(i);
    if (table.phase(id) != Phase::kGas) continue;
    gases_.add(id);
    chance_[id] = table.sink_chance(kVoid, id);
    any_gas_ = true;
  }
  activity.set_listening(cursor_, any_gas_);
}

// From the highest row down, so that what has risen has made room for what is below it.
void Rising::run(SandboxState& state, const BlockQueries& queries, ActivityMap& activity) {
  if (!any_gas_ || state.gravity == 0) return;
  activity.gather();
  if (!activity.any_changed(cursor_)) return;
  const uint32_t key = row_key(state.seed, state.tick, kDiceRise, 0);
  waiting_.clear();
  std::fill(risen_.begin(), risen_.end(), uint64_t{0});
  bool any_risen = false;
  for (int y = 1; y < state.size.height; ++y) {
    if (!any_risen && !activity.row_changed(cursor_, y) && !activity.row_changed(cursor_, y - 1)) continue;
    any_risen = false;
    for (int word = 0; word < activity.words(); ++word) {
      uint64_t& risen = risen_[static_cast<size_t>(word)];
      const uint64_t near = activity.changed(cursor_, y)[word] | activity.changed(cursor_, y - 1)[word] | risen;
      risen = 0;
      uint64_t waiting = 0;
      for (const int bit : ones(near)) {
        const int block = word * 64 + bit;
        const MaterialId* const here = state.material().row(y) + block * kBlockCells;
        uint64_t free = queries.cells_in(here, gases_);
        if (free == 0) continue;
        free &= ~queries.nonzero(here - state.material().stride());
        if (free == 0) continue;
        const uint64_t rising = this->rising(state, key, y, block, free);
        if (rising != free) waiting |= uint64_t{1} << bit;
        if (rising == 0) continue;
        state.cells.swap_with_above(y, block, rising);
        risen |= uint64_t{1} << bit;
      }
      activity.mark_blocks(y, word, risen);
      activity.mark_blocks(y - 1, word, risen);
      any_risen |= risen != 0;
      if (waiting != 0) waiting_.push_back({y, word, waiting});
    }
  }
  activity.clear(cursor_);
  for (const Waiting& waiting : waiting_) activity.keep(cursor_, waiting.y, waiting.word, waiting.blocks);
}

// The dice are the column's.
uint64_t Rising::rising(const SandboxState& state, uint32_t key, int y, int block, uint64_t free) const {
  uint64_t rising = 0;
  for (const int bit : ones(free)) {
    const int x = block * kBlockCells + bit;
    const uint32_t share = chance_[state.material().row(y)[x]] * static_cast<uint32_t>(state.gravity);
    const uint32_t chance = std::max<uint32_t>(share / kGravityUnit, 1);
    if (dice_word(key, static_cast<uint32_t>(x)) % kAlways < chance) rising |= uint64_t{1} << bit;
  }
  return rising;
}

}  // namespace quicksand
