// What a hand does to what a world holds: warms it, cools it, presses it. Like a PaintCommand it is plain data.
#pragma once

#include "core/geometry.h"

namespace quicksand {

inline constexpr int kMostTouchRadius = 255;
// The most kelvins by which one touch warms or cools.
inline constexpr int kMostTouchHeat = 8000;

struct TouchCommand {
  CellPos at;
  int radius = 0;  // 0..kMostTouchRadius cells: a disc; 0 is the cell alone
  int warmer = 0;  // everything in the disc, in eighths of a kelvin
  // What lies at `at`, and all of the same that hangs together with it, at corners too, is pressed: a switch. Where it
  // cannot be pressed, the nearest in the disc that can.
  bool press = false;

  bool operator==(const TouchCommand&) const = default;
};

}  // namespace quicksand
