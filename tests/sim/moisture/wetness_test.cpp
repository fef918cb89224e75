// Wet grains: liquid that is absorbed, spreads, leaks and dries, and grains that cohere or flow.
#include "sim/moisture/wetness.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "core/cases.h"
#include "sim/fixture.h"
#include "sim/moisture/wetting.h"

using namespace quicksand;

namespace {

PaintCommand wet_rect(int x, int y, int width, int height, MaterialId id, uint8_t wetness) {
  PaintCommand command = rect(x, y, width, height, {id});
  command.wetness = wetness;
  return command;
}

// Nothing is wetter than it can be, and fluids are not wet.
bool is_sound(const Sandbox& world, const Table& table) {
  const SandboxState& state = world.state();
  for (int y = 0; y < state.size.height; ++y)
    for (int x = 0; x < state.size.width; ++x)
      if (state.wetness()[{x, y}] > table->wet_max(state.material()[{x, y}])) return false;
  return true;
}

int64_t total_wetness(const Sandbox& world) {
  int64_t total = 0;
  for (int y = 0; y < world.size().height; ++y)
    for (const uint8_t wetness : world.state().wetness().cells(y)) total += wetness;
  return total;
}

std::vector<uint8_t> all_cells(const Plane<uint8_t>& plane) {
  std::vector<uint8_t> cells;
  for (int y = 0; y < plane.size().height; ++y) {
    const auto row = plane.cells(y);
    cells.insert(cells.end(), row.begin(), row.end());
  }
  return cells;
}

// Runs until neither a material nor a wetness has changed for 200 ticks; whether that happened.
bool comes_to_rest(Sandbox& world, int most_ticks) {
  for (int ticks = 0; ticks < most_ticks; ticks += 200) {
    const std::vector<uint8_t> materials = all_cells(world.state().material());
    const std::vector<uint8_t> wetness = all_cells(world.state().wetness());
    run(world, 200);
    if (all_cells(world.state().material()) == materials && all_cells(world.state().wetness()) == wetness) return true;
  }
  return false;
}

// Sand and water of any mixture.
Sandbox pond(const Table& table, uint64_t seed) {
  Sandbox world({150, 100}, seed, Border::kWall, table);
  world.paint(rect(0, 60, 150, 40, {id_of(table, "water")}));
  world.paint(rect(40, 10, 60, 45, {id_of(table, "sand"), id_of(table, "dirt")}, 0.9));
  world.paint(wet_rect(120, 70, 25, 30, id_of(table, "sand"), 255));
  return world;
}

}  // namespace

TEST_CASE("liquid is conserved to the unit, in cells and in grains, at every tick") {
  const Table table = inert(load_table("core"));
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    Sandbox world = pond(table, seed);
    std::vector<int64_t> before = contents(world, *table);
    const int64_t cells = count(world, table, "water");
    for (int tick = 0; tick < 3000; ++tick) {
      run(world, 1);
      std::vector<int64_t> after = contents(world, *table);
      after[kVoid] = before[kVoid];
      REQUIRE(after == before);
    }
    CHECK(is_sound(world, table));
    CHECK(count(world, table, "water") < cells - 300);  // much has been absorbed
  }
}

