#include "sim/fixture.h"

using namespace quicksand;

namespace {

constexpr int kColumns = 8000;

// How many of kColumns grains sink into a liquid in one tick.
int sunk_in_a_tick(const Table& table, const char* grain, const char* liquid) {
  Sandbox world({2 * kColumns, 2}, 11, Border::kWall, table);
  for (int i = 0; i < kColumns; ++i) {
    world.paint(rect(2 * i, 0, 1, 1, {id_of(table, grain)}));
    world.paint(rect(2 * i, 1, 1, 1, {id_of(table, liquid)}));
    world.paint(rect(2 * i + 1, 0, 1, 2, {kWall}));
  }
  run(world, 1);
  int sunk = 0;
  for (int i = 0; i < kColumns; ++i) sunk += world.entry_at({2 * i, 1}) == id_of(table, grain) ? 1 : 0;
  return sunk;
}

}  // namespace

TEST_CASE("sand sinks into water with the source's chance of 1/5 a tick") {
  const int sunk = sunk_in_a_tick(inert(load_table("classic")), "sand", "water");
  CHECK(agrees(sunk, kColumns, 51 / 256.0));
  CHECK(agrees(sunk, kColumns, 0.2));
}

TEST_CASE("what differs more in density sinks faster") {
  std::vector<Material> materials;
  const auto add = [&](const char* name, int density, bool liquid) {
    Material& material = materials.emplace_back();
    material.name = name;
    material.density = density;
    material.liquid = liquid;
  };
  add("thin", 1, true);
  add("water", 100, true);
  add("light", 105, false);
  add("heavy", 600, false);
  add("heaviest", 1000, false);
  const Table table = std::make_shared<MaterialTable>(std::move(materials));
  // 31/256, and 1/256 more for each difference of 5.
  CHECK(agrees(sunk_in_a_tick(table, "light", "water"), kColumns, 32 / 256.0));
  CHECK(agrees(sunk_in_a_tick(table, "heavy", "water"), kColumns, 131 / 256.0));
  CHECK(agrees(sunk_in_a_tick(table, "heaviest", "water"), kColumns, 211 / 256.0));
  CHECK(agrees(sunk_in_a_tick(table, "heaviest", "thin"), kColumns, 231 / 256.0));
}

TEST_CASE("a dense grain sinks through liquid all the way and freezes at the bottom") {
  const Table table = inert(load_table("classic"));
  Sandbox world({1, 121}, 1, Border::kWall, table);
  world.paint(rect(0, 0, 1, 1, {id_of(table, "sand")}));
  world.paint(rect(0, 1, 1, 120, {id_of(table, "water")}));
  run(world, 1500);
  CHECK(world.entry_at({0, 120}) == id_of(table, "sand"));
  CHECK(active(world) == 0);
}

TEST_CASE("lighter and equally dense cells do not sink, and nothing sinks into a powder") {
  const Table table = inert(load_table("classic"));
  const char* const pairs[][2] = {{"acid", "water"}, {"concrete", "acid"}, {"concrete", "water"}, {"dirt", "sand"}};
  for (const auto& [upper, lower] : pairs) {
    Sandbox world = drawn(table, {"a", "b"}, {{'a', upper}, {'b', lower}});
    run(world, 200);
    INFO(upper << " on " << lower);
    CHECK(world.entry_at({0, 0}) == id_of(table, upper));
  }
}

TEST_CASE("shaken liquids sort by density") {
  const Table table = inert(load_table("core"));
  Sandbox world({64, 90}, 5, Border::kWall, table);
  const std::vector<uint8_t> mix{id_of(table, "oil"), id_of(table, "water"), id_of(table, "brine")};
  world.paint(rect(0, 0, 64, 90, mix));
  run(world, 6000);
  // Mean heights in the order of density, each pair clearly apart.
  double depth[3] = {};
  for (int i = 0; i < 3; ++i) {
    int64_t cells = 0;
    for (int y = 0; y < 90; ++y)
      for (int x = 0; x < 64; ++x)
        if (world.entry_at({x, y}) == mix[i]) {
          depth[i] += y;
          ++cells;
        }
    depth[i] /= static_cast<double>(cells);
  }
  CHECK(depth[1] - depth[0] > 25);
  CHECK(depth[2] - depth[1] > 25);
}

TEST_CASE("sand under water makes a slope, not a tower") {
  const Table table = inert(load_table("core"));
  Sandbox world({81, 60}, 5, Border::kWall, table);
  world.paint(rect(0, 10, 81, 50, {id_of(table, "water")}));
  for (int i = 0; i < 400; ++i) {
    PaintCommand grain = rect(40, 0, 1, 1, {id_of(table, "sand")});
    grain.onto = Onto::kEmpty;
    world.paint(grain);
    run(world, 8);
  }
  run(world, 4000);
  int lowest = 0;
  int left = 81;
  int right = 0;
  for (int y = 59; y >= 0; --y)
    for (int x = 0; x < 81; ++x)
      if (world.entry_at({x, y}) == id_of(table, "sand")) {
        lowest = 60 - y;
        left = std::min(left, x);
        right = std::max(right, x);
      }
  CHECK(lowest < 30);
  CHECK(right - left > 25);
}
