// What nothing holds up falls as one, by the parabola of falling/fall_laws.h.
#include "sim/falling/falling.h"

#include <cmath>
#include <numeric>

#include "core/cases.h"
#include "sim/fixture.h"
#include "sim/random_table.h"
#include "sim/tick/tick.h"

using namespace quicksand;

namespace {

// The rows from the first to the last that hold the material, and whether it is a full rectangle there.
struct Extent {
  int top = -1;
  int bottom = -1;
  int64_t cells = 0;
  int height() const { return bottom - top + 1; }
};
Extent extent_of(const Sandbox& world, MaterialId material) {
  Extent extent;
  for (int y = 0; y < world.size().height; ++y)
    for (int x = 0; x < world.size().width; ++x)
      if (world.entry_at({x, y}) == material) {
        if (extent.top < 0) extent.top = y;
        extent.bottom = y;
        ++extent.cells;
      }
  return extent;
}

Sandbox world_of(GridSize size, const Table& table, int gravity, uint64_t seed = 1, std::string_view kernel = "auto") {
  SandboxState state(size, seed, Border::kWall);
  state.gravity = gravity;
  return Sandbox(std::move(state), table, kernel);
}

// Rows fallen after so many ticks, without rounding: the speed of every tick added up.
double parabola(int ticks, double gravity) {
  const double top = std::min(4 * std::sqrt(gravity), 255 / 32.0);
  double rows = 0;
  double speed = std::sqrt(gravity);
  for (int tick = 0; tick < ticks; ++tick, speed = std::min(speed + gravity / 16, top)) rows += speed;
  return rows;
}

}  // namespace

TEST_CASE("a falling block of any size keeps its height to the cell, in every kernel", "[thorough]") {
  const Table table = inert(load_table("core"));
  Combinations combinations(4);
  for (const std::string_view kernel : kernel_names())
    for (const auto& [width, height] : {std::pair{20, 40}, {1, 1}, {64, 3}, {65, 90}, {7, 200}})
      for (const char* material : {"sand", "water", "gravel"}) {
        if (combinations.skips_next()) continue;
        const MaterialId id = id_of(table, material);
        Sandbox world = world_of({90, 700}, table, kGravityUnit, 3, kernel);
        world.paint(rect(12, 5, width, height, {id}));
        INFO(kernel << ", " << material << ", " << width << "x" << height);
        for (int tick = 0; tick < 90; ++tick) {
          run(world, 1);
          const Extent extent = extent_of(world, id);
          REQUIRE(extent.height() == height);
          REQUIRE(extent.cells == int64_t{width} * height);
        }
      }
}

TEST_CASE("a block of several materials falls as one, and what is in it stays in its place") {
  const Table table = inert(load_table("core"));
  Sandbox world = world_of({70, 600}, table, kGravityUnit);
  world.paint(
      rect(10, 0, 30, 60, {id_of(table, "gravel"), id_of(table, "salt"), id_of(table, "oil"), id_of(table, "water")}));
  const SandboxState before = world.state();
  run(world, 60);
  int down = 0;
  while (world.entry_at({10, down}) == kVoid) ++down;
  CHECK(down > 60);
  for (int y = 0; y < 60; ++y)
    for (int x = 10; x < 40; ++x) REQUIRE(world.entry_at({x, y + down}) == before.material()[{x, y}]);
}

TEST_CASE("what falls follows the parabola of its gravity within a few rows, and then keeps its terminal speed") {
  const Table table = load_table("core");
  for (const double gravity : {0.25, 0.5, 1.0, 2.0, 4.0})
    for (const uint64_t start : {uint64_t{0}, uint64_t{13}, uint64_t{77}}) {
      Sandbox world = world_of({1, 2000}, table, static_cast<int>(gravity * kGravityUnit));
      run(world, static_cast<int>(start));
      world.paint(rect(0, 0, 1, 1, {id_of(table, "sand")}));
      for (int tick = 1; tick <= 200; ++tick) {
        run(world, 1);
        const int fallen = extent_of(world, id_of(table, "sand")).top;
        INFO("gravity " << gravity << ", begun in tick " << start << ", after " << tick);
        // What fall_laws.cpp promises; the root of gravity is rounded, by up to 1.5 %.
        REQUIRE(std::abs(fallen - parabola(tick, gravity)) <= std::max(gravity == 1 ? 2.0 : 5.0, 0.015 * fallen));
      }
    }
}

