// Flashes where something has exploded, and how they shake the picture.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/geometry.h"
#include "view/camera.h"

namespace quicksand {

struct Shock {
  static constexpr double kSeconds = 0.4;

  CellPos at;
  double reach = 0;    // in cells
  double seconds = 0;  // since it began

  // From 1 down to 0, soon at first.
  double strength() const {
    const double left = std::max(1 - seconds / kSeconds, 0.0);
    return left * left;
  }
};

class Shocks {
 public:
  // No more than kMostShown at once: of more, those that are left out would not be told apart.
  static constexpr size_t kMostShown = 16;
  void add(CellPos at, double reach) {
    if (shocks_.size() < kMostShown) shocks_.push_back({at, reach});
  }

  // So much time has passed.
  void fade(double seconds) {
    for (Shock& shock : shocks_) shock.seconds += seconds;
    std::erase_if(shocks_, [](const Shock& shock) { return shock.seconds >= Shock::kSeconds; });
  }

  const std::vector<Shock>& shown() const { return shocks_; }

  // By so many pixels the picture is moved now; at most kMostShake along each axis.
  static constexpr double kMostShake = 8;
  Point shake() const {
    double x = 0;
    double y = 0;
    for (const Shock& shock : shocks_) {
      const double far = std::min(0.12 * shock.reach, kMostShake) * shock.strength();
      x += far * std::sin(61 * shock.seconds + shock.at.x);
      y += far * std::sin(73 * shock.seconds + shock.at.y);
    }
    return {std::clamp(x, -kMostShake, kMostShake), std::clamp(y, -kMostShake, kMostShake)};
  }

 private:
  std::vector<Shock> shocks_;
};

}  // namespace quicksand
