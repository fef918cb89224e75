#include "sim/liquid/foundering.h"

#include <algorithm>

#include "core/ones.h"
#include "core/random.h"
#include "sim/cells/dice.h"

namespace quicksand {

Foundering::Foundering(GridSize size, ActivityMap& activity)
    : cursor_(activity.add_cursor("foundering")), afloat_(size), differs_(static_cast<size_t>(activity.words())) {}

void Foundering::set_materials(const MaterialTable& table, ActivityMap& activity) {
  powders_ = liquids_ = heavy_ = {};
  int lightest = kMaxDensity;
  int densest_liquid = 0;
  for (int i = 0; i < table.size(); ++i) {
    const auto id = static_cast<MaterialId>(i);
    const int density = table[id].density;
    if (table.phase(id) == Phase::kPowder || table.phase(id) == Phase::kLiquid) heavy_.add(id);
    if (table.phase(id) == Phase::kPowder) {
      powders_.add(id);
      lightest = std::min(lightest, density);
    } else if (table.phase(id) == Phase::kLiquid) {
      liquids_.add(id);
      densest_liquid = std::max(densest_liquid, density);
    }
  }
  can_happen_ = lightest < densest_liquid;
  activity.set_listening(cursor_, can_happen_);
}

void Foundering::run(SandboxState& state, const MaterialTable& table, const BlockQueries& queries, ActivityMap& activity) {
  activity.gather();
  if (!activity.any_changed(cursor_)) return;
  std::fill(differs_.begin(), differs_.end(), uint64_t{0});
  bool any_differs = false;
  for (int y = state.size.height - 1; y >= 0; --y) {
    if (!any_differs && !activity.row_changed(cursor_, y - 1) && !activity.row_changed(cursor_, y) &&
        !activity.row_changed(cursor_, y + 1))
      continue;
    any_differs = false;
    for (int word = 0; word < activity.words(); ++word) {
      const auto changed = [&](int row) { return activity.changed(cursor_, row)[word]; };
      const uint64_t near = changed(y - 1) | changed(y) | changed(y + 1) | differs_[static_cast<size_t>(word)];
      uint64_t differs = 0;
      for (const int bit : ones(near)) {
        const int block = word * 64 + bit;
        const uint8_t* const here = state.material().row(y) + block * kBlockCells;
        uint64_t now = queries.cells_in(here, powders_);
        if (now != 0)
          now &= afloat_.row(y + 1)[block] | queries.cells_in(here + state.material().stride(), liquids_);
        uint64_t& known = afloat_.row(y)[block];
        if (now != known) differs |= uint64_t{1} << bit;
        known = now;
        if (now == 0) continue;
        const uint64_t loaded = now & queries.cells_in(here - state.material().stride(), heavy_);
        // What has come up may go on, in this step.
        if (loaded != 0 && founder(state, table, y, block, loaded, activity)) differs |= uint64_t{1} << bit;
      }
      differs_[static_cast<size_t>(word)] = differs;
      any_differs |= differs != 0;
    }
  }
  activity.clear(cursor_);
}

// The cells float, and carry a powder or a liquid. Returns whether any of that founders.
bool Foundering::founder(SandboxState& state, const MaterialTable& table, int y, int block, uint64_t cells,
                         ActivityMap& activity) {
  const uint32_t key = row_key(state.seed, state.tick, kDiceFounder, y);
  bool any = false;
  for (const int bit : ones(cells)) {
    const CellPos cell{block * kBlockCells + bit, y};
    const CellPos above{cell.x, y - 1};
    if (table[state.material()[above]].density <= table[state.material()[cell]].density) continue;
    activity.mark(cell);  // is looked at again
    const auto moves = [&](CellPos place) { return state.cells[kSpeedPlane][place] != 0; };
    if (moves(cell) || moves(above)) continue;
    if (dice_word(key, static_cast<uint32_t>(cell.x)) % kFounderChance != 0) continue;
    state.cells.swap(above, cell);
    activity.mark(above);
    any = true;
  }
  return any;
}

}  // namespace quicksand
