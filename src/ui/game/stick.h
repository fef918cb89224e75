// What a stick of a gamepad means: a dead zone round its middle, then slow for aiming and faster the more it is tilted;
// and faster still when it has been at its rim for a while, to cross the window. By time, not by frames.
#pragma once

#include "view/camera.h"

namespace quicksand {

inline constexpr double kDeadZone = 0.2;  // of the way: worn sticks rest so far from their middle
inline constexpr double kRim = 0.95;      // from here on it is tilted fully; many sticks get no farther

// How far a stick is tilted: 0 in the dead zone, 1 at the rim, in its direction. `raw`: each part from -1 to 1.
Point tilt_of(Point raw);

class Stick {
 public:
  static constexpr double kBoost = 2.5;           // how much faster it gets at the rim,
  static constexpr double kSecondsToBoost = 0.8;  // within this time

  // How far it moves something in so much time, at a tilt of 1 as far in a second as 1.
  Point move(Point raw, double seconds);

 private:
  double at_rim_ = 0;  // seconds that it has been there
};

}  // namespace quicksand