TEST_CASE("without gravity nothing falls, and a light share of it drifts") {
  const Table core = load_table("core");
  std::vector<Material> materials(core->size() - 2);
  for (size_t i = 0; i < materials.size(); ++i) materials[i] = (*core)[static_cast<MaterialId>(i + 2)];
  const auto sand = static_cast<size_t>(id_of(core, "sand") - 2);
  materials[sand].falls = 10;
  const Table drifting = std::make_shared<MaterialTable>(materials);
  for (const auto& [table, gravity, least, most] :
       {std::tuple{core, 0, 0, 0}, {drifting, kGravityUnit, 38, 41}, {core, kGravityUnit, 300, 340}}) {
    Sandbox world = world_of({9, 400}, table, gravity);
    world.paint(rect(3, 0, 2, 4, {id_of(table, "sand")}));
    run(world, 100);
    const Extent extent = extent_of(world, id_of(table, "sand"));
    CHECK(extent.top >= least);
    CHECK(extent.top <= most);
    CHECK(extent.height() == 4);
  }
}

TEST_CASE("without gravity nothing moves by its weight, whatever it is made of and lies on, in any kernel") {
  const auto only_moving = [](const Table& random) {
    const Table table = inert(random);
    std::vector<Material> materials;
    for (int id = 2; id < table->size(); ++id) {
      materials.push_back((*table)[static_cast<MaterialId>(id)]);
      materials.back().absorbs = kVoid;
      materials.back().wet_threshold = materials.back().wet_max = materials.back().dries = 0;
    }
    return std::make_shared<const MaterialTable>(std::move(materials));
  };
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    const Table table = seed <= 4 ? only_moving(load_table("core")) : only_moving(random_table(seed, 12));
    std::vector<uint8_t> entries(static_cast<size_t>(table->size()));
    std::iota(entries.begin(), entries.end(), uint8_t{0});
    for (const std::string_view kernel : kernel_names()) {
      INFO("seed " << seed << ", kernel " << kernel);
      Sandbox world = world_of({20 + static_cast<int>(seed) * 17, 70}, table, 0, seed, kernel);
      world.paint(rect(0, 0, world.size().width, world.size().height, entries, 0.7));
      // Bodies, so that there are surfaces to level and banks to give way.
      for (uint32_t i = 0; i < 6; ++i)
        world.paint(rect(static_cast<int>(i) * 31, static_cast<int>(mix32(seed + i) % 50), 12, 30, {entries[i + 2]}));
      const auto cells = [&] {
        std::vector<uint8_t> all;
        for (int y = 0; y < world.size().height; ++y)
          for (int x = 0; x < world.size().width; ++x) all.push_back(world.entry_at({x, y}));
        return all;
      };
      const std::vector<uint8_t> before = cells();
      run(world, 60);
      CHECK(cells() == before);
    }
  }
}

TEST_CASE("a fast run that meets a slow one takes its speed") {
  const Table table = load_table("core");
  const MaterialId sand = id_of(table, "sand");
  Sandbox world = world_of({1, 900}, table, kGravityUnit);
  world.paint(rect(0, 0, 1, 20, {sand}));
  run(world, 60);
  int bottom = extent_of(world, sand).bottom;
  // Slow grains right in its way.
  world.paint(rect(0, bottom + 6, 1, 10, {sand}));
  run(world, 4);
  const Extent extent = extent_of(world, sand);
  CHECK(extent.height() == 30);
  const SandboxState& state = world.state();
  for (int y = extent.top; y < extent.bottom; ++y)
    CHECK(state.cells[kSpeedPlane][{0, y}] <= state.cells[kSpeedPlane][{0, y + 1}]);
}

