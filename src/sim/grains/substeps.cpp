#include "sim/grains/substeps.h"

#include <algorithm>
#include <cmath>

#include "sim/grains/grains.h"

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
          .roll_stiffness = share * kRollStiffness};
}

float HeapWeight::measure(const Grains& grains, int width, float gravity) {
  touches_.assign(grains.size(), 0);
  for (const GrainContact& contact : grains.contacts) {
    touches_[contact.one] = 1;
    if (contact.other < kFirstFace) touches_[contact.other] = 1;
  }
  columns_.assign(static_cast<size_t>(width), 0);
  for (size_t i = 0; i < grains.size(); ++i)
    columns_[static_cast<size_t>(std::clamp(static_cast<int>(grains.x[i]), 0, width - 1))] += touches_[i];
  uint64_t touching = 0;
  uint64_t borne = 0;
  for (const uint64_t count : columns_) {
    touching += count;
    borne += count * count;
  }
  return touching == 0 ? 0.0F : gravity * static_cast<float>(borne) / static_cast<float>(touching);
}

}  // namespace quicksand
