#include <numeric>
#include <random>

#include "core/cases.h"
#include "sim/cells/material_properties.h"
#include "sim/fixture.h"
#include "sim/random_table.h"
#include "sim/tick/kernel.h"

using namespace quicksand;

namespace {

constexpr MaterialId kFirst = 2;

// Latent heats, in units.
constexpr int kMelting = 80 * 8;
constexpr int kBoiling = 200 * 8;

Material solid(const std::string& name, double conducts) {
  Material material;
  material.name = name;
  material.is_static = true;
  material.conducts = static_cast<int>(conducts * 1000);
  return material;
}

// Water, ice and steam, all static, so that nothing but heat moves.
std::vector<Material> states_of_water() {
  std::vector<Material> all{solid("water", 0.4), solid("ice", 0.6), solid("steam", 0.1)};
  all[0].cold = Transition{0, {{3, 1}}, kMelting};
  all[0].hot = Transition{100 * 8, {{4, 1}}, kBoiling};
  all[1].hot = Transition{0, {{2, 1}}, kMelting};
  all[2].cold = Transition{100 * 8, {{2, 1}}, kBoiling};
  return all;
}

PaintCommand warm(PaintCommand command, double degrees) {
  command.temperature = static_cast<int>(degrees * 8);
  return command;
}

// What all the water, ice and steam hold, in units: what they give when they become ice of no temperature at all.
int64_t enthalpy(const Sandbox& world) {
  constexpr int kLatent[] = {0, 0, kMelting, 0, kMelting + kBoiling};
  int64_t sum = 0;
  for (int y = 0; y < world.size().height; ++y)
    for (int x = 0; x < world.size().width; ++x)
      sum += world.state().temperature({x, y}) + kLatent[world.entry_at({x, y})];
  return sum;
}

double degrees_at(const Sandbox& world, CellPos cell) { return (world.state().temperature(cell) - kZeroCelsius) / 8.0; }

void paint_at_random(Sandbox& world, std::mt19937& dice, std::span<const MaterialId> materials, int rects) {
  const auto any = [&](int range) { return static_cast<int>(dice() % static_cast<uint32_t>(range)); };
  for (int i = 0; i < rects; ++i)
    world.paint(warm(rect(any(world.size().width), any(world.size().height), 1 + any(20), 1 + any(20),
                          {materials[static_cast<size_t>(any(static_cast<int>(materials.size())))]}),
                     any(1500) - 200));
}

}  // namespace

TEST_CASE("in a closed box heat is conserved to the unit, while it flows, melts, boils and freezes, in any kernel") {
  const Table table = table_of(states_of_water());
  const std::vector<MaterialId> all{2, 3, 4};
  for (const std::string_view kernel : kernel_names()) {
    for (const GridSize size : {GridSize{131, 40}, {1, 9}, {64, 2}, {65, 33}}) {
      std::mt19937 dice(static_cast<uint32_t>(size.width));
      Sandbox world(size, 3, Border::kWall, table, kernel);
      world.paint(warm(rect(0, 0, size.width, size.height, {2}), 15));
      paint_at_random(world, dice, all, 30);
      const int64_t before = enthalpy(world);
      const std::vector<int64_t> counts = world.count_entries();
      run(world, 2000);
      INFO(kernel << ", " << size.width << "x" << size.height);
      CHECK(enthalpy(world) == before);
      if (size.cells() > 1000) CHECK(world.count_entries() != counts);
    }
  }
}

