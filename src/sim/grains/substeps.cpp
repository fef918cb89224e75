#include "sim/grains/substeps.h"

#include <algorithm>
#include <cmath>

#include "sim/grains/contact.h"

namespace quicksand {

Substeps substeps_for(float weight) {
  const float needed =
      std::min(static_cast<float>(kLeastSubsteps) * std::sqrt(std::max(weight / kWeightOfLeastSubsteps, 1.0F)),
               static_cast<float>(kMostSubsteps));
  const float count = std::ceil(needed);
  const float share = needed * needed / (count * count);
  return {.count = static_cast<int>(count),
          .length = 1 / count,
          .stiffness = share * kContactStiffness,
          .slide_stiffness = share * kSlideStiffness,
          .roll_stiffness = share * kRollStiffness,
          .slide_give = 1 / (share * kSlideStiffness),
          .pull = std::min(kMostBorneWeight / std::max(weight, 1.0F), 1.0F)};
}

float HeapWeight::measure(std::span<const Disc> discs, std::span<const uint8_t> lies, int width, float gravity) {
  columns_.assign(static_cast<size_t>(width), {});
  for (size_t i = 0; i < discs.size(); ++i) {
    if (lies[i] == 0) continue;
    Column& column = columns_[static_cast<size_t>(std::clamp(static_cast<int>(discs[i].x), 0, width - 1))];
    column.lightest = column.count == 0 ? discs[i].mass : std::min(column.lightest, discs[i].mass);
    column.mass += discs[i].mass;
    ++column.count;
  }
  uint64_t lying = 0;
  double borne = 0;
  for (const Column& column : columns_) {
    if (column.count == 0) continue;
    lying += column.count;
    borne += static_cast<double>(column.count) * column.mass / column.lightest;
  }
  return lying == 0 ? 0.0F : gravity * static_cast<float>(borne / static_cast<double>(lying));
}

}  // namespace quicksand