TEST_CASE("what comes to rest keeps no speed, and the world sleeps") {
  const Table table = load_table("core");
  for (const uint64_t seed : {1, 2, 3}) {
    Sandbox world = world_of({200, 150}, table, kGravityUnit, seed);
    world.paint(rect(40, 10, 60, 60, {id_of(table, "sand")}));
    world.paint(rect(120, 20, 40, 40, {id_of(table, "water")}));
    run(world, 3000);
    for (int ticks = 0; ticks < 10'000 && active(world) != 0; ticks += 500) run(world, 500);
    const SandboxState& state = world.state();
    for (int y = 0; y < 150; ++y)
      for (const uint8_t speed : state.cells[kSpeedPlane].cells(y)) REQUIRE(speed == 0);
    const uint64_t hash = world.state_hash();
    CHECK(active(world) == 0);
    run(world, 1);
    CHECK(world.state_hash() != hash);  // the tick counts
  }
}

TEST_CASE("a landing is an event, once for each column that comes down") {
  const Table table = load_table("core");
  Sandbox world = world_of({33, 300}, table, kGravityUnit);
  world.paint(rect(0, 0, 33, 25, {id_of(table, "gravel")}));
  Parallel parallel(1);
  TickEvents events;
  uint64_t impacts = 0;
  for (int tick = 0; tick < 130; ++tick) {
    world.step(parallel, &events);
    impacts += events.impacts.total();
  }
  CHECK(impacts == 33);
}

TEST_CASE("what falls through the rows of several workers falls alike on any number of threads") {
  const Table table = inert(load_table("core"));
  Combinations combinations(4);
  for (const uint64_t seed : {1, 2, 3})
    for (const GridSize size : {GridSize{90, 700}, {1300, 41}, {4200, 30}}) {
      if (combinations.skips_next()) continue;
      std::vector<Sandbox> worlds;
      const std::vector<int> threads{1, 2, 3, 7};
      for (size_t i = 0; i < threads.size(); ++i) {
        worlds.push_back(world_of(size, table, static_cast<int>(seed * 80), seed));
        worlds.back().paint(rect(0, 0, size.width, size.height, movers(*table), 0.1 + 0.2 * static_cast<double>(seed)));
      }
      for (int tick = 0; tick < 40; ++tick) {
        for (size_t i = 0; i < threads.size(); ++i) run(worlds[i], 1, threads[i]);
        for (const Sandbox& world : worlds) REQUIRE(world.state_hash() == worlds.front().state_hash());
      }
    }
}

TEST_CASE("cells are conserved while they fall, and all kernels agree in every tick", "[thorough]") {
  const Table table = inert(load_table("core"));
  for (const uint64_t seed : cases_of(2, {3, 1, 2, 4})) {
    const GridSize size{static_cast<int>(70 + seed * 61), static_cast<int>(60 + seed * 23)};
    std::vector<Sandbox> worlds;
    for (const std::string_view kernel : kernel_names()) {
      worlds.push_back(world_of(size, table, static_cast<int>(seed * 50), seed, kernel));
      worlds.back().paint(rect(0, 0, size.width, size.height, movers(*table), 0.15 * static_cast<double>(seed)));
      PaintCommand damp = rect(0, 0, size.width, size.height, movers(*table), 0.1);
      damp.wetness = uint8_t{50};
      worlds.back().paint(damp);
    }
    const auto before = worlds.front().count_entries();
    for (int tick = 0; tick < 120; ++tick) {
      for (Sandbox& world : worlds) run(world, 1, 1 + tick % 3);
      for (const Sandbox& world : worlds) REQUIRE(world.state_hash() == worlds.front().state_hash());
    }
    if (!table->has_absorbing()) CHECK(worlds.front().count_entries() == before);
  }
}

TEST_CASE("liquids come to rest level in the strongest gravity, too") {
  const Table table = inert(load_table("core"));
  for (const char* name : {"water", "oil", "lava", "mud"})
    for (const int gravity : {kMostGravity, kMostGravity - 1, kMostGravity / 2}) {
      Sandbox world = world_of({100, 100}, table, gravity, 3);
      world.paint(rect(25, 30, 50, 40, {id_of(table, name)}));
      const auto is_at_rest = [&] { return active(world) == 0 && world.state().grains.empty(); };
      for (int ticks = 0; ticks < 20'000 && !is_at_rest(); ticks += 100) run(world, 100);
      INFO(name << ", gravity " << gravity << " of " << kGravityUnit);
      CHECK(is_at_rest());
    }
}
