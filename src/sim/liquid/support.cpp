#include "sim/liquid/support.h"

#include "core/ones.h"
#include "sim/rows/vector_tables.h"

namespace quicksand {

Support::Support(GridSize size, ActivityMap& activity)
    : cursor_(activity.add_cursor("support of liquids")),
      supported_(size),
      differs_(static_cast<size_t>(activity.words())) {}

void Support::set_materials(const MaterialTable& table) {
  const VectorTables ranks(table);
  sets_ = {};
  sets_.upper = ranks.upper;
  sets_.lower = ranks.lower;
  for (int i = 0; i < table.size(); ++i) {
    const auto id = static_cast<MaterialId>(i);
    const Phase phase = table.phase(id);
    if (phase == Phase::kStatic) sets_.firm.add(id);
    if (phase == Phase::kPowder || phase == Phase::kLiquid) sets_.weighs.add(id);
  }
}

void Support::find(const SandboxState& state, const BlockQueries& queries, ActivityMap& activity) {
  if (!activity.any_changed(cursor_)) return;
  std::fill(differs_.begin(), differs_.end(), uint64_t{0});
  bool any_differs = false;
  for (int y = state.size.height - 1; y >= 0; --y) {
    if (!any_differs && !activity.row_changed(cursor_, y) && !activity.row_changed(cursor_, y + 1)) continue;
    const uint64_t* const changed = activity.changed(cursor_, y);
    const uint64_t* const changed_below = activity.changed(cursor_, y + 1);
    any_differs = false;
    for (int word = 0; word < activity.words(); ++word) {
      uint64_t differs = 0;
      for (const int bit : ones(changed[word] | changed_below[word] | differs_[static_cast<size_t>(word)])) {
        const int block = word * 64 + bit;
        const uint8_t* const here = state.material().row(y) + block * kBlockCells;
        const SupportView view = queries.support(here, here + state.material().stride(), sets_);
        const uint64_t below = y + 1 < state.size.height ? supported_.row(y + 1)[block] : ~uint64_t{0};
        const uint64_t now = view.firm | (view.rests & below);
        uint64_t& known = supported_.row(y)[block];
        if (now != known) differs |= uint64_t{1} << bit;
        known = now;
      }
      activity.mark_blocks(y, word, differs & ~changed[word]);
      differs_[static_cast<size_t>(word)] = differs;
      any_differs |= differs != 0;
    }
  }
  activity.clear(cursor_);
}

}  // namespace quicksand
