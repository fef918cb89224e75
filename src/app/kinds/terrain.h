// How high the sand lay when somebody took a body in the hand. What goes over it stays as deep in it, whatever furrow
// and waves it makes meanwhile.
#pragma once

#include <vector>

#include "core/geometry.h"
#include "core/world.h"

namespace quicksand {

class Terrain {
 public:
  // As the world of dunes is now.
  explicit Terrain(const World& world);

  // As if no body of this reach stood there, which has a hollow around it: as what lies around the hollow has it.
  void fill_hollow(double x, double y, double reach);

  // Of the column there, or the nearest that there is, in cells.
  double height(double x, double y) const;

  // The mean of what a body of this reach would cover.
  double height_below(double x, double y, double reach) const;

  // The most between two places.
  double most_between(double x, double y, double to_x, double to_y) const;

 private:
  GridSize size_;
  std::vector<float> heights_;  // row by row
};

}  // namespace quicksand
