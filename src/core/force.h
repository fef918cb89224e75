// A push at what a world holds: an explosion, a breath of wind, a jet. Like a PaintCommand it is plain data, and means
// something to any kind of world.
#pragma once

#include "core/geometry.h"

namespace quicksand {

// The widest reach of a force, in cells, and its greatest speed, in cells a tick.
inline constexpr int kMaxForceRadius = 512;
inline constexpr double kMaxForceSpeed = 8;

// Within `radius` cells of `at` everything gains speed, in cells a tick: the less the farther away, and none at the
// edge. What holds together yields to a strong push only; what lies open already to a weak one.
struct ForceCommand {
  CellPos at;
  int radius = 10;     // 1..kMaxForceRadius
  double outward = 0;  // away from `at`; negative: towards it
  double x = 0;        // to the right
  double y = 0;        // downwards

  bool operator==(const ForceCommand&) const = default;
};

}  // namespace quicksand
