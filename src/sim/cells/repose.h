// The angle of repose of a powder, and how its grains have to move for it.
//
// A slope is a fraction of small numbers, so many rows in so many columns.
#pragma once

#include <cstdint>

namespace quicksand {

inline constexpr int kMinRepose = 10;  // degrees
inline constexpr int kMaxRepose = 63;

// Nobody looks farther, in columns to the side and in rows down.
inline constexpr int kMaxReach = 8;
inline constexpr int kMaxDrop = 8;

struct Repose {
  uint8_t reach = 0;  // the columns to the side in which grains look for a place to drop
  uint8_t drop = 1;   // the rows that they have to drop in the farthest of these

  // The rows that they have to drop at a distance; not with a reach of 0.
  int drop_at(int distance) const { return (distance * drop + reach - 1) / reach; }
};

// One row in so many columns: an angle of atan(1/reach).
inline Repose repose_of_reach(int reach) { return {static_cast<uint8_t>(reach), 1}; }

// A slope within 2 degrees of an angle from kMinRepose to kMaxRepose.
Repose repose_of_angle(int degrees);

// The slope beyond which a bank gives way in depth, not only at its skin: 3 degrees steeper.
inline constexpr int kMostFailing = 8;      // its columns and rows at most
inline constexpr int kFailingTangent = 52;  // of 3 degrees, in thousandths
Repose failing_slope(const Repose& repose);

}  // namespace quicksand
