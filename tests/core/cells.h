// The cells of a shape as a set, to be compared with what another way finds.
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "core/paint.h"

namespace quicksand {

using Cells = std::set<std::pair<int, int>>;  // x, y

inline Cells cells_of(const std::vector<RowSpan>& spans) {
  Cells cells;
  for (const RowSpan& span : spans)
    for (int x = span.first; x <= span.last; ++x) cells.insert({x, span.y});
  return cells;
}

}  // namespace quicksand
