#include "sim/liquid/levelling.h"

#include <algorithm>
#include <array>
#include <random>

#include "app/open_world.h"
#include "core/cases.h"
#include "measure/caves.h"
#include "sim/fixture.h"
#include "sim/tick/kernel.h"

using namespace quicksand;

namespace {

OpenedWorld open(const char* scene) {
  WorldRequest request;
  request.scene = scene;
  Result<OpenedWorld> opened = open_world(request);
  REQUIRE(opened.ok());
  return std::move(*opened);
}

void play(OpenedWorld& opened, int ticks) {
  Parallel parallel(2);
  for (int i = 0; i < ticks; ++i) {
    opened.director.before_tick(*opened.world);
    opened.world->step(parallel);
  }
}

// The row of the highest cell of the entry in a column; the world's height if there is none.
int surface(const World& world, int x, uint8_t entry) {
  int y = 0;
  while (y < world.size().height && world.entry_at({x, y}) != entry) ++y;
  return y;
}

struct Heights {
  int highest;
  int lowest;
  int spread() const { return lowest - highest; }
};

Heights surfaces(const World& world, int first, int last, uint8_t entry) {
  Heights heights{world.size().height, 0};
  for (int x = first; x <= last; ++x) {
    heights.highest = std::min(heights.highest, surface(world, x, entry));
    heights.lowest = std::max(heights.lowest, surface(world, x, entry));
  }
  return heights;
}

uint8_t entry_of(const World& world, const std::string& name) {
  const auto& names = world.entry_names();
  return static_cast<uint8_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

bool rests(Sandbox& world) {
  const Plane<MaterialId> before = world.state().material();
  Parallel parallel(1);
  if (world.count_active(parallel) != 0) return false;
  run(world, 2 * kLevelTicks * kLevelCycle);
  for (int y = 0; y < world.size().height; ++y)
    if (!std::equal(before.row(y), before.row(y) + world.size().width, world.state().material().row(y))) return false;
  return true;
}

}  // namespace

TEST_CASE("a dam break is flat within 2 cells after 600 ticks, within 1 after 2,000, and then rests") {
  OpenedWorld opened = open("dam-break");
  const uint8_t water = entry_of(*opened.world, "water");
  play(opened, 80);  // the gate opens
  const int64_t cells = opened.world->count_entries()[water];
  play(opened, 600);
  CHECK(surfaces(*opened.world, 0, 255, water).spread() <= 2);
  play(opened, 1400);
  CHECK(surfaces(*opened.world, 0, 255, water).spread() <= 1);
  CHECK(opened.world->count_entries()[water] == cells);
  CHECK(rests(dynamic_cast<Sandbox&>(*opened.world)));
}

TEST_CASE("a U-tube levels within 1 cell in 2,000 ticks") {
  OpenedWorld opened = open("u-tube");
  const uint8_t water = entry_of(*opened.world, "water");
  const int64_t cells = opened.world->count_entries()[water];
  play(opened, 2000);
  const Heights left = surfaces(*opened.world, 30, 49, water);
  const Heights right = surfaces(*opened.world, 110, 129, water);
  CHECK(std::max(left.lowest, right.lowest) - std::min(left.highest, right.highest) <= 1);
  CHECK(opened.world->count_entries()[water] == cells);
  CHECK(rests(dynamic_cast<Sandbox&>(*opened.world)));
}

TEST_CASE("the level rises by steps and does not jump") {
  OpenedWorld opened = open("u-tube");
  const uint8_t water = entry_of(*opened.world, "water");
  play(opened, 100);  // the pipe is full
  int before = surfaces(*opened.world, 110, 129, water).highest;
  for (int step = 0; step < 100; ++step) {
    play(opened, kLevelTicks);
    const int now = surfaces(*opened.world, 110, 129, water).highest;
    CHECK(before - now <= 1);
    before = now;
  }
}

TEST_CASE("five arms of different widths on one pipe level within 1 cell in 6,000 ticks") {
  const Table table = load_table("core");
  Sandbox world({240, 160}, 1, Border::kWall, table);
  const MaterialId stone = id_of(table, "stone");
  const MaterialId water = id_of(table, "water");
  world.paint(rect(0, 0, 240, 160, {stone}));
  world.paint(rect(10, 140, 220, 6, {kVoid}));
  constexpr int kWidths[] = {30, 12, 1, 3, 20};
  int x = 10;
  std::vector<int> columns;
  for (const int width : kWidths) {
    world.paint(rect(x, 10, width, 132, {kVoid}));
    for (int i = 0; i < width; ++i) columns.push_back(x + i);
    x += width + 30;
  }
  world.paint(rect(10, 12, 30, 130, {water}));
  world.paint(rect(10, 140, 220, 6, {water}));
  run(world, 6000);
  int highest = 160;
  int lowest = 0;
  for (const int column : columns) {
    highest = std::min(highest, surface(world, column, water));
    lowest = std::max(lowest, surface(world, column, water));
  }
  CHECK(lowest - highest <= 1);
  CHECK(rests(world));
}

TEST_CASE("water presses under a wall and out of the shorter arm") {
  // A tank, a wall that leaves a slit, and an arm that ends below the tank's level.
  const Table table = load_table("core");
  Sandbox world = drawn(table,
                        {"#........#........#", "#wwwwwwww#........#", "#wwwwwwww#........#", "#wwwwwwww#........#",
                         "#wwwwwwww#.#......#", "#wwwwwwww#.#......#", "#wwwwwwww..#......#", "###################"},
                        {{'w', "water"}});
  const MaterialId water = id_of(table, "water");
  run(world, 1000);
  CHECK(count(world, table, "water") == 48);
  // The arm's lip is the top of row 4. The tank goes down to the row above it, 8 x 4 cells; 4 are in slit and arm; the
  // other 12 have gone over the lip and lie in 6 columns.
  // Single cells on top of the tank may stay there, within the one row that a level is exact to.
  for (int x = 1; x <= 8; ++x) CHECK((surface(world, x, water) == 3 || surface(world, x, water) == 2));
  for (int x = 12; x <= 17; ++x) CHECK((surface(world, x, water) == 5 || surface(world, x, water) == 6));
  CHECK(rests(world));
}

// There is no air that would hold it up.
TEST_CASE("a vessel that is full to its roof runs out through a mouth of any height and length") {
  const Table table = inert(load_table("core"));
  std::mt19937 dice(20261128);
  const auto between = [&](int least, int most) {
    return least + static_cast<int>(dice() % static_cast<unsigned>(most - least + 1));
  };
  for (int i = 0; i < cases(24, 300); ++i) {
    const char* const name = std::array{"water", "oil", "brine", "lava", "mud"}[static_cast<size_t>(i % 5)];
    const MaterialId liquid = id_of(table, name);
    const CellPos vessel{between(1, 80), between(3, 60)};
    const int mouth = between(1, 70);  // so long
    const int gap = between(1, std::min(3, vessel.y - 1));
    const int floor = between(gap, vessel.y);  // the mouth's lowest row, from the roof on
    const int fall = vessel.x * vessel.y / 30 + 4;
    Sandbox world({vessel.x + mouth + 34, vessel.y + fall + 2}, dice(), Border::kWall, table);
    world.paint(rect(0, 0, world.size().width, world.size().height, {kWall}));
    world.paint(rect(1, 1, vessel.x, vessel.y, {liquid}));
    world.paint(rect(1 + vessel.x, 1 + floor - gap, mouth, gap, {liquid}));
    world.paint(rect(1 + vessel.x + mouth, 1, 32, world.size().height - 2, {kVoid}));
    INFO(name << " in " << vessel.x << "x" << vessel.y << ", mouth " << mouth << "x" << gap << " down to row "
              << floor);
    const int64_t before = count(world, table, name);
    REQUIRE(run_to_rest(world, 40'000 * kMaxFriction / table->friction(liquid)));
    CHECK(count(world, table, name) == before);
    int left = 0;
    for (int y = 1; y < floor; ++y)
      for (int x = 1; x <= vessel.x; ++x) left += world.entry_at({x, y}) == liquid ? 1 : 0;
    CHECK(left <= vessel.x);  // within the row that a level is exact to
    CHECK(most_uneven(world, liquid) <= 1);
  }
}

TEST_CASE("powder that floats in one arm is lifted until it weighs as much as what stands higher in the other") {
  std::mt19937 dice(20261125);
  const auto between = [&](int least, int most) {
    return least + static_cast<int>(dice() % static_cast<uint32_t>(most - least + 1));
  };
  for (int round = 0; round < 40; ++round) {
    const int liquid_density = between(60, 400);
    const int powder_density = between(10, liquid_density - 5);
    Material liquid;
    liquid.name = "liquid";
    liquid.density = liquid_density;
    liquid.friction = 8;
    liquid.liquid = true;
    Material powder;
    powder.name = "powder";
    powder.density = powder_density;
    powder.repose_degrees = between(20, 60);
    Material solid;
    solid.name = "solid";
    solid.is_static = true;
    const Table table = std::make_shared<MaterialTable>(std::vector<Material>{liquid, powder, solid});
    const MaterialId wet = id_of(table, "liquid");
    const MaterialId dust = id_of(table, "powder");
    // Two arms with a pipe below; the left one stands at `level`, with powder on it, the right one is full.
    const int left = between(1, 40);
    const int right = between(1, 40);
    const int gap = between(1, 40);
    const int height = between(60, 130);
    const int level = between(height / 2, height - 15);
    const int thick = between(1, level - 5);
    const int pipe = between(1, 6);
    const int first = between(1, 70);  // where in the blocks
    const GridSize size{first + left + gap + right + 1, height};
    Sandbox world(size, static_cast<uint64_t>(round), Border::kWall, table);
    world.paint(rect(0, 0, size.width, size.height, {id_of(table, "solid")}));
    world.paint(rect(first, 0, left, height - 1, {kVoid}));
    world.paint(rect(first, level, left, height - 1 - level, {wet}));
    world.paint(rect(first, level - thick, left, thick, {dust}));
    world.paint(rect(first, height - 1 - pipe, left + gap + right, pipe, {wet}));
    world.paint(rect(first + left + gap, 0, right, height - 1, {kVoid}));
    world.paint(rect(first + left + gap, between(2, level - 1), right, height, {wet}));
    world.paint(rect(0, height - 1, size.width, 1, {id_of(table, "solid")}));
    const int64_t liquids = count(world, table, "liquid");
    run(world, 12000);
    INFO("round " << round << ": densities " << powder_density << " on " << liquid_density << ", arms " << left
                  << " and " << right << " wide, " << thick << " rows");
    CHECK(count(world, table, "liquid") == liquids);
    CHECK(count(world, table, "powder") == int64_t{left} * thick);
    CHECK(rests(world));
    // By cells: surfaces have rows that are not full.
    const auto rows_of = [&](MaterialId entry, int from, int width) {
      int64_t cells = 0;
      for (int y = 0; y < height - 1 - pipe; ++y)
        for (int x = from; x < from + width; ++x) cells += world.entry_at({x, y}) == entry ? 1 : 0;
      return static_cast<double>(cells) / width;
    };
    const double head = rows_of(wet, first + left + gap, right) - rows_of(wet, first, left);
    const double load = static_cast<double>(thick) * powder_density / liquid_density;
    // Or the powder has nowhere to go: its arm is full to the brim.
    const double room = height - 1 - pipe - rows_of(wet, first, left) - thick;
    if (room >= 1) CHECK(head <= load + 2);
    CHECK(head >= -1.5);
  }
}

TEST_CASE("a viscous liquid levels, but slowly") {
  const auto ticks_to_level = [](const char* name) {
    const Table table = inert(load_table("core"));
    Sandbox world({60, 40}, 1, Border::kWall, table);
    const MaterialId liquid = id_of(table, name);
    world.paint(rect(0, 0, 20, 40, {liquid}));
    int ticks = 0;
    while (surfaces(world, 0, 59, liquid).spread() > 1 && ticks < 20000) {
      run(world, 20);
      ticks += 20;
    }
    return ticks;
  };
  const int mud = ticks_to_level("mud");
  CHECK(mud > 2 * ticks_to_level("water"));
  CHECK(mud < 20000);
}

TEST_CASE("levelling prefers no side") {
  const Table table = load_table("core");
  const MaterialId water = id_of(table, "water");
  int64_t left = 0;
  int64_t right = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Sandbox world({161, 60}, seed, Border::kWall, table);
    world.paint(rect(60, 10, 41, 50, {water}));
    run(world, 250);  // on its way
    for (int y = 0; y < 60; ++y)
      for (int x = 0; x < 80; ++x) {
        left += world.entry_at({x, y}) == water ? 1 : 0;
        right += world.entry_at({160 - x, y}) == water ? 1 : 0;
      }
  }
  CHECK(std::abs(left - right) < (left + right) / 100);
}

TEST_CASE("three shaken liquids lie in layers, 99 % pure, within 5,000 ticks") {
  const Table table = inert(load_table("core"));
  const MaterialId liquids[] = {id_of(table, "oil"), id_of(table, "water"), id_of(table, "brine")};
  Sandbox world({256, 256}, 4, Border::kWall, table);
  world.paint(rect(0, 64, 256, 192, {liquids[0], liquids[1], liquids[2]}));
  run(world, 5000);
  const std::vector<int64_t> counts = world.count_entries();
  // Where each layer must lie if all is in order, from the bottom up.
  int64_t right = 0;
  int64_t below = 0;
  for (int layer = 2; layer >= 0; --layer) {
    for (int64_t i = below; i < below + counts[liquids[layer]]; ++i) {
      const CellPos cell{static_cast<int>(i % 256), 255 - static_cast<int>(i / 256)};
      right += world.entry_at(cell) == liquids[layer] ? 1 : 0;
    }
    below += counts[liquids[layer]];
  }
  CHECK(static_cast<double>(right) / static_cast<double>(below) >= 0.99);
  CHECK(rests(world));
}

namespace {

struct FarScene {
  const char* name;
  std::vector<PaintCommand> start;
  std::vector<PaintCommand> later;  // at tick 300
};

// What happens deep in a body, far from its surfaces, moves it as well.
std::vector<FarScene> far_scenes(const Table& table) {
  const MaterialId stone = id_of(table, "stone");
  const MaterialId water = id_of(table, "water");
  const MaterialId oil = id_of(table, "oil");
  const MaterialId brine = id_of(table, "brine");
  const MaterialId gravel = id_of(table, "gravel");
  const MaterialId ash = id_of(table, "ash");
  return {{"a hole at the foot of a tank's wall",
           {rect(0, 0, 400, 80, {stone}), rect(10, 10, 90, 60, {kVoid}), rect(10, 20, 90, 50, {water}),
            rect(101, 30, 200, 40, {kVoid})},
           {rect(100, 69, 1, 1, {kVoid})}},
          {"a valve in a filled pipe",
           {rect(0, 0, 400, 80, {stone}), rect(10, 10, 90, 60, {kVoid}), rect(10, 20, 90, 50, {water}),
            rect(200, 10, 90, 60, {kVoid}), rect(200, 50, 90, 20, {water}), rect(100, 60, 100, 8, {water}),
            rect(150, 60, 2, 8, {stone})},
           {rect(150, 60, 2, 8, {water})}},
          // Between the blocks of columns 63 and 64 the heavier liquid ends and the lighter one begins. Only the
          // heavier one's far surface is disturbed: the lighter one has rested for long.
          {"oil beside water, at a block's edge",
           {rect(0, 0, 400, 80, {stone}), rect(10, 10, 118, 60, {kVoid}), rect(64, 20, 64, 50, {oil}),
            rect(10, 40, 54, 30, {water}), rect(64, 10, 1, 50, {stone})},
           {rect(20, 12, 30, 20, {water})}},
          // Brine presses on oil, that on water, and only the water's far end gets room.
          {"a way out through three liquids",
           {rect(0, 0, 400, 80, {stone}), rect(2, 2, 4, 4, {kVoid}), rect(2, 6, 4, 56, {brine}),
            rect(2, 61, 22, 3, {brine}), rect(20, 40, 4, 22, {brine}), rect(20, 30, 41, 3, {oil}),
            rect(20, 30, 4, 10, {oil}), rect(57, 30, 4, 10, {oil}), rect(57, 40, 4, 11, {water}),
            rect(57, 48, 337, 3, {water}), rect(390, 20, 4, 31, {water})},
           {rect(390, 3, 4, 17, {kVoid})}},
          {"a channel behind a plug of gravel, which gets room at its far end",
           {rect(0, 0, 400, 80, {stone}), rect(2, 2, 4, 8, {kVoid}), rect(2, 10, 4, 40, {water}),
            rect(6, 48, 6, 2, {gravel}), rect(12, 48, 380, 2, {water}), rect(388, 30, 4, 20, {water})},
           {rect(388, 10, 4, 20, {kVoid})}},
          {"a bed of gravel that is opened far from the water on it",
           {rect(0, 0, 400, 80, {stone}), rect(10, 5, 20, 5, {kVoid}), rect(10, 10, 20, 30, {water}),
            rect(30, 36, 300, 4, {gravel})},
           {rect(300, 40, 20, 20, {kVoid})}},
          {"ash on water, which gets room far above",
           {rect(0, 0, 400, 80, {stone}), rect(60, 40, 8, 36, {water}), rect(60, 15, 8, 25, {ash}),
            rect(68, 73, 200, 3, {water}), rect(260, 2, 8, 74, {water}), rect(260, 2, 8, 3, {kVoid})},
           {rect(60, 4, 8, 11, {kVoid})}},
          {"a bank that dissolves",
           {rect(0, 0, 300, 80, {stone}), rect(10, 10, 90, 60, {kVoid}),
            rect(100, 30, 100, 40, {id_of(table, "cement")}), rect(10, 20, 90, 50, {water})},
           {}}};
}

Sandbox begin(const Table& table, const FarScene& scene, std::string_view kernel) {
  Sandbox world({400, 80}, 1, Border::kWall, table, kernel);
  for (const PaintCommand& command : scene.start) world.paint(command);
  return world;
}

}  // namespace

TEST_CASE("a change far from any surface moves a body on every kernel, and after loading, alike", "[thorough]") {
  const Table table = load_table("core");
  for (const FarScene& scene : far_scenes(table)) {
    Sandbox reference = begin(table, scene, "reference");
    std::vector<Sandbox> others;
    for (const std::string_view kernel : ends_of(kernel_names()))
      if (kernel != reference.kernel_name()) others.push_back(begin(table, scene, kernel));
    for (int tick = 0; tick < 700; tick += 10) {
      if (tick == 300)
        for (const PaintCommand& command : scene.later) {
          reference.paint(command);
          for (Sandbox& world : others) world.paint(command);
        }
      // A world that is continued from its state knows nothing of what rested.
      if (tick == 450) others.emplace_back(others.front().state(), table);
      run(reference, 10);
      for (Sandbox& world : others) {
        run(world, 10);
        INFO(scene.name << ", " << world.kernel_name() << ", tick " << tick + 10);
        REQUIRE(world.state_hash() == reference.state_hash());
      }
    }
  }
}

// Also such as never level, whose surfaces others must not take for their own.
TEST_CASE("liquids of one density, of any friction, move alike on every kernel, and after loading") {
  for (int round = 0; round < cases(24, 400); ++round) {
    std::mt19937 dice(static_cast<unsigned>(round));
    const auto any = [&](int least, int most) { return std::uniform_int_distribution(least, most)(dice); };
    std::vector<Material> materials;
    Material stone;
    stone.name = "stone";
    stone.is_static = true;
    materials.push_back(stone);
    for (int i = 0; i < 3; ++i) {
      Material liquid;
      liquid.name = "liquid " + std::to_string(i);
      liquid.liquid = true;
      liquid.density = any(0, 3) == 0 ? 120 : 100;
      liquid.friction = std::array{0, 1, 3, 8}[static_cast<size_t>(any(0, 3))];
      materials.push_back(liquid);
    }
    const Table table = table_of(materials);
    const GridSize size{any(12, 70), any(12, 50)};
    Sandbox drawn_world(size, static_cast<uint64_t>(round), Border::kWall, table, "reference");
    for (int i = 0; i < 14; ++i) {
      const std::string name = any(0, 2) == 0 ? "stone" : "liquid " + std::to_string(any(0, 2));
      const CellPos at{any(0, size.width - 1), any(0, size.height - 1)};
      PaintCommand block = rect(at.x, at.y, any(1, 20), any(1, 20), {id_of(table, name)});
      block.onto = i < 6 ? Onto::kAny : Onto::kEmpty;
      drawn_world.paint(block);
    }
    std::vector<Sandbox> worlds;
    for (const std::string_view kernel : ends_of(kernel_names()))
      worlds.emplace_back(SandboxState(drawn_world.state()), table, kernel);
    for (int tick = 0; tick < 600; tick += 40) {
      if (tick == 200) worlds.emplace_back(SandboxState(worlds.front().state()), table);
      for (Sandbox& world : worlds) {
        run(world, 40);
        INFO("round " << round << ", " << world.kernel_name() << ", tick " << tick + 40);
        REQUIRE(world.state_hash() == worlds.front().state_hash());
      }
    }
  }
}
