#include "dunes/wind.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "dunes/fixture.h"

using namespace quicksand;

namespace {

double height_of(const DuneWorld& world, int x, int y) {
  const GridSize size = world.size();
  const CellPos cell{(x + size.width) % size.width, (y + size.height) % size.height};
  return static_cast<double>(world.state().height[cell]) / kUnit;
}

// Slopes from column to column along the rows, steep ones alone: down to the east, and to the west.
struct SteepSlopes {
  int east = 0;
  int west = 0;
};

SteepSlopes steep_slopes(const DuneWorld& world, double least) {
  SteepSlopes slopes;
  for (int y = 0; y < world.size().height; ++y)
    for (int x = 0; x < world.size().width; ++x) {
      const double drop = (height_of(world, x - 2, y) - height_of(world, x + 2, y)) / 4;
      slopes.east += drop > least ? 1 : 0;
      slopes.west += -drop > least ? 1 : 0;
    }
  return slopes;
}

// How far all has moved to the east between two pictures: where they match best.
int shift_between(const Plane<int32_t>& before, const DuneWorld& after, int farthest) {
  const GridSize size = after.size();
  double best = -1;
  int best_shift = 0;
  for (int shift = -farthest; shift <= farthest; ++shift) {
    double match = 0;
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x)
        match += static_cast<double>(before[{x, y}]) * height_of(after, x + shift, y);
    if (match <= best) continue;
    best = match;
    best_shift = shift;
  }
  return best_shift;
}

}  // namespace

TEST_CASE("wind makes noise into dunes that wander, with slip faces downwind at the slope of repose") {
  constexpr double kThreshold = 0.6;
  constexpr double kTransfer = 0.06;
  DuneSettings settings = sliding(kThreshold, kTransfer, 2);
  settings.wind = breeze(Heading::kEast);
  DuneWorld world(noise_field({256, 160}, 1.8, 11), settings, dune_palette());
  const int64_t sand = world.total_sand();
  run(world, 5000);
  CHECK(world.total_sand() == sand);

  double highest = 0;
  int bare = 0;
  for (int y = 0; y < 160; ++y)
    for (int x = 0; x < 256; ++x) {
      highest = std::max(highest, height_of(world, x, y));
      bare += height_of(world, x, y) < 0.1 ? 1 : 0;
    }
  CHECK(highest > 5);           // from a mean of 0.9 and at most 1.8
  CHECK(bare > 256 * 160 / 2);  // it has gathered

  // The slip faces: sand in the wind's shadow. It goes down with the wind, and to its lowest neighbour at the slope of
  // repose.
  std::vector<double> lee;
  int uphill = 0;
  for (int y = 0; y < 160; ++y)
    for (int x = 0; x < 256; ++x) {
      if (!world.in_wind_shadow({x, y}) || height_of(world, x, y) < 2 || height_of(world, x + 3, y) < 0.5) continue;
      const double drop = (height_of(world, x - 2, y) - height_of(world, x + 2, y)) / 4;
      uphill += drop < 0 ? 1 : 0;
      const double lowest = std::min({height_of(world, x - 1, y), height_of(world, x + 1, y),
                                      height_of(world, x, y - 1), height_of(world, x, y + 1)});
      lee.push_back(height_of(world, x, y) - lowest);
    }
  REQUIRE(lee.size() > 100);
  std::nth_element(lee.begin(), lee.begin() + static_cast<ptrdiff_t>(lee.size() / 2), lee.end());
  INFO(lee.size() << " columns of slip faces, median slope " << lee[lee.size() / 2] << ", uphill " << uphill);
  // What has come to rest is less than the threshold above its lowest neighbour, by up to a transfer.
  CHECK(lee[lee.size() / 2] == Approx(kThreshold - kTransfer / 2).epsilon(0.06));
  CHECK(uphill < static_cast<int>(lee.size()) / 20);
  // On the other side it is rarely as steep: where the wind digs at the foot of a dune.
  const SteepSlopes steep = steep_slopes(world, kThreshold);
  INFO(steep.east << " places face downwind, " << steep.west << " upwind");
  CHECK(steep.east > 50);
  CHECK(steep.west * 3 < steep.east);

  const Plane<int32_t> before = world.state().height;
  run(world, 200);
  CHECK(shift_between(before, world, 20) > 0);
}

