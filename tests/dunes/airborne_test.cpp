#include "dunes/airborne.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "dunes/fixture.h"

using namespace quicksand;

namespace {

// A plane of sand that falls off by so much a column to the east, and a row to the south.
DuneState slope(double east, double south) {
  DuneState state({80, 80}, 1, false);
  for (int y = 0; y < 80; ++y)
    for (int x = 0; x < 80; ++x)
      state.height[{x, y}] = to_units(200 - east * (x - 40) - south * (y - 40));
  return state;
}

// Where the first grain of the state comes down, after flights of so many ticks at most.
std::optional<Place> landing_of(DuneState& state, const DuneSettings& settings, int ticks) {
  Airborne airborne(state.size);
  Parallel parallel(1);
  Place last{};
  for (int tick = 0; tick < ticks; ++tick) {
    last = {state.grains.x[0], state.grains.y[0], state.grains.z[0]};
    airborne.fly(state, settings, parallel, [](const RowSpan&) {});
    if (state.grains.empty()) return last;
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("what comes down glides on until it is slow, the farther the faster it came, wherever it goes") {
  for (const double angle : {0.0, 0.7, 1.9, 3.4, 5.2}) {
    double before = 0;
    for (const float speed : {0.02F, 0.4F, 0.8F, 1.2F}) {
      INFO("speed " << speed << ", direction " << angle);
      DuneState state = slope(0, 0);
      const auto vx = static_cast<float>(speed * std::cos(angle));
      const auto vy = static_cast<float>(speed * std::sin(angle));
      state.grains.add({40.5F, 40.5F, 200.01F, vx, vy, -0.2F, 16});
      const std::optional<Place> place = landing_of(state, sliding(2, 0.2), 400);
      REQUIRE(place);
      const double along = (place->x - 40.5) * std::cos(angle) + (place->y - 40.5) * std::sin(angle);
      CHECK(std::abs((place->x - 40.5) * std::sin(angle) - (place->y - 40.5) * std::cos(angle)) < 0.01);
      if (speed < 0.1F)
        CHECK(along < 0.1);
      else
        CHECK(along > before + speed);
      before = along;
    }
  }
}

TEST_CASE("what is above sliding sand takes on its motion, the less the higher it is, and nothing above sand at rest") {
  const DuneSettings settings = sliding(1, 0.1);
  for (const auto& [east, south] : {std::pair{1.5, 0.0}, {-1.5, 0.0}, {0.0, 1.5}, {1.5, -1.5}, {0.9, 0.0}, {0.4, 0.4}}) {
    INFO("falls by " << east << " to the east, " << south << " to the south");
    const bool slides = std::max(std::abs(east), std::abs(south)) >= 1;
    double before = 1;
    for (const float above : {0.05F, 0.3F, 0.6F, 0.9F}) {
      DuneState state = slope(east, south);
      state.grains.add({40.5F, 40.5F, 200 + above * kFreeClumpReach, 0, 0, kFreeGravity, 16});
      Airborne airborne(state.size);
      Parallel parallel(1);
      airborne.fly(state, settings, parallel, [](const RowSpan&) {});
      if (!slides) {
        if (!state.grains.empty()) CHECK(state.grains.vx[0] == 0);
        if (!state.grains.empty()) CHECK(state.grains.vy[0] == 0);
        continue;
      }
      REQUIRE(state.grains.size() == 1);
      const double down = (state.grains.vx[0] * east + state.grains.vy[0] * south) / std::hypot(east, south);
      INFO(above << " of the reach above it: " << down);
      CHECK(down > 0);
      CHECK(down < before);
      CHECK(std::abs(state.grains.vx[0] * south - state.grains.vy[0] * east) < 1e-5);
      before = down;
    }
  }
}

TEST_CASE("an explosion throws sand out of a crater with a rim") {
  DuneState state({120, 120}, 1, false);
  for (int y = 0; y < 120; ++y)
    for (int x = 0; x < 120; ++x) state.height[{x, y}] = 8 * kUnit;
  DuneWorld world(std::move(state), sliding(0.6, 0.06), dune_palette());
  const int64_t sand = world.total_sand();
  world.push({{60, 60}, 20, 3, 0, 0});
  CHECK(world.count_airborne()[1] > 1000);
  CHECK(world.total_sand() == sand);
  run(world, 300);
  CHECK(world.count_airborne()[1] == 0);
  CHECK(world.total_sand() == sand);
  CHECK(world.state().height[{60, 60}] < 5 * kUnit);
  int32_t rim = 0;
  for (int x = 75; x < 119; ++x) rim = std::max(rim, world.state().height[{x, 60}]);
  CHECK(rim > 8 * kUnit + kUnit / 4);
}

TEST_CASE("grains that skim the ground in one place are spread along it, unless the world is set not to") {
  for (const bool unclumps : {true, false}) {
    DuneState state({64, 64}, 1, false);
    for (int y = 0; y < 64; ++y)
      for (int x = 0; x < 64; ++x) state.height[{x, y}] = kUnit * (1 + x % 2);
    // High enough that gravity leaves them in the air for the tick.
    for (int i = 0; i < 200; ++i)
      state.grains.add(
          {32.3F + 0.001F * static_cast<float>(i % 13), 32.4F + 0.001F * static_cast<float>(i % 7), 1.9F, 0, 0, 0, 16});
    Airborne airborne(state.size);
    Parallel parallel(1);
    DuneSettings settings = sliding(2, 0.2);
    settings.unclumps = unclumps;
    std::vector<int> counts;
    for (int tick = 0; tick < 8; ++tick) {  // to columns eight away, two a tick
      for (float& speed : state.grains.vz) speed = kFreeGravity;
      const ClumpCounts clumps = airborne.fly(state, settings, parallel, [](const RowSpan&) {});
      if (tick == 0) CHECK(clumps.too_many == (unclumps ? 200 - static_cast<int>(kFreeClumpLimit) : 0));
      CHECK(clumps.still_too_many <= clumps.too_many);
      counts.assign(64 * 64, 0);
      for (size_t i = 0; i < state.grains.size(); ++i)
        ++counts[static_cast<size_t>(state.grains.y[i]) * 64 + static_cast<size_t>(state.grains.x[i])];
    }
    REQUIRE(state.grains.size() == 200);
    const int most = *std::max_element(counts.begin(), counts.end());
    if (unclumps)
      CHECK(static_cast<float>(most) <= kFreeClumpLimit + 1);  // grains are whole, pressures are not
    else
      CHECK(most == 200);
  }
}

TEST_CASE("thrown sand flies in an arc, drifts with the wind, and comes in again on the other side") {
  DuneSettings settings = sliding(0.6, 0.06);
  settings.wind = breeze(Heading::kEast);
  settings.wind.lift = 0;
  settings.wind.spray = 0;
  DuneWorld world(DuneState({100, 40}, 2, false), settings, dune_palette());
  PaintCommand command;
  command.from = command.to = {90, 20};
  command.width = 5;
  command.entries = {1};
  command.velocity = Velocity{1, 0};
  world.paint(command);
  const int64_t sand = world.total_sand();
  REQUIRE(sand > 0);
  run(world, 200);
  CHECK(world.total_sand() == sand);
  CHECK(world.count_airborne()[1] == 0);
  int64_t across = 0;
  for (int y = 0; y < 40; ++y)
    for (int x = 0; x < 80; ++x) across += world.state().sand({x, y});
  CHECK(across == sand);
}

TEST_CASE("sand that is thrown against a cliff falls down before it, and without wind stays within walls") {
  DuneState state({60, 20}, 2, false);
  for (int y = 0; y < 20; ++y)
    for (int x = 40; x < 60; ++x) state.height[{x, y}] = state.ground[{x, y}] = 20 * kUnit;
  DuneWorld world(std::move(state), sliding(0.6, 0.06), dune_palette());
  PaintCommand command;
  command.from = command.to = {30, 10};
  command.width = 7;
  command.entries = {1};
  command.velocity = Velocity{1, 0};
  world.paint(command);
  command.from = command.to = {5, 10};
  command.velocity = Velocity{-1, 0};
  world.paint(command);
  const int64_t sand = world.total_sand();
  run(world, 300);
  CHECK(world.total_sand() == sand);
  int64_t on_top = 0;
  for (int y = 0; y < 20; ++y)
    for (int x = 40; x < 60; ++x) on_top += world.state().sand({x, y});
  CHECK(on_top == 0);
}
