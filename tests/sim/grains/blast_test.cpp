// What blasts do to the ground, and where grains go that cells have closed over.
#include <algorithm>
#include <cstdlib>

#include "core/random.h"
#include "sim/fixture.h"
#include "sim/grains/nearest_room.h"

using namespace quicksand;

namespace {

int lot(uint32_t serial, uint32_t salt, int low, int high) {
  return low + static_cast<int>(mix32(64 * serial + salt) % static_cast<uint32_t>(high - low + 1));
}

// The row of the topmost cell of each column of the world.
std::vector<int> tops_of(const Sandbox& world) {
  std::vector<int> tops(static_cast<size_t>(world.size().width), world.size().height);
  for (int x = 0; x < world.size().width; ++x)
    while (tops[static_cast<size_t>(x)] > 0 && world.entry_at({x, tops[static_cast<size_t>(x)] - 1}) != kVoid)
      --tops[static_cast<size_t>(x)];
  return tops;
}

// How far a column is, at most, above the ground of before and above those three to its left and three to its right.
int highest_spike(const std::vector<int>& tops, int ground) {
  int most = 0;
  for (size_t x = 3; x + 3 < tops.size(); ++x)
    most = std::max(most, std::min({tops[x - 3], tops[x + 3], ground}) - tops[x]);
  return most;
}

// The length of the shortest way to a void cell without a grain, by plain flooding; -1: there is none.
int shortest_way(const SandboxState& state, const BlockSet& closed, CellPos from) {
  std::vector<int> far(static_cast<size_t>(state.size.cells()), -1);
  const auto at = [&](CellPos cell) -> int& { return far[static_cast<size_t>(cell.y * state.size.width + cell.x)]; };
  const auto is_room = [&](CellPos cell) {
    if (state.material()[cell] != kVoid) return false;
    for (size_t i = 0; i < state.grains.size(); ++i)
      if (static_cast<int>(state.grains.x[i]) == cell.x && static_cast<int>(state.grains.y[i]) == cell.y) return false;
    return true;
  };
  const auto is_within = [&](CellPos cell) {
    return std::abs(cell.x - from.x) <= NearestRoom::kReach && std::abs(cell.y - from.y) <= NearestRoom::kReach;
  };
  at(from) = 0;
  for (int length = 0; length < static_cast<int>(state.size.cells()); ++length)
    for (int y = 0; y < state.size.height; ++y)
      for (int x = 0; x < state.size.width; ++x) {
        if (at({x, y}) != length) continue;
        if (is_room({x, y})) return length;
        for (const CellPos there : {CellPos{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}})
          if (contains(state.size, there) && is_within(there) && at(there) < 0 && closed.has[state.material()[there]] == 0)
            at(there) = length + 1;
      }
  return -1;
}

}  // namespace

TEST_CASE("blasts of any depth, size and strength throw up grains, and no towers of cells") {
  const Table table = inert(load_table("core"));
  for (uint32_t serial = 1; serial <= 16; ++serial) {
    Sandbox world({240, 200}, serial, Border::kWall, table);
    PaintCommand ground = rect(0, 100, 240, 100, {id_of(table, serial % 2 == 0 ? "sand" : "gravel")});
    if (serial % 4 == 0) ground.wetness = static_cast<uint8_t>(lot(serial, 0, 10, 90));
    world.paint(ground);
    ForceCommand blast;
    blast.radius = lot(serial, 1, 8, 40);
    blast.at = {lot(serial, 2, 80, 160), 100 + lot(serial, 3, 0, blast.radius * 2 / 3)};
    blast.outward = lot(serial, 4, 30, 80) / 10.0;
    world.push(blast);
    INFO("blast " << serial << " of radius " << blast.radius << ", " << blast.at.y - 100 << " deep, at " << blast.outward);
    for (int tick = 0; tick < 90; ++tick) {
      run(world, 1);
      const int spike = highest_spike(tops_of(world), 100);
      if (spike <= 10) continue;
      INFO("a spike of " << spike << " in tick " << tick);
      CHECK(spike <= 10);
      break;
    }
  }
}

TEST_CASE("what blasts throw about under the ground comes to rest at once, however much it is") {
  const Table table = inert(load_table("core"));
  for (uint32_t serial = 1; serial <= 12; ++serial) {
    Sandbox world({700, 500}, serial, Border::kWall, table);
    world.paint(rect(0, 100, 700, 400, {id_of(table, serial % 2 == 0 ? "sand" : "gravel")}));
    ForceCommand blast;
    blast.radius = lot(serial, 1, 20, 130);
    blast.at = {lot(serial, 2, 200, 500), 100 + blast.radius + lot(serial, 3, 20, 100)};
    blast.outward = lot(serial, 4, 30, 80) / 10.0;
    world.push(blast);
    const size_t thrown = world.state().grains.size();
    REQUIRE(thrown > 100);
    run(world, 60);
    INFO("blast " << serial << " of radius " << blast.radius << ", " << blast.at.y - 100 << " deep, at " << blast.outward);
    CHECK(world.state().grains.size() <= thrown / 50);
  }
}