TEST_CASE("water in grains comes to rest, to the last unit") {
  const Table table = inert(load_table("core"));
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    Sandbox world = pond(table, seed);
    INFO("seed " << seed);
    CHECK(comes_to_rest(world, 40'000));
    CHECK(active(world) == 0);
  }
}

TEST_CASE("sand under water fills up, down to the floor, at the highest threshold that a file may give") {
  const Table core = inert(load_table("core"));
  std::vector<Material> materials;
  for (int id = 2; id < core->size(); ++id) materials.push_back((*core)[static_cast<MaterialId>(id)]);
  materials[id_of(core, "sand") - 2].wet_threshold = 127;
  const Table table = std::make_shared<MaterialTable>(std::move(materials));
  Sandbox world({40, 40}, 1, Border::kWall, table);
  world.paint(rect(0, 20, 40, 20, {id_of(table, "sand")}));
  world.paint(rect(0, 0, 40, 20, {id_of(table, "water")}));
  run(world, 10'000);
  for (int x = 0; x < 40; ++x) CHECK(world.state().wetness()[{x, 39}] == 255);
}

TEST_CASE("grains take up the liquid that they absorb and no other") {
  const Table table = inert(load_table("core"));
  for (const char* liquid : {"water", "brine", "oil"}) {
    Sandbox world({40, 40}, 1, Border::kWall, table);
    world.paint(rect(0, 20, 40, 20, {id_of(table, "sand")}));
    world.paint(rect(0, 18, 40, 2, {id_of(table, liquid)}));
    run(world, 2000);
    INFO(liquid);
    CHECK((count(world, table, liquid) == 0) == (std::string(liquid) == "water"));
    CHECK((total_wetness(world) == 80 * kCellWetness) == (std::string(liquid) == "water"));
  }
}

TEST_CASE("no liquid is absorbed through a wall, however thin and slanted it is") {
  const Table table = inert(load_table("core"));
  std::mt19937 dice(1);
  const auto any = [&](int range) { return static_cast<int>(dice() % static_cast<uint32_t>(range)); };
  for (int draw = 0; draw < cases(20, 200); ++draw) {
    const GridSize size{20 + any(60), 20 + any(60)};
    const bool sand_is_left = any(2) == 0;
    Sandbox world(size, static_cast<uint64_t>(draw), Border::kWall, table);
    PaintCommand wall;
    wall.from = {any(size.width), 0};
    wall.to = {any(size.width), size.height - 1};
    wall.entries = {id_of(table, any(2) == 0 ? "glass" : "stone")};
    world.paint(wall);
    for (int y = 0; y < size.height; ++y) {
      bool behind = false;
      for (int x = 0; x < size.width; ++x) {
        const bool is_wall = world.entry_at({x, y}) == wall.entries[0];
        behind |= is_wall;
        // Soaked, or dry: what is soaked leaks into void.
        if (is_wall) continue;
        if (behind == sand_is_left)
          world.paint(rect(x, y, 1, 1, {id_of(table, draw % 2 == 0 ? "water" : "void")}));
        else
          world.paint(wet_rect(x, y, 1, 1, id_of(table, "sand"), draw % 2 == 0 ? 0 : 255));
      }
    }
    const int64_t wetness = total_wetness(world);
    const int64_t water = count(world, table, "water");
    run(world, 1000);
    INFO("draw " << draw << ", " << size.width << " x " << size.height << ", wall from " << wall.from.x << " to "
                 << wall.to.x);
    CHECK(total_wetness(world) == wetness);
    CHECK(count(world, table, "water") == water);
  }
}

TEST_CASE("excess spreads until no grain above the threshold has one below it beside it") {
  const Table table = inert(load_table("core"));
  const MaterialId sand = id_of(table, "sand");
  Sandbox world({61, 41}, 1, Border::kWall, table);
  world.paint(rect(0, 0, 61, 41, {sand}));
  world.paint(wet_rect(30, 20, 1, 1, sand, 255));
  world.paint(wet_rect(10, 10, 6, 6, sand, 255));
  const int64_t total = total_wetness(world);
  REQUIRE(comes_to_rest(world, 10'000));
  CHECK(total_wetness(world) == total);
  const Plane<uint8_t>& wetness = world.state().wetness();
  const int threshold = table->wet_threshold(sand);
  CHECK(wetness[{30, 20}] <= threshold);
  for (int y = 0; y < 41; ++y)
    for (int x = 0; x < 61; ++x)
      for (const CellPos next : {CellPos{x + 1, y}, CellPos{x, y + 1}})
        if (next.x < 61 && next.y < 41)
          CHECK_FALSE((std::max(wetness[{x, y}], wetness[next]) > threshold &&
                       std::min(wetness[{x, y}], wetness[next]) < threshold));
}

TEST_CASE("a damp column stands for 10,000 ticks, cell for cell, dry or soaked it falls to its angle") {
  const Table table = load_table("core");
  const MaterialId sand = id_of(table, "sand");
  const auto column = [&](uint8_t wetness, uint64_t seed) {
    Sandbox world({300, 80}, seed, Border::kWall, table);
    world.paint(wet_rect(140, 20, 20, 60, sand, wetness));
    return world;
  };
  // The slope from the highest cell to the foot on both sides, in degrees. Single grains that have rolled off are no
  // foot.
  const auto slope = [&](const Sandbox& world) {
    int first = 300;
    int last = 0;
    int highest = 80;
    for (int x = 0; x < 300; ++x)
      for (int y = 0; y < 80; ++y)
        if (world.entry_at({x, y}) == sand) {
          if (y < 79) first = std::min(first, x - 1);
          if (y < 79) last = std::max(last, x + 1);
          highest = std::min(highest, y);
        }
    return std::atan2(80 - highest, (last - first + 1) / 2.0) * 180 / 3.14159265;
  };
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    for (const uint8_t wetness : {uint8_t{45}, uint8_t{70}}) {
      Sandbox damp = column(wetness, seed);
      const std::vector<uint8_t> before = all_cells(damp.state().material());
      run(damp, 10'000);
      CHECK(all_cells(damp.state().material()) == before);
    }
    Sandbox dry = column(0, seed);
    run(dry, 3000);
    CHECK(std::abs(slope(dry) - 34) < 6);
    Sandbox soaked = column(255, seed);
    run(soaked, 3000);
    CHECK(slope(soaked) < 25);
    CHECK(count(soaked, table, "water") > 20);  // and lets water out at its foot
  }
}

TEST_CASE("the wetter the sand, up to its threshold, the steeper it stands") {
  const Table table = inert(load_table("core"));
  double before = 0;
  for (const uint8_t wetness : {0, 4, 8, 16, 32}) {
    double left = 0;
    for (uint64_t seed = 1; seed <= 3; ++seed) left += column_left(table, id_of(table, "sand"), wetness, seed) / 3;
    INFO("wetness " << int{wetness} << ", height " << left);
    CHECK(left >= before);
    before = left;
  }
  CHECK(before == 1);
}

TEST_CASE("poured sand heaps the steeper the damper it is, however much is poured, and never to a needle",
          "[thorough]") {
  const Table table = load_table("core");
  const MaterialId sand = id_of(table, "sand");
  const int threshold = table->wet_threshold(sand);
  const auto slope = [&](int wetness, int width, uint64_t seed) {
    return poured_angle(table, sand, static_cast<uint8_t>(wetness), width, seed);
  };
  for (const int width : cases_of(2, {1, 20, 8})) {
    double before = 0;
    for (const int wetness : {0, threshold / 20, threshold / 8, threshold / 3, threshold}) {
      const double now = slope(wetness, width, static_cast<uint64_t>(width));
      INFO("a tap of " << width << ", wetness " << wetness << ": " << now << " degrees");
      CHECK(now > before - 1.5);
      CHECK(now < 60);
      before = now;
    }
    CHECK(before > 43);
    CHECK(slope(threshold + 30, width, 1) < 28);
  }
}

TEST_CASE("damp sand bridges a gap of twice the overhang, and no wider one") {
  const Table table = inert(load_table("core"));
  const MaterialId sand = id_of(table, "sand");
  for (const int gap : {2 * kOverhang, 2 * kOverhang + 1}) {
    Sandbox world({60, 30}, 1, Border::kWall, table);
    world.paint(rect(0, 20, 20, 10, {kWall}));
    world.paint(rect(20 + gap, 20, 40 - gap, 10, {kWall}));
    world.paint(wet_rect(10, 16, 40, 4, sand, 60));
    run(world, 300);
    int fallen = 0;
    for (int x = 20; x < 20 + gap; ++x)
      for (int y = 20; y < 30; ++y) fallen += world.entry_at({x, y}) == sand ? 1 : 0;
    INFO("gap of " << gap);
    CHECK((fallen > 0) == (gap > 2 * kOverhang));
  }
}

TEST_CASE("a wall of damp sand can be cut: what has nothing below it comes down") {
  const Table table = inert(load_table("core"));
  const MaterialId sand = id_of(table, "sand");
  Sandbox world({100, 60}, 1, Border::kWall, table);
  world.paint(wet_rect(40, 10, 20, 50, sand, 60));
  world.paint(rect(0, 40, 100, 3, {kVoid}));
  run(world, 200);
  int above = 0;
  for (int y = 0; y < 13; ++y)
    for (int x = 0; x < 100; ++x) above += world.entry_at({x, y}) == sand ? 1 : 0;
  CHECK(above == 0);
}

TEST_CASE("needles of single damp grains crumble at any height, thicker ones stand") {
  const Table table = inert(load_table("core"));
  for (const char* powder : {"sand", "dirt"}) {
    const MaterialId grain = id_of(table, powder);
    for (const int width : {1, 2, 3, 7})
      for (const int height : {3, 9, 20, 70}) {
        Sandbox world({141, 80}, 1, Border::kWall, table);
        world.paint(wet_rect(70, 80 - height, width, height, grain, 60));
        run(world, 600);
        INFO(powder << ", " << width << " wide, " << height << " high");
        CHECK((world.entry_at({70, 80 - height}) == grain) == (width > 1));
      }
  }
}

TEST_CASE("slats of single damp grains crumble wherever they hang, thicker ones bridge a gap") {
  const Table table = inert(load_table("core"));
  for (const char* powder : {"sand", "dirt"}) {
    const MaterialId grain = id_of(table, powder);
    for (const int thickness : {1, 2, 3, 6})
      for (const int gap : {1, 2, 3, 4}) {
        for (const bool is_shelf : {false, true}) {  // as far as it may hang on one side, or held on both
          if (is_shelf && gap > kOverhang) continue;
          Sandbox world({40, 60}, 1, Border::kWall, table);
          world.paint(rect(0, 30, 20, 30, {kWall}));
          if (!is_shelf) world.paint(rect(20 + gap, 30, 20 - gap, 30, {kWall}));
          world.paint(wet_rect(10, 30 - thickness, is_shelf ? 10 + gap : 20 + gap, thickness, grain, 60));
          run(world, 300);
          int hang = 0;
          for (int x = 20; x < 20 + gap; ++x) hang += world.entry_at({x, 29}) == grain ? 1 : 0;
          INFO(powder << ", " << thickness << " thick, gap of " << gap << ", shelf: " << is_shelf);
          CHECK(hang == (thickness > 1 ? gap : 0));
        }
      }
  }
}

TEST_CASE("water eats damp sand from its face, for the bridges between grains need air") {
  const Table table = inert(load_table("core"));
  Sandbox world({80, 50}, 1, Border::kWall, table);
  world.paint(wet_rect(40, 10, 40, 40, id_of(table, "sand"), 85));
  world.paint(rect(0, 20, 40, 30, {id_of(table, "water")}));
  run(world, 600);
  int beyond = 0;
  for (int y = 0; y < 50; ++y)
    for (int x = 0; x < 40; ++x) beyond += world.entry_at({x, y}) == id_of(table, "sand") ? 1 : 0;
  CHECK(beyond > 100);
}

TEST_CASE("wetness moves with its grain, down, aside and through water") {
  const Table table = inert(load_table("core"));
  const MaterialId gravel = id_of(table, "gravel");
  const MaterialId sand = id_of(table, "sand");
  Sandbox world({30, 60}, 1, Border::kWall, table);
  world.paint(rect(0, 40, 30, 20, {id_of(table, "oil")}));  // sand takes up none of it
  world.paint(rect(12, 30, 7, 1, {kWall}));
  world.paint(rect(14, 28, 3, 2, {gravel}));
  world.paint(wet_rect(15, 5, 1, 1, sand, 77));
  for (int tick = 0; tick < 400; ++tick) {
    run(world, 1);
    for (int y = 0; y < 60; ++y)
      for (int x = 0; x < 30; ++x)
        REQUIRE(world.state().wetness()[{x, y}] == (world.entry_at({x, y}) == sand ? 77 : 0));
  }
  CHECK(world.entry_at({15, 5}) == kVoid);
}

TEST_CASE("grains in the open dry at the rate of their file, those inside stay damp") {
  Material sand;
  sand.name = "sand";
  sand.density = 200;
  sand.friction = 2;
  sand.absorbs = 3;
  sand.wet_threshold = 80;
  sand.wet_max = 255;
  sand.dries = 640;
  Material water;
  water.name = "water";
  water.density = 100;
  water.friction = 8;
  water.liquid = true;
  const auto table = std::make_shared<MaterialTable>(std::vector<Material>{sand, water});
  Sandbox world({400, 20}, 1, Border::kWall, table);
  world.paint(wet_rect(0, 10, 400, 10, 2, 60));
  run(world, 64 * 100);
  int64_t lost = 0;
  for (int x = 0; x < 400; ++x) {
    lost += 60 - world.state().wetness()[{x, 10}];
    for (int y = 11; y < 20; ++y) REQUIRE(world.state().wetness()[{x, y}] == 60);
  }
  // 400 grains, 100 times, with a chance of 64/640 each.
  CHECK(agrees(lost, 40'000, 0.1));
}

TEST_CASE("soaking and leaking prefer no side") {
  const Table table = inert(load_table("core"));
  const MaterialId sand = id_of(table, "sand");
  double lean = 0;
  constexpr int kSeeds = 8;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Sandbox world({200, 60}, seed, Border::kWall, table);
    world.paint(wet_rect(80, 10, 40, 50, sand, 255));
    run(world, 1500);
    int64_t left = 0;
    int64_t right = 0;
    for (int y = 0; y < 60; ++y)
      for (int x = 0; x < 200; ++x) {
        const int units =
            world.state().wetness()[{x, y}] + (world.entry_at({x, y}) == id_of(table, "water") ? kCellWetness : 0);
        (x < 100 ? left : right) += units;
      }
    lean += static_cast<double>(right - left) / static_cast<double>(right + left) / kSeeds;
  }
  INFO("lean " << lean);
  CHECK(std::abs(lean) < 0.02);
}

TEST_CASE("painting wets what is there, as far as it can be wet") {
  const Table table = load_table("core");
  const MaterialId sand = id_of(table, "sand");
  Sandbox world({20, 20}, 1, Border::kWall, table);
  world.paint(rect(0, 0, 20, 20, {sand}));
  const uint8_t grain_seed = world.state().grain_seed()[{3, 3}];
  world.paint(wet_rect(0, 0, 10, 20, sand, 60));
  CHECK(world.state().wetness()[{3, 3}] == 60);
  CHECK(world.state().grain_seed()[{3, 3}] == grain_seed);
  CHECK(world.state().wetness()[{12, 3}] == 0);
  world.paint(rect(0, 0, 20, 20, {sand}));
  CHECK(world.state().wetness()[{3, 3}] == 60);
  world.paint(wet_rect(0, 0, 5, 5, sand, 0));
  CHECK(world.state().wetness()[{3, 3}] == 0);
  world.paint(wet_rect(0, 0, 5, 5, id_of(table, "gravel"), 60));
  CHECK(world.state().wetness()[{3, 3}] == 0);
  // A spray that fills empty cells moistens what is there already, but takes the place of nothing else.
  PaintCommand spray = wet_rect(0, 0, 20, 20, sand, 50);
  spray.onto = Onto::kEmpty;
  world.paint(spray);
  CHECK(world.state().wetness()[{12, 3}] == 50);
  CHECK(world.state().wetness()[{3, 12}] == 60);  // and dries nothing
  CHECK(world.entry_at({3, 3}) == id_of(table, "gravel"));
  world.paint(rect(6, 6, 2, 2, {kVoid}));
  CHECK(world.state().wetness()[{6, 6}] == 0);
}
