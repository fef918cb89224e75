#include "dunes/bodies.h"

#include <algorithm>
#include <cmath>

#include "dunes/fixture.h"

using namespace quicksand;

namespace {

DuneState flat_field(GridSize size, int32_t height, uint8_t wetness = 0) {
  DuneState state(size, 1, false);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      state.height[{x, y}] = height;
      state.wetness[{x, y}] = wetness;
    }
  return state;
}

double height_at(const DuneWorld& world, int x, int y) {
  return static_cast<double>(world.state().height[{x, y}]) / kUnit;
}

}  // namespace

TEST_CASE("a ball in the sand hands it on to the columns around and pushes a wave before it") {
  DuneSettings settings = sliding(0.6, 0.15, 8);
  Body ball;
  ball.radius = 10;
  ball.path = {{0, 30, 40, 9}, {400, 130, 40, 9}};
  settings.bodies.push_back(ball);
  DuneWorld world(flat_field({160, 80}, 4 * kUnit), settings, dune_palette());
  const int64_t sand = world.total_sand();
  run(world, 301);
  CHECK(world.total_sand() == sand);
  // It was at x = 105 in the last tick.
  double before = 0;
  for (int x = 113; x < 125; ++x) before = std::max(before, height_at(world, x, 40));
  CHECK(before > 5);                    // the wave
  CHECK(height_at(world, 70, 40) < 3);  // the furrow
  double beside = 0;
  for (int y = 45; y < 62; ++y) beside = std::max(beside, height_at(world, 70, y));
  CHECK(beside > 4.4);  // and its walls
  CHECK(height_at(world, 20, 10) == 4);
}

TEST_CASE("a body leaves no sand where it is") {
  DuneState state = flat_field({80, 80}, 6 * kUnit);
  DuneSettings settings = sliding(0.6, 0.06);
  Body ball;
  ball.radius = 12;
  ball.path = {{0, 40, 40, 10}, {10, 42, 40, 10}};
  settings.bodies.push_back(ball);
  int64_t woken = 0;
  move_bodies(state, settings, [&](const RowSpan&) { ++woken; });
  CHECK(woken > 100);
  int64_t sum = 0;
  for (int y = 0; y < 80; ++y)
    for (int x = 0; x < 80; ++x) {
      sum += state.height[{x, y}];
      const double dx = x + 0.5 - 40;
      const double dy = y + 0.5 - 40;
      const double squared = 144 - dx * dx - dy * dy;
      if (squared > 0) CHECK(state.height[{x, y}] <= to_units(std::max(10 - std::sqrt(squared), 0.0)));
    }
  CHECK(sum == int64_t{80} * 80 * 6 * kUnit);
}

TEST_CASE("damp sand keeps a print, dry sand loses it, and what is pressed is accounted for") {
  const auto depth_after = [&](uint8_t wetness, int64_t& pressed) {
    DuneSettings settings = sliding(0.5, 0.05);
    settings.pile.wet_threshold = to_units(5);
    Body foot;
    foot.shape = BodyShape::kSlab;
    foot.length = 12;
    foot.width = 6;
    foot.path = {{0, 30, 30, 8}, {10, 30, 30, 3}, {20, 30, 30, 8}};
    settings.bodies.push_back(foot);
    DuneWorld world(flat_field({60, 60}, 5 * kUnit, wetness), settings, dune_palette());
    const int64_t sand = world.total_sand();
    run(world, 600);
    CHECK(world.total_sand() == sand);
    pressed = world.state().pressed;
    return 5 - height_at(world, 30, 30);
  };
  int64_t pressed_wet = 0;
  int64_t pressed_dry = 0;
  CHECK(depth_after(255, pressed_wet) == Approx(2).margin(0.05));
  CHECK(depth_after(0, pressed_dry) < 1.3);
  CHECK(pressed_dry == 0);
  // 12 x 6 columns lose 2 cells, of which 160/256 is pressed.
  CHECK(static_cast<double>(pressed_wet) / kUnit == Approx(12 * 6 * 2 * 160 / 256.0).epsilon(0.05));
}

TEST_CASE("a body of a map presses its own shape, and one with a single place stays where it is") {
  DuneSettings settings = sliding(0.5, 0.05);
  settings.pile.wet_threshold = to_units(5);
  Body body;
  body.shape = BodyShape::kMap;
  body.map = {4, 3, {1, 1, 0, 1, 2, 2, 2, 2, 1, 0, 1, 1}};
  body.path = {{3, 20, 20.5, 4.5}};
  settings.bodies.push_back(body);
  DuneWorld world(flat_field({40, 40}, 4 * kUnit, 255), settings, dune_palette());
  const int64_t sand = world.total_sand();
  run(world, 3);
  CHECK(height_at(world, 19, 20) == 4);  // it is not there yet
  run(world, 300);
  CHECK(world.total_sand() == sand);
  // Its way is to the right, so that rows are rows: x from 18 to 21, y from 19 to 21.
  const double expected[3][4] = {{3.5, 3.5, 4, 3.5}, {2.5, 2.5, 2.5, 2.5}, {3.5, 4, 3.5, 3.5}};
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 4; ++x) {
      INFO(x << ", " << y);
      if (expected[y][x] < 4)
        CHECK(height_at(world, 18 + x, 19 + y) == expected[y][x]);
      else
        CHECK(height_at(world, 18 + x, 19 + y) >= 4);
    }
}

TEST_CASE("a rising hill brings new sand, and its edge climbs faster than the pile below follows") {
  DuneSettings settings = sliding(0.6, 0.06, 1);
  Body hill;
  hill.shape = BodyShape::kHill;
  hill.is_source = true;
  hill.radius = 30;
  hill.path = {{0, 60, 60, -30}, {300, 60, 60, 0}};
  settings.bodies.push_back(hill);
  DuneWorld world(flat_field({120, 120}, 0), settings, dune_palette());
  double last = 0;
  for (int tick = 0; tick < 300; tick += 50) {
    run(world, 50);
    const double tip = height_at(world, 60, 60);
    CHECK(tip > last);
    last = tip;
  }
  // What came is a cone 30 high and wide, in columns, but for the rounding of each tick.
  const double cone = 3.14159265 * 30 * 30 * 30 / 3;
  CHECK(static_cast<double>(world.total_sand()) / kUnit == Approx(cone).epsilon(0.02));
  run(world, 1500);
  CHECK(height_at(world, 60, 60) < last);  // a slope of 1 is too steep: it comes down
}
