#include "sim/rows/simd_rows.h"

#include <hwy/targets.h>

#include "core/simd_targets.h"

namespace quicksand {

#define QS_DECLARE(target)     \
  namespace N_##target {       \
    SimdTarget simd_target();  \
  }
QUICKSAND_FOR_EACH_SIMD_TARGET(QS_DECLARE)
#undef QS_DECLARE

RowScratch::RowScratch(int width)
    : near_({(width + 64 * 64 - 1) / (64 * 64), 1}),
      notes_(new_zeroed<BlockNotes>(static_cast<size_t>(width + 63) / 64 + 4)),
      cohesion_(new_zeroed<CohesionNotes>(static_cast<size_t>(width + 63) / 64 + 4)),
      ranks_({width, 1}) {}

const std::vector<SimdTarget>& simd_targets() {
  static const std::vector<SimdTarget> targets = [] {
    std::vector<SimdTarget> runnable;
#define QS_ADD(target) \
  if ((hwy::SupportedTargets() & HWY_##target) != 0) runnable.push_back(N_##target::simd_target());
    QUICKSAND_FOR_EACH_SIMD_TARGET(QS_ADD)
#undef QS_ADD
    return runnable;
  }();
  return targets;
}

}  // namespace quicksand
