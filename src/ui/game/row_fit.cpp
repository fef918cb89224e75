#include "ui/game/row_fit.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace quicksand {

std::vector<bool> fit_row(std::span<const RowItem> items, float room, float menu_width) {
  std::vector<bool> shown(items.size(), true);
  std::vector<size_t> leaving(items.size());
  std::iota(leaving.begin(), leaving.end(), size_t{0});
  std::stable_sort(leaving.begin(), leaving.end(), [&](size_t a, size_t b) {
    return items[a].weight != items[b].weight ? items[a].weight < items[b].weight : a > b;
  });
  const auto width = [&] {
    float sum = 0;
    for (size_t i = 0; i < items.size(); ++i)
      if (shown[i]) sum += items[i].width + items[i].gap;
    return sum;
  };
  if (width() <= room) return shown;
  for (const size_t next : leaving) {
    shown[next] = false;
    if (width() + menu_width <= room) break;
  }
  return shown;
}

}  // namespace quicksand
