// Which rows of a long list are in sight: what lies elsewhere takes neither time nor memory in a frame.
#pragma once

#include <algorithm>
#include <cstddef>

namespace quicksand {

struct RowRange {
  int first;
  int end;
};

// Of so many rows of one height, one below the other, those of which something lies between `top` and `bottom`, from
// the first row's upper edge, and so many beside them as may be `beside`.
inline RowRange rows_in_sight(size_t count, float row_height, float top, float bottom, int beside) {
  const auto row_at = [&](float down) {
    return static_cast<int>(std::clamp(down / row_height, 0.0F, static_cast<float>(count)));
  };
  return {std::max(row_at(top) - beside, 0), std::min(row_at(bottom) + 1 + beside, static_cast<int>(count))};
}

}  // namespace quicksand
