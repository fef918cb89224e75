#include "sim/grains/substeps.h"

#include <algorithm>
#include <cmath>

#include "sim/grains/grain_settings.h"

namespace quicksand {
namespace {

// How much stiffer it is than the softest, for the tick as a whole.
float needed_stiffness(float weight) {
  constexpr float kMost = kMostSubsteps * kMostSubsteps / (1.0F * kLeastSubsteps * kLeastSubsteps);
  return std::clamp(weight / kWeightOfLeastSubsteps, 1.0F, kMost);
}

}  // namespace

Substeps substeps_for(float weight) {
  const float count = std::ceil(static_cast<float>(kLeastSubsteps) * std::sqrt(needed_stiffness(weight)));
  return {.count = static_cast<int>(count), .length = 1 / count};
}

float stiffness_for(float weight, const Substeps& steps) {
  const float length = static_cast<float>(kLeastSubsteps) * steps.length;
  return std::min(needed_stiffness(weight) * length * length, 1.0F);
}

float pull_for(float weight) { return std::min(kMostBorneWeight / std::max(weight, 1.0F), 1.0F); }

}  // namespace quicksand
