#include "ui/game/stick.h"

#include <algorithm>
#include <cmath>

namespace quicksand {
namespace {

// How far something goes at the rim in the first `seconds` there: its speed rises evenly from 1 to kBoost.
double way_at_rim(double seconds) {
  const double rising = std::min(seconds, Stick::kSecondsToBoost);
  const double boosted = seconds - rising;
  return seconds + (Stick::kBoost - 1) * (rising * rising / (2 * Stick::kSecondsToBoost) + boosted);
}

}  // namespace

Point tilt_of(Point raw) {
  const double way = std::hypot(raw.x, raw.y);
  if (way <= kDeadZone) return {};
  const double tilt = std::min((way - kDeadZone) / (kRim - kDeadZone), 1.0);
  const double factor = tilt * tilt / way;
  return {raw.x * factor, raw.y * factor};
}

Point Stick::move(Point raw, double seconds) {
  const Point tilt = tilt_of(raw);
  const bool is_at_rim = std::hypot(raw.x, raw.y) >= kRim;
  double way = seconds;
  if (is_at_rim) way = way_at_rim(at_rim_ + seconds) - way_at_rim(at_rim_);
  at_rim_ = is_at_rim ? at_rim_ + seconds : 0;
  return {tilt.x * way, tilt.y * way};
}

}  // namespace quicksand
