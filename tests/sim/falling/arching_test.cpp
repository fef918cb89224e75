// Powder between powder at rest goes no faster than an arch lets it.
#include "sim/falling/arching.h"

#include <cmath>
#include <memory>
#include <random>

#include "core/cases.h"
#include "sim/falling/falling.h"
#include "sim/fixture.h"
#include "sim/inspect/cell_trace.h"
#include "sim/tick/kernel.h"

using namespace quicksand;

namespace {

constexpr int kFloor = 140;  // the row
constexpr int kBelow = 80;
constexpr GridSize kSize{150, kFloor + 1 + kBelow};

// A bed of powder up to `head` rows above a floor with a hole. beside_wall: in the corner, so that one side is static.
Sandbox bed_over_hole(const Table& table, MaterialId powder, int hole, int head, int gravity, uint64_t seed,
                      bool beside_wall = false, std::string_view kernel = "auto") {
  SandboxState state(kSize, seed, Border::kOpen);
  state.gravity = gravity;
  Sandbox world(std::move(state), table, kernel);
  const int first = beside_wall ? 1 : (kSize.width - hole) / 2;
  for (const int x : {0, kSize.width - 1}) world.paint(rect(x, 0, 1, kFloor, {kWall}));
  world.paint(rect(0, kFloor, kSize.width, 1, {kWall}));
  world.paint(rect(first, kFloor, hole, 1, {kVoid}));
  world.paint(rect(1, kFloor - head, kSize.width - 2, head, {powder}));
  return world;
}

int64_t above_floor(const Sandbox& world, MaterialId powder) {
  int64_t cells = 0;
  for (int y = 0; y < kFloor; ++y)
    for (int x = 0; x < kSize.width; ++x) cells += world.entry_at({x, y}) == powder ? 1 : 0;
  return cells;
}

// Cells a tick. What waits goes in one tick of kOneRow nevertheless, as its speed is not 0.
double through_arches(const Table& table, MaterialId powder, int hole, int gravity, bool beside_wall) {
  double rows = 0;
  for (int column = 1; column <= hole; ++column) {
    const int n = beside_wall ? hole + 1 - column : std::min(column, hole + 1 - column);
    const int speed = arch_speed(gravity, (*table)[powder].falls, n);
    rows += (speed < kOneRow ? speed + 1 : speed) / double{kOneRow};
  }
  return rows;
}

// By the definition, cell by cell: which one from a grain at rest each cell of a row is; 0: it is in no arch.
std::vector<int> places_in_arches(const SandboxState& state, const MaterialTable& table, const Kernel& kernel, int y) {
  const int width = state.size.width;
  const auto material = [&](int x, int row) { return x < 0 || x >= width ? kWall : state.material().row(row)[x]; };
  const auto is_powder = [&](int x) { return table.phase(material(x, y)) == Phase::kPowder; };
  const auto moves = [&](int x) {
    const bool is_held = state.cells.is_ever_used(kWetnessPlane) && (kernel.held(y, x / 64) >> x % 64 & 1) != 0;
    return is_powder(x) && !is_held && (material(x, y + 1) == kVoid || state.cells[kSpeedPlane][{x, y}] != 0);
  };
  std::vector<int> places(static_cast<size_t>(width), 0);
  for (int first = 0; first < width; ++first) {
    int end = first;
    while (end < width && moves(end)) ++end;
    const auto is_bound = [&](int x) { return is_powder(x) || table.phase(material(x, y)) == Phase::kStatic; };
    if (end > first && is_bound(first - 1) && is_bound(end) && (is_powder(first - 1) || is_powder(end)))
      for (int x = first; x < end; ++x)
        places[static_cast<size_t>(x)] =
            std::min(is_powder(first - 1) ? x - first + 1 : width, is_powder(end) ? end - x : width);
    first = std::max(first, end);
  }
  return places;
}

}  // namespace

