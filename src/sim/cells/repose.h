// The angle of repose of a powder, and how its grains have to move for it.
//
// A slope is a fraction of small numbers, so many rows in so many columns. A grain at a surface moves where it finds a
// place within so many columns to which the ground falls off more steeply. So no surface at rest is steeper, however it
// came about; and none that was poured is gentler, for a grain on top of a slope slides on while that is at its angle.
#pragma once

#include <cstdint>

namespace quicksand {

inline constexpr int kMinRepose = 10;  // degrees
inline constexpr int kMaxRepose = 63;

// A grain that moves slides so many columns at most, and looks so many rows down at most.
inline constexpr int kMaxSlide = 8;
inline constexpr int kMaxDrop = 14;

struct Repose {
  uint8_t reach = 0;  // the columns to the side in which grains look for a place to drop
  uint8_t drop = 1;   // the rows that they have to drop in the farthest of these

  // The rows that they have to drop at a distance; not with a reach of 0.
  int drop_at(int distance) const { return (distance * drop + reach - 1) / reach; }
  // And for sliding on beyond the nearest place: what they would have to drop a reach farther.
  int drop_to_slide(int distance) const { return drop_at(distance) + drop; }
};

// One row in so many columns: an angle of atan(1/reach).
inline Repose repose_of_reach(int reach) { return {static_cast<uint8_t>(reach), 1}; }

// A slope within 2 degrees of an angle from kMinRepose to kMaxRepose.
Repose repose_of_angle(int degrees);

}  // namespace quicksand
