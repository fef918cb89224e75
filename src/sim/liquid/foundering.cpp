#include "sim/liquid/foundering.h"

#include <algorithm>

#include "core/ones.h"
#include "core/random.h"
#include "sim/cells/dice.h"

namespace quicksand {
namespace {

// The columns of blocks of a word are shared among so many jobs.
constexpr int kPartsOfWord = 8;

}  // namespace

Foundering::Foundering(GridSize size, ActivityMap& activity)
    : cursor_(activity.add_cursor("foundering")), afloat_(size) {}

void Foundering::set_materials(const MaterialTable& table) {
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
}

void Foundering::set_weight(bool has_weight, ActivityMap& activity) const {
  activity.set_listening(cursor_, has_weight && can_happen_);
}

void Foundering::run(SandboxState& state, const MaterialTable& table, const BlockQueries& queries,
                     ActivityMap& activity, Parallel& parallel) {
  activity.gather();
  if (!activity.any_changed(cursor_)) return;
  find_rows(activity, state.size.height);
  const Work work{state, table, queries, activity};
  // Alone, as rows lie in memory.
  const int parts = parallel.threads() == 1 ? 1 : kPartsOfWord;
  parallel.for_each(activity.words() * parts, [&](int part) {
    const int strips = 64 / parts;
    const uint64_t of_part = ~uint64_t{0} >> (64 - strips) << part % parts * strips & activity.valid(part / parts);
    if (of_part != 0) run_strips(work, part / parts, of_part);
  });
  activity.clear(cursor_);
}

void Foundering::find_rows(const ActivityMap& activity, int height) {
  constexpr int kGroup = ActivityMap::kRowGroup;
  first_row_ = height;
  end_row_ = 0;
  for (int first = 0; first < height; first += kGroup) {
    if (activity.rows_changed(cursor_, first) == 0) continue;
    first_row_ = std::min(first_row_, std::max(first - 1, 0));
    end_row_ = std::min(first + kGroup + 1, height);
  }
}

// Columns of blocks of one word, from the lowest row up.
void Foundering::run_strips(const Work& work, int word, uint64_t strips) {
  const ActivityMap& activity = work.activity;
  const Plane<MaterialId>& material = work.state.material();
  uint64_t differs = 0;  // blocks of the row below in which it is not as it was, or something has foundered
  for (int y = end_row_ - 1; y >= 0 && (y >= first_row_ || differs != 0); --y) {
    const auto changed = [&](int row) { return activity.changed(cursor_, row)[word]; };
    const uint64_t near = (changed(y - 1) | changed(y) | changed(y + 1) | differs) & strips;
    differs = 0;
    for (const int bit : ones(near)) {
      const int block = word * 64 + bit;
      const MaterialId* const here = material.row(y) + block * kBlockCells;
      uint64_t now = work.queries.cells_in(here, powders_);
      if (now != 0) now &= afloat_.row(y + 1)[block] | work.queries.cells_in(here + material.stride(), liquids_);
      uint64_t& known = afloat_.row(y)[block];
      if (now != known) differs |= uint64_t{1} << bit;
      known = now;
      if (now == 0) continue;
      const uint64_t loaded = now & work.queries.cells_in(here - material.stride(), heavy_);
      // What has come up may go on, in this step.
      if (loaded != 0 && founder(work, y, block, loaded)) differs |= uint64_t{1} << bit;
    }
  }
}

// The cells float, and carry a powder or a liquid. Returns whether any of that founders.
bool Foundering::founder(const Work& work, int y, int block, uint64_t cells) {
  SandboxState& state = work.state;
  const uint32_t key = row_key(state.seed, state.tick, kDiceFounder, y);
  const auto mark = [&](int row) { work.activity.mark_blocks_together(row, block / 64, uint64_t{1} << block % 64); };
  bool any = false;
  for (const int bit : ones(cells)) {
    const CellPos cell{block * kBlockCells + bit, y};
    const CellPos above{cell.x, y - 1};
    if (work.table[state.material()[above]].density <= work.table[state.material()[cell]].density) continue;
    mark(y);  // is looked at again
    const auto moves = [&](CellPos place) { return state.cells[kSpeedPlane][place] != 0; };
    if (moves(cell) || moves(above)) continue;
    if (dice_word(key, static_cast<uint32_t>(cell.x)) % kFounderChance != 0) continue;
    state.cells.swap(above, cell);
    mark(y - 1);
    any = true;
  }
  return any;
}

}  // namespace quicksand