TEST_CASE("arches are found where their definition says, in worlds of any width, in every kernel") {
  const Table table = load_table("core");
  std::mt19937 dice(11);
  int64_t in_arches = 0;
  for (int number = 0; number < 120; ++number) {
    const GridSize size{1 + static_cast<int>(dice() % 300), 1 + static_cast<int>(dice() % 24)};
    Sandbox world(size, dice(), Border::kWall, table);
    world.paint(rect(0, 0, size.width, size.height, {id_of(table, "sand"), id_of(table, "snow")}, 0.97));
    // Shafts of any width between grains and walls.
    for (int i = 0; i < 6; ++i) {
      const int x = static_cast<int>(dice() % static_cast<unsigned>(size.width));
      const int wide = 1 + static_cast<int>(dice() % 3 == 0 ? dice() % 150 : dice() % 9);
      world.paint(rect(x, 0, wide, size.height, {number % 4 == 3 ? id_of(table, "water") : kVoid}, 0.2));
      if (i % 2 == 0) world.paint(rect(x + wide, 0, 1, size.height, {kWall}));
    }
    SandboxState state = world.state();
    state.gravity = kGravityUnit;
    for (int i = 0; i < size.width * size.height / 2; ++i) {
      const CellPos cell{static_cast<int>(dice() % static_cast<unsigned>(size.width)),
                         static_cast<int>(dice() % static_cast<unsigned>(size.height))};
      if (number % 3 == 0 && i % 3 == 0)
        state.wetness()[cell] = table->phase(state.material()[cell]) == Phase::kPowder ? 40 : 0;
      if (state.material()[cell] != kVoid) state.cells[kSpeedPlane][cell] = static_cast<uint8_t>(dice());
    }
    state.cells.find_used();
    const std::vector<std::string_view> names = kernel_names();
    const std::unique_ptr<Kernel> kernel = make_kernel(names[static_cast<size_t>(number) % names.size()], size);
    kernel->set_materials(*table);
    ActivityMap activity(size);
    Falling falling(size, activity);
    falling.set_materials(*table);
    activity.mark_all();
    activity.gather();
    Parallel parallel(1 + number % 3);
    falling.begin(state, *table, *kernel, activity, parallel, nullptr);
    for (int y = 0; y < size.height; ++y) {
      const std::vector<int> places = places_in_arches(state, *table, *kernel, y);
      for (int x = 0; x < size.width; ++x) {
        const int place = places[static_cast<size_t>(x)];
        INFO("world " << number << ", " << kernel->name() << ", (" << x << ", " << y << ")");
        REQUIRE(falling.arches().holds({x, y}) == (place != 0));
        if (place != 0) REQUIRE(falling.arches().place_of({x, y}) == std::min(place, kWidestArch + 1));
        in_arches += place != 0 ? 1 : 0;
      }
    }
  }
  CHECK(in_arches > 10'000);
}

TEST_CASE("an arch lets go as fast as what has fallen from its height") {
  for (const int gravity : {kGravityUnit / 2, kGravityUnit, 4 * kGravityUnit})
    for (const int share : {20, 60, 100})
      for (int n = 1; n <= kWidestArch; ++n) {
        // In rows and ticks.
        const double g = kSpeedGain / double{kOneRow} * gravity / kGravityUnit * share / 100;
        const double speed = std::min(std::sqrt(2 * g * (n - 0.5)) * kOneRow, 255 * std::sqrt(share / 100.0));
        INFO("gravity " << gravity << ", share " << share << ", " << n << " from the side");
        CHECK(arch_speed(gravity, share, n) == Approx(speed).margin(1.5));
      }
}

TEST_CASE("a hole under a deep bed lets out what arches do, in the middle and beside a wall, in any gravity") {
  const Table table = inert(load_table("core"));
  Combinations combinations(6);
  uint64_t seed = 0;
  for (const char* name : {"sand", "gravel", "ash", "dirt", "salt", "dry-ice"})
    for (const int hole : {1, 2, 3, 5, 8, 13, 24})
      for (const int gravity : {kGravityUnit / 2, kGravityUnit, 3 * kGravityUnit})
        for (const bool beside_wall : {false, true}) {
          ++seed;
          if (combinations.skips_next()) continue;
          const MaterialId powder = id_of(table, name);
          Sandbox world = bed_over_hole(table, powder, hole, 130, gravity, seed, beside_wall);
          const double expected = through_arches(table, powder, hole, gravity, beside_wall);
          const int64_t before = above_floor(world, powder);
          // While what stands above the hole comes down by 60 rows, or for a while.
          const int ticks = std::min(200, static_cast<int>(60 * hole / expected));
          run(world, ticks);
          const double flow = static_cast<double>(before - above_floor(world, powder)) / ticks;
          INFO(name << ", a hole of " << hole << ", gravity " << gravity << (beside_wall ? " beside a wall" : "")
                    << ": " << flow << " a tick");
          CHECK(flow == Approx(expected).epsilon(0.3).margin(0.2));
        }
}

TEST_CASE("a shaft as wide as its hole empties as a block") {
  const Table table = inert(load_table("core"));
  for (const int wide : {1, 2, 7, 30, 70}) {
    const MaterialId sand = id_of(table, "sand");
    Sandbox world({wide + 2, 200}, 1, Border::kWall, table);
    for (const int x : {0, wide + 1}) world.paint(rect(x, 0, 1, 200, {kWall}));
    world.paint(rect(1, 10, wide, 60, {sand}));
    for (int tick = 0; tick < 40; ++tick) {
      run(world, 1);
      int first = 0;
      while (world.entry_at({1, first}) != sand) ++first;
      for (int x = 1; x <= wide; ++x)
        for (int y = first - 1; y <= first + 60; ++y)
          REQUIRE((world.entry_at({x, y}) == sand) == (y >= first && y < first + 60));
    }
  }
}

TEST_CASE("arches slow down the same cells in every kernel, with any threads, asleep or not, and come to rest",
          "[thorough]") {
  const Table table = inert(load_table("core"));
  Combinations combinations(5);
  for (const char* name : {"sand", "snow", "gravel"})
    for (const int hole : {3, 9, 40, 66, 130}) {
      if (combinations.skips_next()) continue;
      const MaterialId powder = id_of(table, name);
      std::vector<Sandbox> worlds;
      for (const std::string_view kernel : kernel_names())
        worlds.push_back(bed_over_hole(table, powder, hole, 90, kGravityUnit, 5, false, kernel));
      for (int tick = 0; tick < 150; ++tick) {
        for (size_t i = 0; i < worlds.size(); ++i) run(worlds[i], 1, 1 + static_cast<int>(i) % 3);
        for (const Sandbox& world : worlds) REQUIRE(world.state_hash() == worlds.front().state_hash());
      }
      run(worlds.front(), 40'000);
      INFO(name << ", a hole of " << hole);
      CHECK(active(worlds.front()) == 0);
    }
}

TEST_CASE("who asks why a grain comes down slowly is told that it leans") {
  const Table table = inert(load_table("core"));
  const MaterialId sand = id_of(table, "sand");
  Sandbox world = bed_over_hole(table, sand, 3, 100, kGravityUnit, 3);
  run(world, 20);
  bool told = false;
  for (int tick = 0; tick < 20; ++tick, run(world, 1))
    for (const std::string& line : trace_cell(world.state(), *table, {kSize.width / 2, kFloor - 1}).why)
      told = told || line.find("leans on what is at rest beside it") != std::string::npos;
  CHECK(told);
}