TEST_CASE("what is level rests: two that touch differ by a unit at most, and nothing changes any more") {
  for (const double conducts : {0.1, 0.2, 1.0}) {
    const Table table = table_of({solid("iron", conducts)});
    Sandbox world({20, 12}, 5, Border::kWall, table);
    world.paint(warm(rect(0, 0, 20, 12, {kFirst}), 20));
    world.paint(warm(rect(0, 0, 10, 12, {kFirst}), 60));
    run(world, 60'000);
    int worst = 0;
    for (int y = 0; y < 12; ++y)
      for (int x = 0; x < 20; ++x) {
        const int here = world.state().temperature({x, y});
        if (x > 0) worst = std::max(worst, std::abs(here - world.state().temperature({x - 1, y})));
        if (y > 0) worst = std::max(worst, std::abs(here - world.state().temperature({x, y - 1})));
      }
    INFO("conducts " << conducts);
    CHECK(worst <= 1);
    const Sandbox before(world.state(), table);
    run(world, 100);
    for (int y = 0; y < 12; ++y)
      for (int x = 0; x < 20; ++x) REQUIRE(world.state().temperature({x, y}) == before.state().temperature({x, y}));
  }
}

TEST_CASE("heat flows as the heat equation says: a step spreads with the root of time, and to both sides alike") {
  const Table table = table_of({solid("iron", 0.5)});
  Sandbox world({201, 60}, 5, Border::kWall, table);
  world.paint(warm(rect(0, 0, 201, 60, {kFirst}), 0));
  world.paint(warm(rect(100, 0, 1, 60, {kFirst}), 4000));
  // Half of the difference flows where two meet, which is once in four ticks: a quarter of a cell squared a meeting
  // goes each way, so the variance grows by a half in four ticks.
  run(world, 1200);
  double sum = 0;
  double first = 0;
  double second = 0;
  for (int x = 0; x < 201; ++x)
    for (int y = 0; y < 60; ++y) {
      const double heat = degrees_at(world, {x, y});
      sum += heat;
      first += heat * (x - 100);
      second += heat * (x - 100) * (x - 100);
    }
  CHECK(sum == Approx(60 * 4000.0));
  CHECK(std::abs(first / sum) < 0.3);
  CAPTURE(second / sum);
  CHECK(second / sum > 100);
  CHECK(second / sum < 400);
}

TEST_CASE("small differences flow without bias: the dice round as often up as is right") {
  // 1/4 of a difference of 2 units is half a unit: in half of all meetings one.
  const Table table = table_of({solid("iron", 0.5)});
  Sandbox world({200, 200}, 8, Border::kWall, table);
  PaintCommand cool = rect(0, 0, 200, 200, {kFirst});
  cool.temperature = 800;
  world.paint(cool);
  for (int x = 0; x < 200; x += 2) {
    PaintCommand column = rect(x, 0, 1, 200, {kFirst});
    column.temperature = 802;
    world.paint(column);
  }
  run(world, 1);  // columns x and x + 1, from even ones on
  int64_t flowed = 0;
  for (int y = 0; y < 200; ++y)
    for (int x = 0; x < 200; x += 2) flowed += world.state().temperature({x, y}) != kZeroCelsius + 802;
  CHECK(agrees(flowed, 20'000, 2 * heat_share(static_cast<uint8_t>(255 * std::sqrt(0.5) + 0.5)) / 65536.0));
}

TEST_CASE("an open face loses heat to the air, a closed one none, and void stays as warm as the surroundings") {
  const Table table = table_of({solid("iron", 0.5)});
  Sandbox open({40, 40}, 1, Border::kWall, table);
  open.paint(warm(rect(10, 10, 20, 20, {kFirst}), 500));
  run(open, 4000);
  CHECK(degrees_at(open, {20, 20}) < 400);
  CHECK(degrees_at(open, {20, 20}) > 20);
  CHECK(degrees_at(open, {2, 2}) == 20);
  run(open, 200'000);
  CHECK(degrees_at(open, {20, 20}) == Approx(20).margin(2));
  Sandbox closed({40, 40}, 1, Border::kWall, table);
  closed.paint(warm(rect(0, 0, 40, 40, {kFirst}), 500));
  run(closed, 4000);
  CHECK(degrees_at(closed, {20, 20}) == 500);
}

TEST_CASE("ice melts and water freezes at their point, and take and give their latent heat there") {
  const Table table = table_of(states_of_water());
  Sandbox world({64, 64}, 1, Border::kWall, table);
  world.paint(warm(rect(0, 0, 64, 32, {3}), -10));
  world.paint(warm(rect(0, 32, 64, 32, {2}), 90));
  run(world, 100'000);
  // 90 degrees of water melt as much ice, warmed from -10: nearly all.
  const std::vector<int64_t> counts = world.count_entries();
  CHECK(counts[2] == 64 * 64 - counts[3]);
  CHECK(counts[3] > 0);
  CHECK(counts[3] < 300);
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 64; ++x) {
      // Ice between its point and its melting seems as warm as its point.
      const uint16_t apparent = table->heat().apparent(world.entry_at({x, y}), world.state().temperature({x, y}));
      REQUIRE(std::abs(apparent - kZeroCelsius) <= 64);
    }
}

TEST_CASE("no heat is won or lost where two change into one another, whatever their point and latent heat") {
  std::mt19937 dice(5);
  const auto whole = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(dice); };
  for (int i = 0; i < cases(12, 300); ++i) {
    const int at = whole(kLeastCelsius, kMostCelsius) * kUnitsPerKelvin;
    const int latent = std::min(whole(0, 4000) * kUnitsPerKelvin, kMostCelsius * kUnitsPerKelvin - at);
    std::vector<Material> materials{solid("ice", 0.5), solid("melt", 0.5)};
    materials[0].hot = Transition{.at = at, .into = {{.material = 3}}, .latent = latent};
    materials[1].cold = Transition{.at = at, .into = {{.material = 2}}, .latent = latent};
    REQUIRE(material_rules::hot(materials[0]).empty());
    REQUIRE(material_rules::cold(materials[1]).empty());
    Sandbox world({12, 12}, static_cast<uint64_t>(i), Border::kWall, table_of(materials));
    for (int y = 0; y < 12; ++y)
      for (int x = 0; x < 12; ++x) {
        // Below its point the one, above it the other.
        const bool is_ice = whole(0, 1) == 0 || at >= 7890 * kUnitsPerKelvin;
        const double degrees = is_ice ? whole(kLeastCelsius, at / kUnitsPerKelvin) : whole(at / kUnitsPerKelvin, 7899);
        world.paint(warm(rect(x, y, 1, 1, {static_cast<uint8_t>(is_ice ? 2 : 3)}), degrees));
      }
    const auto heat = [&] {
      int64_t all = 0;
      for (int y = 0; y < 12; ++y)
        for (int x = 0; x < 12; ++x)
          all += world.state().temperature({x, y}) + (world.entry_at({x, y}) == 3 ? latent : 0);
      return all;
    };
    const int64_t before = heat();
    INFO("at " << at << ", latent " << latent);
    run(world, 3000);
    CHECK(heat() == before);
  }
  Material ice = solid("ice", 0.5);
  ice.hot = Transition{.at = 4800 * kUnitsPerKelvin, .into = {{.material = 3}}, .latent = 3101 * kUnitsPerKelvin};
  CHECK_FALSE(material_rules::hot(ice).empty());
}

TEST_CASE("what comes into the world has its own temperature, that of the paint, or that of its surroundings") {
  std::vector<Material> materials{solid("iron", 0.5), solid("ember", 0.5)};
  materials[1].temperature = 700 * 8;
  const Table table = table_of(materials);
  Sandbox world({10, 10}, 1, Border::kWall, table);
  world.paint(rect(0, 0, 1, 1, {2}));
  world.paint(rect(2, 0, 1, 1, {3}));
  world.paint(warm(rect(4, 0, 1, 1, {3}), -3.5));
  CHECK(degrees_at(world, {0, 0}) == 20);
  CHECK(degrees_at(world, {2, 0}) == 700);
  CHECK(degrees_at(world, {4, 0}) == -3.5);
  SECTION("what holds the material already keeps its temperature, unless the paint has one") {
    world.paint(warm(rect(0, 0, 1, 1, {2}), 300));
    world.paint(rect(0, 0, 1, 1, {2}));
    CHECK(degrees_at(world, {0, 0}) == 300);
  }
  SECTION("when the surroundings get colder, what was as warm does so, and the rest keeps its temperature") {
    SandboxSettings settings;
    settings.ambient = -40 * 8;
    world.set(settings);
    CHECK(degrees_at(world, {0, 0}) == -40);
    CHECK(degrees_at(world, {2, 0}) == 700);
    CHECK(degrees_at(world, {4, 0}) == -3.5);
    CHECK(degrees_at(world, {9, 9}) == -40);
  }
}

TEST_CASE("a reaction warms what it makes, by so many kelvins each, and no temperature leaves its range") {
  Reaction flash;
  flash.sides = {"iron", "salt"};
  flash.then = {Products{}, Products{{kVoid, 1}}};
  flash.per_second = 160;
  flash.heat = {100 * 8, 0};
  const Table table = std::make_shared<MaterialTable>(std::vector<Material>{solid("iron", 0), solid("salt", 0)},
                                                      std::vector<Reaction>{flash});
  Sandbox world({3, 1}, 1, Border::kWall, table);
  world.paint(rect(0, 0, 1, 1, {2}));
  world.paint(rect(1, 0, 1, 1, {3}));
  run(world, kMeetingTicks);
  CHECK(degrees_at(world, {0, 0}) == 120);
  CHECK(world.count_entries()[3] == 0);
  CHECK(warmed(65000, 3000) == kHottest);
  CHECK(warmed(100, -3000) == 0);
}

TEST_CASE("a world does not remember that it has been warm: one that is made anew of its state goes on alike") {
  Reaction flash;
  flash.sides = {"iron", "salt"};
  flash.then = {Products{}, Products{{kVoid, 1}}};
  flash.per_second = 160;
  flash.heat = {1000 * 8, 0};
  std::vector<Material> materials{solid("iron", 0.5), solid("salt", 0.5), solid("slag", 0.5)};
  materials[0].hot = Transition{300 * 8, {{4, 1}}, 0};
  materials[2].burns = Burning{.above = 400 * 8, .lasts = 0.2, .heat = 100};
  const Table table = std::make_shared<MaterialTable>(materials, std::vector<Reaction>{flash});
  for (int start = 0; start < 8; ++start) {
    Sandbox world({80, 6}, 1, Border::kWall, table);
    world.paint(warm(rect(70, 3, 2, 2, {2}), 900));
    run(world, 20);
    world.clear();
    run(world, start);
    // So far apart that only one pair of columns meets in a tick.
    for (const CellPos cell : {CellPos{2, 0}, {13, 0}, {24, 2}, {35, 3}})
      for (int i = 0; i < 2; ++i)
        world.paint(rect(cell.x + (cell.x % 4 < 2 ? i : 0), cell.y + (cell.x % 4 < 2 ? 0 : i), 1, 1,
                         {static_cast<uint8_t>(2 + i)}));
    Sandbox anew(world.state(), table);
    for (int tick = 0; tick < 12; ++tick) {
      run(world, 1);
      run(anew, 1);
      INFO("from " << start << ", tick " << tick);
      REQUIRE(world.state_hash() == anew.state_hash());
    }
  }
}

TEST_CASE("worlds without heat have the hash that they would have without its planes, and worlds with it another") {
  const Table table = table_of({solid("iron", 0.5)});
  Sandbox cool({70, 70}, 1, Border::kWall, table);
  cool.paint(rect(10, 10, 20, 20, {kFirst}));
  Sandbox hot({70, 70}, 1, Border::kWall, table);
  hot.paint(warm(rect(10, 10, 20, 20, {kFirst}), 21));
  CHECK(cool.state_hash() != hot.state_hash());
  Sandbox cooled({70, 70}, 1, Border::kWall, table);
  cooled.paint(warm(rect(10, 10, 20, 20, {kFirst}), 21));
  cooled.clear();
  cooled.paint(rect(10, 10, 20, 20, {kFirst}));
  Sandbox plain({70, 70}, 1, Border::kWall, table);
  plain.paint(rect(10, 10, 20, 20, {kFirst}));
  plain.clear();
  plain.paint(rect(10, 10, 20, 20, {kFirst}));
  CHECK(cooled.state_hash() == plain.state_hash());
}

TEST_CASE("a cell with an open face loses half of its warmth in about 9 seconds, whatever it conducts") {
  for (const double conducts : {0.05, 0.5, 1.0}) {
    const Table table = table_of({solid("iron", conducts)});
    Sandbox world({5, 5}, 3, Border::kWall, table);
    world.paint(rect(0, 0, 5, 5, {kWall}));
    world.paint(rect(2, 1, 1, 1, {kVoid}));
    world.paint(warm(rect(2, 2, 1, 1, {kFirst}), 420));
    int ticks = 0;
    while (degrees_at(world, {2, 2}) > 220 && ticks < 160 * 60) {
      run(world, 1);
      ++ticks;
    }
    INFO("conducts " << conducts);
    CHECK(ticks > 160 * 8);
    CHECK(ticks < 160 * 10);
  }
}

TEST_CASE("the hash tells a grain that is a little warmer from one that is much warmer") {
  const Table table = load_table("core");
  const auto hash_with = [&](int eighths) {
    Sandbox world({20, 20}, 3, Border::kWall, table);
    PaintCommand flying = rect(10, 5, 1, 1, {id_of(table, "sand")});
    flying.velocity = Velocity{1, 0};
    flying.temperature = 20 * 8 + eighths;
    world.paint(flying);
    REQUIRE(world.state().grains.size() == 1);
    return world.state_hash();
  };
  // One byte of the two each.
  CHECK(hash_with(1) != hash_with(256));
  CHECK(hash_with(0) != hash_with(1));
}

namespace {

void compare_random_heat(uint32_t first, uint32_t last) {
  for (uint32_t seed = first; seed <= last; ++seed) {
    const Table table = random_table(seed * 31, seed % 2 == 0 ? 14 : 50);
    std::vector<MaterialId> ids(static_cast<size_t>(table->size()) - 2);
    std::iota(ids.begin(), ids.end(), MaterialId{2});
    const auto hash_with = [&](std::string_view kernel, int threads) {
      std::mt19937 dice(seed);
      Sandbox world({150, 90}, seed, Border::kWall, table, kernel);
      SandboxSettings settings;
      settings.ambient = static_cast<int>(dice() % 8000) - 2000;
      world.set(settings);
      paint_at_random(world, dice, ids, 60);
      run(world, 150, threads);
      for (int y = 0; y < 90; ++y)
        for (int x = 0; x < 150; ++x)
          if (world.entry_at({x, y}) == kVoid) REQUIRE(world.state().temperature({x, y}) == world.state().ambient);
      return world.state_hash();
    };
    const uint64_t expected = hash_with("reference", 1);
    for (const std::string_view kernel : kernel_names())
      for (const int threads : kernel == kernel_names().front() ? std::vector{1, 3} : std::vector{3}) {
        INFO("seed " << seed << ", " << kernel << ", " << threads << " threads");
        CHECK(hash_with(kernel, threads) == expected);
      }
  }
}

}  // namespace

TEST_CASE("with random heat and transitions every kernel and any threads give the same world, and void is never warm",
          "[thorough]") {
  compare_random_heat(1, 1);
}

TEST_CASE(
    "with random heat and transitions every kernel and any threads give the same world, and void is never warm, often",
    "[.slow]") {
  compare_random_heat(2, 16);
}

namespace {

// Wood that burns for a second or a little more, its embers, and a flame that stays.
Table wood_table() {
  std::vector<Material> materials{solid("wood", 0.3), solid("ash", 0.3), solid("flame", 0), solid("iron", 1)};
  materials[0].burns =
      Burning{.above = 300 * 8, .lasts = 1, .heat = 900 * 8, .flame = 4, .flames = 20, .leaves = {{3, 1}}};
  return table_of(materials);
}

}  // namespace

TEST_CASE("what burns lasts as long as it says, or up to a half longer, whatever it says, and leaves what it says") {
  for (const double lasts : {0.1, 1.0, 6.0, 40.0}) {
    std::vector<Material> materials{solid("wood", 0), solid("ash", 0)};
    materials[0].burns = Burning{.above = 300 * 8, .lasts = lasts, .heat = 0, .leaves = {{3, 1}}};
    const Table table = table_of(materials);
    Sandbox world({60, 60}, 2, Border::kWall, table);
    world.paint(warm(rect(0, 0, 60, 60, {2}), 400));
    int first = 0;
    int last = 0;
    while (world.count_entries()[2] > 0 && world.tick() < 20'000) {
      run(world, kMeetingTicks);
      if (first == 0 && world.count_entries()[3] > 36) first = static_cast<int>(world.tick());  // one in a hundred
      last = static_cast<int>(world.tick());
    }
    INFO(lasts << " s: from " << first << " to " << last << " ticks");
    CHECK(first >= lasts * 160 * 0.8);
    CHECK(last <= lasts * 160 * 1.9 + 16);
    CHECK(world.count_entries()[3] == 3600);
  }
}

TEST_CASE("a fuse of any length burns through, a house burns down, and what lies apart stays") {
  const Table table = wood_table();
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(cases(5, 20)); ++seed) {
    Sandbox fuse({1004, 3}, seed, Border::kWall, table);
    fuse.paint(rect(2, 1, 1000, 1, {2}));
    fuse.paint(warm(rect(2, 1, 2, 1, {2}), 400));
    run(fuse, 60'000);
    INFO("seed " << seed);
    CHECK(fuse.count_entries()[2] == 0);
    Sandbox house({80, 80}, seed, Border::kWall, table);
    house.paint(rect(10, 20, 50, 60, {2}));
    house.paint(rect(20, 40, 20, 20, {kVoid}));
    house.paint(rect(70, 60, 5, 20, {2}));  // ten cells of air between
    house.paint(warm(rect(30, 75, 5, 5, {2}), 1200));
    run(house, 20'000);
    CHECK(house.count_entries()[2] == 100);
  }
}

TEST_CASE("what is cooled goes out, and burns from the beginning when it is lit again") {
  const Table table = wood_table();
  Sandbox world({6, 6}, 2, Border::kWall, table);
  world.paint(warm(rect(2, 2, 2, 2, {2}), 400));
  run(world, 80);
  CHECK(world.state().cells[kTimerPlane][{2, 2}] > 0);
  world.paint(warm(rect(2, 2, 2, 2, {2}), 20));
  run(world, 8);
  CHECK(world.state().cells[kTimerPlane][{2, 2}] == 0);
  run(world, 400);
  CHECK(world.count_entries()[2] == 4);
}

TEST_CASE("flames come out where something burns and lies open, and nowhere else") {
  const Table table = wood_table();
  Sandbox world({30, 30}, 2, Border::kWall, table);
  world.paint(rect(10, 10, 10, 10, {2}));
  world.paint(warm(rect(10, 10, 1, 10, {2}), 400));
  run(world, 40);
  const std::vector<int64_t> counts = world.count_entries();
  CHECK(counts[4] > 5);
  for (int y = 0; y < 30; ++y)
    for (int x = 0; x < 30; ++x)
      if (world.entry_at({x, y}) == 4) CHECK((x == 9 || y == 9 || y == 20));
}

TEST_CASE("a world in which warmth alone evens out is at rest, if nothing can come of it") {
  const Table table = load_table("core");
  Parallel parallel(1);
  std::vector<MaterialId> materials;
  for (int id = 1; id < table->size(); ++id) materials.push_back(static_cast<MaterialId>(id));
  int rested = 0;
  int rested_warm = 0;
  for (uint32_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed);
    std::mt19937 dice(seed);
    const GridSize size{20 + static_cast<int>(dice() % 120), 20 + static_cast<int>(dice() % 40)};
    Sandbox world(size, seed, Border::kWall, table);
    // Few kinds, or something would always burn.
    std::vector<MaterialId> kinds{id_of(table, "stone")};
    for (int i = 0; i < 2; ++i) kinds.push_back(materials[dice() % materials.size()]);
    paint_at_random(world, dice, kinds, 6);
    const auto is_warm = [&] {
      bool any = false;
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) any |= world.state().temperature({x, y}) != world.state().ambient;
      return any;
    };
    for (int tick = 0; tick < 3000 && !world.is_at_rest(parallel); ++tick) world.step(parallel);
    if (!world.is_at_rest(parallel)) continue;
    ++rested;
    rested_warm += is_warm() ? 1 : 0;
    const auto stays = [&](int ticks) {
      const Plane<MaterialId> before = world.state().material();
      for (int tick = 0; tick < ticks; ++tick) {
        world.step(parallel);
        if (tick % 100 == 0) REQUIRE(world.is_at_rest(parallel));
      }
      for (int y = 0; y < size.height; ++y)
        REQUIRE(std::ranges::equal(world.state().material().cells(y), before.cells(y)));
    };
    stays(1500);
    // Whatever is painted into it, it is at rest only where that is true again, or still.
    for (int round = 0; round < 8; ++round) {
      paint_at_random(world, dice, materials, 1);
      for (uint32_t ticks = dice() % 200; ticks > 0; --ticks) world.step(parallel);
      if (world.is_at_rest(parallel)) stays(300);
    }
  }
  CHECK(rested > 10);
  CHECK(rested_warm > 5);
}

TEST_CASE("warmth that melts, burns or sets off something keeps a world from rest until it has") {
  const Table table = load_table("core");
  Parallel parallel(1);
  // What is beside something hot, by way of something that carries the warmth to it.
  struct Case {
    const char* material;
    int degrees;
    bool changes;
  };
  for (const Case& each : {Case{"ice", 300, true}, {"wood", 900, true}, {"gunpowder", 900, true}, {"stone", 900, false}}) {
    INFO(each.material);
    Sandbox world({80, 20}, 1, Border::kWall, table);
    world.paint(rect(0, 0, 80, 20, {id_of(table, "stone")}));
    world.paint(warm(rect(0, 0, 30, 20, {id_of(table, "iron")}), each.degrees));
    world.paint(rect(34, 5, 4, 4, {id_of(table, each.material)}));
    const auto holds = [&] { return world.entry_at({35, 7}) == id_of(table, each.material); };
    int ticks = 0;
    for (; ticks < 60'000 && holds() && !world.is_at_rest(parallel); ++ticks) world.step(parallel);
    CHECK(holds() != each.changes);
    if (!each.changes) CHECK(ticks < 100);
  }
}