TEST_CASE("the nearest room is as near as flooding finds, through no wall, and taken once") {
  const Table table = load_table("core");
  BlockSet closed;
  for (int id = 0; id < table->size(); ++id)
    if (table->phase(static_cast<MaterialId>(id)) == Phase::kStatic) closed.add(static_cast<MaterialId>(id));
  NearestRoom room;
  int found = 0;
  for (uint32_t serial = 1; serial <= 200; ++serial) {
    // Rooms of stone, filled with sand and water but for a few places, some of which hold a grain.
    Sandbox world({lot(serial, 0, 1, 90), lot(serial, 1, 1, 30)}, serial, Border::kWall, table);
    const GridSize size = world.size();
    world.paint(rect(0, 0, size.width, size.height, {id_of(table, "sand"), id_of(table, "water")}));
    world.paint(rect(0, 0, size.width, size.height, {kVoid}, lot(serial, 2, 0, 9) / 100.0));
    world.paint(rect(0, 0, size.width, size.height, {id_of(table, "stone")}, lot(serial, 3, 0, 45) / 100.0));
    PaintCommand grains = rect(0, 0, size.width, size.height, {id_of(table, "sand")}, 0.5);
    grains.velocity = Velocity{0, 0};
    grains.onto = Onto::kEmpty;
    world.paint(grains);
    const CellPos from{lot(serial, 4, 0, size.width - 1), lot(serial, 5, 0, size.height - 1)};
    world.paint(rect(from.x, from.y, 1, 1, {id_of(table, "sand")}));
    SandboxState state = world.state();
    room.note(state, kScalarQueries, closed);
    for (int i = 0; i < 3; ++i) {
      const int expected = shortest_way(state, closed, from);
      const auto taken = room.take(from, mix32(serial));
      INFO("world " << serial);
      REQUIRE(taken.has_value() == (expected >= 0));
      if (!taken) break;
      CHECK(state.material()[taken->cell] == kVoid);
      ++found;
      // As long as the flood says: its own way there, when nothing else is room.
      Grain grain{static_cast<float>(taken->cell.x) + 0.5F, static_cast<float>(taken->cell.y) + 0.5F, 0, 0, {}};
      state.grains.add(grain);
      const int next = shortest_way(state, closed, from);
      CHECK((next < 0 || next >= expected));
      CHECK(std::abs(taken->cell.x - from.x) + std::abs(taken->cell.y - from.y) <= expected);
      CHECK(std::abs(taken->cell.x - taken->before.x) + std::abs(taken->cell.y - taken->before.y) == 1);
    }
    room.forget();
  }
  CHECK(found > 100);
}

TEST_CASE("what is pressed out goes to every side alike") {
  const Table table = load_table("core");
  Sandbox world({41, 41}, 1, Border::kWall, table);
  world.paint(rect(0, 0, 41, 41, {id_of(table, "sand")}));
  world.paint(rect(15, 20, 1, 1, {kVoid}));
  world.paint(rect(25, 20, 1, 1, {kVoid}));
  world.paint(rect(20, 15, 1, 1, {kVoid}));
  world.paint(rect(20, 25, 1, 1, {kVoid}));
  const BlockSet none;
  NearestRoom room;
  std::map<int, int> counts;
  for (uint32_t i = 0; i < 4000; ++i) {
    room.note(world.state(), kScalarQueries, none);
    const auto taken = room.take({20, 20}, mix32(i));
    room.forget();
    REQUIRE(taken);
    ++counts[taken->cell.y * 41 + taken->cell.x];
  }
  REQUIRE(counts.size() == 4);
  for (const auto& [cell, count] : counts) {
    INFO("column " << cell % 41 << ", row " << cell / 41);
    CHECK(agrees(count, 4000, 0.25));
  }
}

TEST_CASE("room is looked for as far to every side") {
  const Table table = load_table("core");
  constexpr int kMiddle = 50;
  for (const CellPos way : {CellPos{-1, 0}, {1, 0}, {0, -1}, {0, 1}})
    for (const int far : {NearestRoom::kReach, NearestRoom::kReach + 1}) {
      Sandbox world({101, 101}, 1, Border::kWall, table);
      world.paint(rect(0, 0, 101, 101, {id_of(table, "sand")}));
      world.paint(rect(kMiddle + far * way.x, kMiddle + far * way.y, 1, 1, {kVoid}));
      const BlockSet none;
      NearestRoom room;
      room.note(world.state(), kScalarQueries, none);
      CHECK(room.take({kMiddle, kMiddle}, 0).has_value() == (far == NearestRoom::kReach));
    }
}

