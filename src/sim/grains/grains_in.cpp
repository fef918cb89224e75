#include "sim/grains/grains_in.h"

#include "core/patch.h"
#include "sim/grains/contact.h"
#include "sim/grains/grain_materials.h"

namespace quicksand {

std::vector<GrainInRun> grains_in(const Grains& grains, std::span<const RowSpan> runs) {
  std::vector<GrainInRun> found;
  if (runs.empty()) return found;
  for_each_grain_in(grains, box_around(runs), [&](size_t i) {
    if (const RowSpan* const run = span_at(runs, {cell_of(grains.x[i]), cell_of(grains.y[i])}))
      found.push_back({static_cast<uint32_t>(i), run});
  });
  return found;
}

std::vector<std::vector<uint8_t>> reached_cells(const Grains& grains, std::span<const RowSpan> runs) {
  std::vector<std::vector<uint8_t>> reached(runs.size());
  if (runs.empty()) return reached;
  CellBox around = box_around(runs);
  around = {around.left - 1, around.top - 1, around.right + 1, around.bottom + 1};
  for_each_grain_in(grains, around, [&](size_t i) {
    const CellPos cell{cell_of(grains.x[i]), cell_of(grains.y[i])};
    const float touching = kGrainRadius + radius_of(grains.grain_seed()[i], grains.wetness()[i]);
    for (int y = cell.y - 1; y <= cell.y + 1; ++y)
      for (int x = cell.x - 1; x <= cell.x + 1; ++x) {
        const float dx = static_cast<float>(x) + 0.5F - grains.x[i];
        const float dy = static_cast<float>(y) + 0.5F - grains.y[i];
        const RowSpan* const run = dx * dx + dy * dy < touching * touching ? span_at(runs, {x, y}) : nullptr;
        if (!run) continue;
        std::vector<uint8_t>& row = reached[static_cast<size_t>(run - runs.data())];
        row.resize(static_cast<size_t>(run->last - run->first + 1));
        row[static_cast<size_t>(x - run->first)] = 1;
      }
  });
  return reached;
}

}  // namespace quicksand
