#include "dunes/dune_rows.h"

#include <hwy/targets.h>

#include "core/simd_targets.h"
#include "dunes/dune_reference.h"

namespace quicksand {

#define QS_DECLARE(target) \
  namespace N_##target {   \
    DuneRows dune_rows();  \
  }
QUICKSAND_FOR_EACH_SIMD_TARGET(QS_DECLARE)
#undef QS_DECLARE

const std::vector<DuneRows>& dune_rows() {
  static const std::vector<DuneRows> rows = [] {
    std::vector<DuneRows> runnable;
#define QS_ADD(target) \
  if ((hwy::SupportedTargets() & HWY_##target) != 0) runnable.push_back(N_##target::dune_rows());
    QUICKSAND_FOR_EACH_SIMD_TARGET(QS_ADD)
#undef QS_ADD
    runnable.push_back({"reference", reference::mark, reference::move, reference::fire, reference::shade,
                        reference::aim, reference::gather, reference::carry, reference::any_differs});
    return runnable;
  }();
  return rows;
}

}  // namespace quicksand