// However far the nearest void is: at the bottom of a deep pool, in a pipe between two arms, under a slab.
TEST_CASE("what is pressed into a liquid comes out of it again, however deep, or far from its surface, that was") {
  const Table table = inert(load_table("core"));
  const MaterialId stone = id_of(table, "stone");
  for (uint32_t serial = 1; serial <= 9; ++serial) {
    const std::string liquid = serial % 2 == 0 ? "water" : "oil";
    const int wide = lot(serial, 1, 90, 200);
    const int deep = serial % 3 == 0 ? lot(serial, 2, 280, 420) : lot(serial, 2, 60, 120);
    Sandbox world({wide, deep + 40}, serial, Border::kWall, table);
    ForceCommand blast;
    blast.radius = lot(serial, 3, 12, 25);
    blast.outward = lot(serial, 4, 40, 80) / 10.0;
    blast.at = {wide / 2, deep + 40 - blast.radius};
    if (serial % 3 == 1) {
      // Two arms, and a pipe between them.
      world.paint(rect(0, 0, wide, deep + 40, {stone}));
      world.paint(rect(5, 0, 12, deep + 35, {kVoid}));
      world.paint(rect(wide - 17, 0, 12, deep + 35, {kVoid}));
      world.paint(rect(5, deep + 23, wide - 10, 12, {kVoid}));
      blast.at.y = deep + 29;
    } else if (serial % 3 == 2) {
      world.paint(rect(12, 60, wide - 24, 5, {stone}));
    }
    PaintCommand filling = rect(0, 40, wide, deep, {id_of(table, liquid)});
    filling.onto = Onto::kEmpty;
    world.paint(filling);
    run(world, 8);
    const int64_t before = count(world, table, liquid);
    const auto flying = [&] { return world.state().grains.size(); };
    REQUIRE(flying() == 0);
    world.push(blast);
    run(world, 1);
    const bool is_thrown = flying() > 0;
    run(world, 799);
    INFO("blast " << serial << " of radius " << blast.radius << " in " << wide << " x " << deep);
    CHECK(is_thrown);
    CHECK(count(world, table, liquid) == before);
    CHECK(flying() == 0);
  }
}

// At the bottom of a deep lake, and under a roof with a chimney at one side, powder lies as cells in the end.
TEST_CASE("powder that flies in a liquid becomes cells again, however far the next void is") {
  const Table table = inert(load_table("core"));
  for (uint32_t serial = 1; serial <= 8; ++serial) {
    const std::string powder = serial % 3 == 0 ? "salt" : "gravel";  // which drinks nothing
    const bool is_deep = serial % 2 == 0;
    const int wide = lot(serial, 1, 60, 140);
    const int deep = is_deep ? lot(serial, 2, 280, 400) : lot(serial, 2, 30, 60);
    Sandbox world({wide, deep + 40}, serial, Border::kWall, table);
    if (!is_deep) world.paint(rect(0, 40, wide - 8, 4, {id_of(table, "stone")}));
    const int least_top = is_deep ? 260 : 20;
    PaintCommand grains = rect(wide / 4, 40 + least_top, wide / 2, deep - least_top, {id_of(table, powder)}, 0.1);
    grains.velocity = Velocity{0, 1};
    world.paint(grains);
    PaintCommand filling = rect(0, 41, wide, deep - 1, {id_of(table, serial % 3 == 0 ? "oil" : "water")});
    filling.onto = Onto::kEmpty;
    world.paint(filling);
    const std::vector<int64_t> before = matter(world);
    INFO(powder << ", " << serial << ", in " << wide << " x " << deep);
    REQUIRE(world.state().grains.size() > 20);
    run(world, 9000);
    CHECK(world.state().grains.size() == 0);
    CHECK(matter(world) == before);
  }
}

// In a solid, and in cells of sand of their own within one: there is no way out, and ticks do not wait for one.
TEST_CASE("grains that are walled in are looked after in a time that grows with their number") {
  const Table table = inert(load_table("core"));
  for (const bool is_lattice : {false, true}) {
    Sandbox world({320, 320}, 1, Border::kWall, table);
    PaintCommand grains = rect(10, 10, 300, 300, {id_of(table, "sand")});
    grains.velocity = Velocity{0, 0};
    world.paint(grains);
    std::vector<uint8_t> cells(size_t{320} * 320, id_of(table, "stone"));
    if (is_lattice)
      for (size_t i = 0; i < cells.size(); i += 2) cells[i + i / 320 % 2] = id_of(table, "gravel");
    world.paint_all(cells);
    const size_t before = world.state().grains.size();
    run(world, 64);
    CHECK(world.state().grains.size() == before);
  }
}
