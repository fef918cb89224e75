// What the tests of the dunes share.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>

#include "core/random.h"
#include "dunes/dune_world.h"

namespace quicksand {

inline DunePalette dune_palette() {
  return {{"void", "sand", "rock", "water"},
          {DuneStuff::kNothing, DuneStuff::kSand, DuneStuff::kRock, DuneStuff::kWater},
          {1},
          2};
}

inline DuneSettings sliding(double threshold, double transfer, int steps = 1) {
  DuneSettings settings;
  settings.pile.threshold = to_units(threshold);
  settings.pile.transfer = to_units(transfer);
  settings.pile.steps = steps;
  return settings;
}

inline WindSettings breeze(Heading heading) {
  WindSettings wind;
  wind.blows = true;
  wind.heading = heading;
  wind.hop = 3;
  wind.lift = 64;
  wind.slab = to_units(0.1);
  wind.catch_sand = 102;
  wind.catch_rock = 38;
  wind.spray = 12;
  wind.shadow = to_units(0.27);
  return wind;
}

// From 0 to `most` in every column, evenly.
inline DuneState noise_field(GridSize size, double most, uint64_t seed = 1) {
  DuneState state(size, seed, false);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      state.height[{x, y}] = static_cast<int32_t>(dice_word(row_key(seed, 99, 1, y), static_cast<uint32_t>(x)) /
                                                  4294967296.0 * most * kUnit);
  return state;
}

inline void run(DuneWorld& world, int ticks, int threads = 2) {
  Parallel parallel(threads);
  for (int i = 0; i < ticks; ++i) world.step(parallel);
}

// The most that a column stands above one beside it, in cells.
inline double highest_step(const DuneWorld& world) {
  const Plane<int32_t>& height = world.state().height;
  int32_t most = 0;
  for (int y = 0; y < world.size().height; ++y)
    for (int x = 0; x < world.size().width; ++x) {
      if (x > 0) most = std::max(most, std::abs(height[{x, y}] - height[{x - 1, y}]));
      if (y > 0) most = std::max(most, std::abs(height[{x, y}] - height[{x, y - 1}]));
    }
  return static_cast<double>(most) / kUnit;
}

}  // namespace quicksand
