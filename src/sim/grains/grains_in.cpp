#include "sim/grains/grains_in.h"

#include "core/patch.h"
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

}  // namespace quicksand
