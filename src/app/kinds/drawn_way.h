// A way that a hand has drawn from cell to cell, as something goes that turns with it: cells are corners of a raster,
// and whatever went from one to the next would swerve at each.
#pragma once

#include <span>
#include <vector>

#include "core/geometry.h"

namespace quicksand {

// In cells; the middle of a cell is at half.
struct WayPoint {
  double x;
  double y;

  bool operator==(const WayPoint&) const = default;
};

// From the middle of the first cell to that of the last, and round where the others turn sharply: it leaves out of a
// corner some cells. Of one cell, or none, it is that.
std::vector<WayPoint> smooth_way(std::span<const CellPos> cells);

}  // namespace quicksand
