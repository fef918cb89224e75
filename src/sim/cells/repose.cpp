#include "sim/cells/repose.h"

#include <algorithm>
#include <iterator>

#include "core/check.h"

namespace quicksand {
namespace {

// The grid's own angles in tenths of a degree: atan(2), atan(1), atan(1/2), …
constexpr int kSteepest = 634;
constexpr int kOfReach[] = {450, 266, 184, 140, 113, 95};  // reach 1, 2, …

// How far from the steeper towards the gentler angle a heap lies, in thousandths, for every 32 grain seeds of gentle grains.
constexpr int kCurve[] = {0, 125, 275, 460, 635, 790, 915, 985, 1000};

// The inverse of the curve.
int seeds_for(int thousandths) {
  constexpr int kStep = 32;
  size_t i = 1;
  while (i + 1 < std::size(kCurve) && kCurve[i] < thousandths) ++i;
  const int low = kCurve[i - 1];
  const int high = kCurve[i];
  return static_cast<int>(i - 1) * kStep + std::clamp((thousandths - low) * kStep / std::max(high - low, 1), 0, kStep);
}

}  // namespace

Repose mixed_repose(int gentle_reach, int gentle_seeds) {
  const auto gentle = static_cast<uint8_t>(gentle_reach);
  const auto grain_seeds = static_cast<uint16_t>(std::max(gentle_seeds, 1));
  if (gentle_reach == 1) return {1, 1, true, grain_seeds};
  return {gentle, static_cast<uint8_t>(gentle_reach - 1), false, grain_seeds};
}

Repose repose_of_angle(int degrees) {
  QS_CHECK(degrees >= kMinRepose && degrees <= kMaxRepose, "an angle of repose is out of range");
  const int angle = degrees * 10;
  int steeper = kSteepest;
  int reach = 1;
  for (const int gentler : kOfReach) {
    if (angle >= gentler || reach == static_cast<int>(std::size(kOfReach)))
      return mixed_repose(reach, seeds_for((steeper - angle) * 1000 / (steeper - gentler)));
    steeper = gentler;
    ++reach;
  }
  return repose_of_reach(reach);
}

}  // namespace quicksand