TEST_CASE("wind blows to all four sides, and sand goes with it") {
  for (const Heading heading : {Heading::kEast, Heading::kWest, Heading::kSouth, Heading::kNorth}) {
    DuneState state({120, 120}, 4, false);
    for (int y = 50; y < 70; ++y)
      for (int x = 50; x < 70; ++x) state.height[{x, y}] = 2 * kUnit;
    DuneSettings settings = sliding(0.6, 0.06);
    settings.wind = breeze(heading);
    DuneWorld world(std::move(state), settings, dune_palette());
    const int64_t sand = world.total_sand();
    run(world, 60);
    CHECK(world.total_sand() == sand);
    double x_sum = 0;
    double y_sum = 0;
    double all = 0;
    for (int y = 0; y < 120; ++y)
      for (int x = 0; x < 120; ++x) {
        const double here = height_of(world, x, y);
        x_sum += here * (x - 59.5);
        y_sum += here * (y - 59.5);
        all += here;
      }
    const double along = heading == Heading::kEast    ? x_sum
                         : heading == Heading::kWest  ? -x_sum
                         : heading == Heading::kSouth ? y_sum
                                                      : -y_sum;
    const bool is_row = heading == Heading::kEast || heading == Heading::kWest;
    INFO("heading " << static_cast<int>(heading));
    CHECK(along / all > 2);
    CHECK(std::abs((is_row ? y_sum : x_sum) / all) < 0.5);
  }
}

TEST_CASE("wind blows to wherever it is turned, and sand goes with it") {
  for (int degrees = 0; degrees < 360; degrees += 15) {
    constexpr Heading kHeadings[] = {Heading::kEast, Heading::kSouth, Heading::kWest, Heading::kNorth};
    DuneState state({120, 120}, 4, false);
    for (int y = 50; y < 70; ++y)
      for (int x = 50; x < 70; ++x) state.height[{x, y}] = 2 * kUnit;
    DuneSettings settings = sliding(0.6, 0.06);
    settings.wind = breeze(kHeadings[degrees / 90]);
    settings.wind.turn = degrees % 90;
    const WindWay way = wind_way(settings.wind);
    const double angle = degrees * 3.14159265358979 / 180;
    CHECK(way.x == Approx(std::cos(angle)).margin(0.004));
    CHECK(way.y == Approx(std::sin(angle)).margin(0.004));
    DuneWorld world(std::move(state), settings, dune_palette());
    const int64_t sand = world.total_sand();
    run(world, 100);
    CHECK(world.total_sand() == sand);
    double x_sum = 0;
    double y_sum = 0;
    for (int y = 0; y < 120; ++y)
      for (int x = 0; x < 120; ++x) {
        x_sum += height_of(world, x, y) * (x - 59.5);
        y_sum += height_of(world, x, y) * (y - 59.5);
      }
    INFO("to " << degrees << ", and the sand to " << x_sum << ", " << y_sum);
    // Within eight degrees.
    const double length = std::sqrt(x_sum * x_sum + y_sum * y_sum);
    CHECK((x_sum * std::cos(angle) + y_sum * std::sin(angle)) / length > 0.99);
  }
}

TEST_CASE("in a wind shadow nothing is lifted and all that arrives lands") {
  const GridSize size{64, 8};
  DuneState state(size, 1, false);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      state.ground[{x, y}] = x == 20 ? 4 * kUnit : 0;
      state.height[{x, y}] = x == 20 ? 4 * kUnit : kUnit;
      state.flight[{x, y}] = 1000;
    }
  Wind wind(size, dune_rows().front());
  WindSettings settings = breeze(Heading::kEast);
  settings.lift = 255;
  Parallel parallel(1);
  wind.blow(state, settings, parallel);
  // The line comes down 0.27 a column from 4 cells: it meets the sand, 1 cell high, after 11 of them.
  for (int y = 0; y < size.height; ++y) {
    for (int x = 21; x <= 31; ++x) {
      CHECK(wind.in_shadow({x, y}));
      CHECK(state.height[{x, y}] == kUnit + 1000);
      CHECK(state.flight[{x, y}] == 0);
    }
    CHECK_FALSE(wind.in_shadow({19, y}));
    CHECK_FALSE(wind.in_shadow({33, y}));
    // Beyond, the share that stays on sand, less the slab.
    const int32_t caught = 1000 * settings.catch_sand / 256;
    const bool is_lifted = state.height[{40, y}] == kUnit + caught - settings.slab;
    CHECK((is_lifted || state.height[{40, y}] == kUnit + caught));
    // And on rock the smaller one.
    CHECK(state.height[{20, y}] == 4 * kUnit + 1000 * settings.catch_rock / 256);
  }
}

TEST_CASE("wet sand stays where it is") {
  DuneState state({64, 16}, 1, false);
  for (int y = 0; y < 16; ++y)
    for (int x = 0; x < 64; ++x) {
      state.height[{x, y}] = kUnit;
      state.wetness[{x, y}] = 200;
    }
  DuneSettings settings = sliding(0.6, 0.06);
  settings.wind = breeze(Heading::kEast);
  DuneWorld world(std::move(state), settings, dune_palette());
  run(world, 100);
  for (int y = 0; y < 16; ++y)
    for (int x = 0; x < 64; ++x) CHECK(world.state().height[{x, y}] == kUnit);
}
