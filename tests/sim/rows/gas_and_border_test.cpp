#include <algorithm>

#include "sim/falling/fall_laws.h"
#include "sim/fixture.h"

using namespace quicksand;

TEST_CASE("gases rise to the ceiling, the lighter ones faster") {
  const Table table = inert(load_table("core"));
  Sandbox world({61, 300}, 1, Border::kWall, table);
  const auto rise_of = [&](const char* name) {
    Sandbox column({1, 2001}, 3, Border::kWall, table);
    column.paint(rect(0, 2000, 1, 1, {id_of(table, name)}));
    run(column, 1000);
    for (int y = 0; y <= 2000; ++y)
      if (column.entry_at({0, y}) != kVoid) return 2000 - y;
    return -1;
  };
  // The chance to rise is the density below void's, in hundredths: 0.25 and 0.6.
  CHECK(agrees(rise_of("smoke"), 1000, 0.25));
  CHECK(agrees(rise_of("steam"), 1000, 0.60));
}

TEST_CASE("a bubble of gas rises through water and water closes below it") {
  const Table table = inert(load_table("core"));
  Sandbox world = drawn(table, {"w", "w", "w", "w", "s"}, {{'w', "water"}, {'s', "steam"}});
  run(world, 10);
  CHECK(world.entry_at({0, 0}) == id_of(table, "steam"));
  for (int y = 1; y < 5; ++y) CHECK(world.entry_at({0, y}) == id_of(table, "water"));
}

TEST_CASE("static materials never move") {
  const Table table = load_table("core");
  Sandbox world({9, 9}, 1, Border::kWall, table);
  world.paint(rect(3, 3, 3, 1, {id_of(table, "stone")}));
  const uint64_t serial = world.paint_serial();
  run(world, 50);
  for (int x = 3; x < 6; ++x) CHECK(world.entry_at({x, 3}) == id_of(table, "stone"));
  CHECK(world.paint_serial() == serial);
  CHECK(active(world) == 0);
}

TEST_CASE("an open border swallows what reaches it, but for static cells") {
  const Table table = load_table("core");
  Sandbox world({9, 9}, 1, Border::kOpen, table);
  world.paint(rect(4, 5, 1, 1, {id_of(table, "sand")}));
  world.paint(rect(0, 8, 3, 1, {id_of(table, "stone")}));
  run(world, 2);
  CHECK(count(world, table, "sand") == 1);  // in the row above the border's
  run(world, 1);
  CHECK(count(world, table, "sand") == 0);
  CHECK(count(world, table, "stone") == 3);
}

TEST_CASE("what falls out of an open world falls as if the world went on") {
  const Table table = inert(load_table("core"));
  for (const char* name : {"sand", "water", "snow"})
    for (const int gravity : {kGravityUnit / 2, kGravityUnit, 4 * kGravityUnit}) {
      // The same columns in a world that ends, and in one that has room for all of them.
      const auto world_of = [&](int height, Border border) {
        SandboxState state({70, height}, 5, border);
        state.gravity = gravity;
        Sandbox world(std::move(state), table);
        world.paint(rect(3, 10, 1, 200, {id_of(table, name)}));
        world.paint(rect(20, 60, 30, 90, {id_of(table, name)}));
        return world;
      };
      Sandbox ends = world_of(300, Border::kOpen);
      Sandbox goes_on = world_of(3000, Border::kWall);
      for (int tick = 0; tick < 300; ++tick) {
        run(ends, 1);
        run(goes_on, 1);
        // Nearer to the border than it falls in a tick it may have gone.
        for (int y = 0; y < 300 - kMostRowsFallen; ++y) {
          INFO(name << ", gravity " << gravity << ", tick " << tick << ", row " << y);
          REQUIRE(std::ranges::equal(ends.state().material().cells(y), goes_on.state().material().cells(y)));
        }
      }
      if (std::string(name) != "snow") CHECK(ends.count_entries()[id_of(table, name)] == 0);
    }
}
