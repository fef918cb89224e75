// Gases among other things: heavy ones, and those that diffuse.
#include <array>
#include <random>

#include "sim/cells/rules.h"
#include "sim/fixture.h"
#include "sim/rows/sideways.h"

using namespace quicksand;

namespace {

Sandbox weightless(GridSize size, uint64_t seed, const Table& table) {
  SandboxState state(size, seed, Border::kWall);
  state.gravity = 0;
  return Sandbox(std::move(state), table, "auto");
}

}  // namespace

TEST_CASE("any gas is lighter than any liquid and powder, whatever their densities") {
  std::mt19937 dice(1);
  for (int i = 0; i < 60; ++i) {
    const auto density = [&] { return 1 + static_cast<int>(dice() % kMaxDensity); };
    const Table table = table_of({{.name = "gas", .density = density(), .friction = 2, .gas = true},
                                  {.name = "other", .density = density(), .friction = 1, .liquid = i % 2 == 0}});
    INFO("gas " << (*table)[2].density << ", " << (i % 2 == 0 ? "liquid " : "powder ") << (*table)[3].density);
    // A tube that is full, so that nothing of the gas has anywhere else to go.
    const int gas = 1 + static_cast<int>(dice() % 20);
    for (const bool on_top : {false, true}) {
      Sandbox world({1, gas + 7}, dice(), Border::kWall, table);
      world.paint(rect(0, on_top ? 0 : 7, 1, gas, {2}));
      world.paint(rect(0, on_top ? gas : 0, 1, 7, {3}));
      run(world, 80);
      for (int y = 0; y < gas; ++y) REQUIRE(world.entry_at({0, y}) == 2);
    }
  }
}

TEST_CASE("a heavy gas flows down into any pit that is there, all of it, and stays") {
  std::mt19937 dice(2);
  const auto between = [&](int least, int most) { return least + static_cast<int>(dice() % (most - least + 1U)); };
  for (int i = 0; i < 24; ++i) {
    const Table table = table_of({{.name = "gas",
                                   .density = between(20, kMaxDensity),
                                   .friction = between(1, kMaxFriction),
                                   .gas = true,
                                   .falls = between(30, 100)}});
    const int width = between(8, 90);
    const int pit = between(2, width - 3);
    const int left = between(1, width - pit - 1);
    const int depth = between(1, 30);
    Sandbox world({width, 40 + depth}, dice(), Border::kWall, table);
    world.paint(rect(0, 40, left, depth, {kWall}));
    world.paint(rect(left + pit, 40, width - left - pit, depth, {kWall}));
    const int gas = between(1, pit * depth);
    const CellPos from{between(0, width - 1), between(0, 20)};
    int put = 0;
    for (int tick = 0; tick < 8000; ++tick) {
      if (put < gas && world.entry_at(from) == kVoid) {
        world.paint(rect(from.x, from.y, 1, 1, {2}));
        ++put;
      }
      run(world, 1);
    }
    INFO(i << ": " << gas << " cells of gas, a pit of " << pit << " x " << depth);
    REQUIRE(world.count_entries()[2] == put);
    int in_pit = 0;
    for (int y = 40; y < 40 + depth; ++y)
      for (int x = 0; x < width; ++x) in_pit += world.entry_at({x, y}) == 2;
    CHECK(in_pit == put);
  }
}

TEST_CASE("a gas without weight spreads as fast as `diffuses` says, in all four directions alike") {
  constexpr int kCells = 400;
  constexpr int kTicks = 300;
  for (const int diffuses : {4, 25, 60, 100})
    for (const bool upright : {false, true}) {
      const Table table = table_of({{.name = "gas", .density = -50, .diffuses = diffuses}});
      double sum = 0;
      double squares = 0;
      constexpr int kWorlds = 4;
      for (uint64_t seed = 1; seed <= kWorlds; ++seed) {
        constexpr int kWidth = 201;
        Sandbox world = weightless(upright ? GridSize{kCells, kWidth} : GridSize{kWidth, kCells}, seed, table);
        world.paint(upright ? rect(0, kWidth / 2, kCells, 1, {2}) : rect(kWidth / 2, 0, 1, kCells, {2}));
        run(world, kTicks);
        REQUIRE(world.count_entries()[2] == kCells);
        for (int y = 0; y < world.size().height; ++y)
          for (int x = 0; x < world.size().width; ++x) {
            if (world.entry_at({x, y}) != 2) continue;
            const double way = (upright ? y : x) - kWidth / 2;
            sum += way;
            squares += way * way;
          }
      }
      constexpr double kAll = kCells * kWorlds;
      const double variance = 2 * 40.0 * diffuses / 100 * kTicks / kTicksASecond;
      INFO("diffuses " << diffuses << ", " << (upright ? "upright" : "sideways"));
      CHECK(std::abs(sum / kAll) < 4 * std::sqrt(variance / kAll));
      CHECK(std::abs(squares / kAll - variance) < 4 * variance * std::sqrt(2 / kAll));
    }
}

TEST_CASE("half of all grain seeds drift each way at any time, and each seed goes both ways as often") {
  constexpr int kPeriods = 2000;
  std::array<int, 256> right{};
  for (int period = 0; period < kPeriods; ++period) {
    const Flow flow = flow_of(7, static_cast<uint64_t>(period) * kFlowTicks);
    int now = 0;
    for (int seed = 0; seed < 256; ++seed) {
      const bool goes_right = flow.goes_right(static_cast<uint8_t>(seed));
      now += goes_right;
      right[static_cast<size_t>(seed)] += goes_right;
    }
    REQUIRE(now == 128);
  }
  for (const int times : right) CHECK(agrees(times, kPeriods, 0.5));
}

TEST_CASE("two gases of one density mix until neither half of their box has more of one") {
  const Table table = table_of({{.name = "a", .density = 10, .gas = true, .diffuses = 100},
                                {.name = "b", .density = 10, .gas = true, .diffuses = 20}});
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    Sandbox world({24, 24}, seed, Border::kWall, table);
    world.paint(rect(0, 0, 24, 12, {2}));
    world.paint(rect(0, 12, 24, 12, {3}));
    run(world, 20'000);
    int above = 0;
    for (int y = 0; y < 12; ++y)
      for (int x = 0; x < 24; ++x) above += world.entry_at({x, y}) == 2;
    CHECK(agrees(above, 288, 0.5));
    CHECK(world.count_entries()[2] == 288);
  }
}
