// Experiments on worlds that are opened as scenes: what bodies do to dunes, and what grains in the air do to one
// another. Each is a function of its arguments alone.
#pragma once

#include <cstdint>
#include <string>

namespace quicksand {

// Balls of drawn sizes, depths and speeds go through a field of sand, dry or damp. The most, over all ticks, that a
// column stands above a neighbour that no ball covers, beyond the slope at which sand slides; in cells.
double step_beside_balls(uint64_t seed);

// A heap of wet sand slides over bare ground. The share of its sand that is dry afterwards.
double sand_left_dry(uint64_t seed);

// Of a scene that the game ships, in its first ticks.
struct Clumping {
  double ticks;     // share of them in which grains in the air had gathered
  double too_many;  // grains beyond the room on their faces, in the mean of those ticks
  double left;      // and after un-clumping
};
Clumping clumping_in(const std::string& scene, int ticks, uint64_t seed);

}  // namespace quicksand
