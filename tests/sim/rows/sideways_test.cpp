#include "sim/fixture.h"

using namespace quicksand;

TEST_CASE("nothing passes through a wall one cell thick, at any reach") {
  for (const char* set : {"classic", "core"}) {
    const Table table = load_table(set);
    const std::vector<uint8_t> all = movers(*table);
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      Sandbox world({60, 50}, seed, Border::kWall, table);
      world.paint(rect(15, 10, 30, 25, {kWall}));
      world.paint(rect(16, 11, 28, 23, {kVoid}));
      world.paint(rect(16, 11, 28, 23, all, 0.7));
      run(world, 1500);
      for (int y = 0; y < 50; ++y)
        for (int x = 0; x < 60; ++x) {
          const bool inside = x >= 16 && x < 44 && y >= 11 && y < 34;
          const bool on_wall = !inside && x >= 15 && x < 45 && y >= 10 && y < 35;
          const MaterialId found = world.entry_at({x, y});
          if (on_wall) REQUIRE(found == kWall);
          if (!inside && !on_wall) REQUIRE(found == kVoid);
        }
    }
  }
}

TEST_CASE("a powder on level ground stays where it is") {
  const Table table = load_table("core");
  for (const char* name : {"sand", "gravel", "dirt", "salt", "ash"}) {
    Sandbox world = drawn(table, {".......", "...p..."}, {{'p', name}});
    run(world, 300);
    INFO(name);
    CHECK(world.entry_at({3, 1}) == id_of(table, name));
    CHECK(active(world) == 0);
  }
}

TEST_CASE("a powder reaches as far as its friction to drop, not farther") {
  const Table table = load_table("classic");  // sand has friction 2
  Sandbox near = drawn(table, {"s....", "###..", "....."}, {{'s', "sand"}});
  run(near, 200);
  CHECK(near.entry_at({0, 0}) == id_of(table, "sand"));  // the edge is three cells away
  Sandbox edge = drawn(table, {".s...", "###..", "....."}, {{'s', "sand"}});
  run(edge, 200);
  CHECK(edge.entry_at({1, 0}) == kVoid);
}

TEST_CASE("powders of friction 0 stack straight") {
  const Table table = inert(load_table("classic"));
  Sandbox world({21, 40}, 1, Border::kWall, table);
  for (int i = 0; i < 30; ++i) {
    world.paint(rect(10, 0, 1, 1, {id_of(table, "cement")}));
    run(world, 45);
  }
  for (int y = 10; y < 40; ++y) CHECK(world.entry_at({10, y}) == id_of(table, "cement"));
}

TEST_CASE("water spreads to one level") {
  const Table table = inert(load_table("core"));
  Sandbox world({40, 30}, 2, Border::kWall, table);
  world.paint(rect(0, 0, 8, 30, {id_of(table, "water")}));
  run(world, 3000);
  for (int x = 0; x < 40; ++x) {
    int height = 0;
    for (int y = 0; y < 30; ++y) height += world.entry_at({x, y}) != kVoid ? 1 : 0;
    CHECK(height >= 5);
    CHECK(height <= 7);
  }
}

TEST_CASE("liquids lean neither to the left nor to the right") {
  const Table table = inert(load_table("core"));
  double sum = 0;
  constexpr int kSeeds = 400;  // one differs from the next by 2 cells and more
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Sandbox world({301, 60}, seed, Border::kWall, table);
    world.paint(rect(141, 20, 19, 40, {id_of(table, "water")}));
    run(world, 120);
    double offset = 0;
    for (int y = 0; y < 60; ++y)
      for (int x = 0; x < 301; ++x)
        if (world.entry_at({x, y}) != kVoid) offset += x - 150;
    sum += offset / (19 * 40);
  }
  CHECK(std::abs(sum / kSeeds) < 0.5);
}
