// A push at what a world holds: an explosion, a breath of wind, a jet. Like a PaintCommand it is plain data, and means
// something to any kind of world.
#pragma once

#include <algorithm>
#include <cmath>

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
  bool breaks = false;  // breaks what is static and no harder than its speed there, and sets off what explodes

  bool operator==(const ForceCommand&) const = default;
};

// The square around all that is within its reach, as far as it lies in a world of this size.
inline CellBox reach_of(const ForceCommand& command, GridSize size) {
  return {std::max(command.at.x - command.radius, 0), std::max(command.at.y - command.radius, 0),
          std::min(command.at.x + command.radius + 1, size.width),
          std::min(command.at.y + command.radius + 1, size.height)};
}

template <class Real>
struct Push {
  Real x = 0;
  Real y = 0;
};

// The speed that the command gives to a place that is so far, in cells, from the middle of `at`. In the very middle no
// way leads outward: there it is `middle`, of length 1 or 0.
template <class Real>
Push<Real> push_at(const ForceCommand& command, Real dx, Real dy, const Push<Real>& middle) {
  const auto radius = static_cast<Real>(command.radius);
  const Real distance = std::sqrt(dx * dx + dy * dy);
  if (distance >= radius) return {};
  const Real share = 1 - distance / radius;
  const bool is_middle = !(distance > Real(0.1F));
  const Real out_x = is_middle ? middle.x : dx / distance;
  const Real out_y = is_middle ? middle.y : dy / distance;
  const auto outward = static_cast<Real>(command.outward);
  return {share * (out_x * outward + static_cast<Real>(command.x)),
          share * (out_y * outward + static_cast<Real>(command.y))};
}

}  // namespace quicksand
