// Random tubes in which a lighter liquid weighs on a denser one, to see whether they balance whatever the geometry.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/tick/sandbox.h"

namespace quicksand {

struct WeighedTube {
  Sandbox world;
  struct Arm {
    int left;
    int width;
  };
  std::vector<Arm> arms;
};

// Two to four arms of different widths, open at the top and joined by a channel at the foot, in which the denser liquid
// stands so high that none of them runs dry; then lighter liquid is poured into some of them, but not into all. Size and
// shape follow from the seed.
WeighedTube weighed_tube(const std::shared_ptr<const MaterialTable>& materials, MaterialId denser, MaterialId lighter,
                         uint64_t seed);

// By how much the pressures below the arms differ at most, in rows of the denser liquid: the mean height of that in an arm,
// and the weight of all other liquids there.
double imbalance(const WeighedTube& tube, const MaterialTable& materials, MaterialId denser);

}  // namespace quicksand
