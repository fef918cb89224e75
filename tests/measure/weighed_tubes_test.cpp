#include "measure/weighed_tubes.h"

#include <catch2/catch.hpp>

#include "core/cases.h"
#include "io/assets.h"
#include "measure/caves.h"
#include "measure/quality_probes.h"
#include "measure/shape_dice.h"
#include "sim/fixture.h"

using namespace quicksand;

namespace {

// Thick liquids drip through one another for a long time.
constexpr int kPatience = 200'000;
const char* const kLiquids[] = {"oil", "water", "acid", "brine", "mud", "lava"};

PaintCommand fill(CellPos from, CellPos to, MaterialId material) {
  PaintCommand command;
  command.shape = Shape::kRect;
  command.from = from;
  command.to = to;
  command.entries = {material};
  command.onto = Onto::kEmpty;
  return command;
}

void check_tubes(uint64_t first, uint64_t tubes) {
  const Table table = inert(load_table("core"));
  for (const char* lighter_name : kLiquids) {
    for (const char* denser_name : kLiquids) {
      const MaterialId denser = id_of(table, denser_name);
      const MaterialId lighter = id_of(table, lighter_name);
      if ((*table)[lighter].density >= (*table)[denser].density) continue;
      for (uint64_t seed = first; seed < first + tubes; ++seed) {
        INFO(lighter_name << " on " << denser_name << ", tube " << seed);
        WeighedTube tube = weighed_tube(table, denser, lighter, seed);
        const std::vector<int64_t> before = tube.world.count_entries();
        REQUIRE(imbalance(tube, *table, denser) > 1);
        REQUIRE(run_to_rest(tube.world, kPatience));
        CHECK(imbalance(tube, *table, denser) <= 1);
        CHECK(tube.world.count_entries() == before);
      }
    }
  }
}

// A cave with two or three liquids, as they were poured.
Sandbox mixed_cave(const Table& table, uint64_t seed) {
  const auto liquid = [&](uint64_t i) { return id_of(table, kLiquids[i % std::size(kLiquids)]); };
  Sandbox cave = flooded_cave(table, liquid(seed + 1), seed);
  const GridSize size = cave.size();
  for (uint64_t i = 0; i < 2; ++i) {
    const CellPos from{static_cast<int>((seed * 37 + i * 50) % static_cast<uint64_t>(size.width)),
                       static_cast<int>(seed * 11 % static_cast<uint64_t>(size.height / 2))};
    const CellPos to{std::min(size.width - 1, from.x + size.width / 2), std::min(size.height - 1, from.y + size.height / 2)};
    cave.paint(fill(from, to, liquid(seed * 5 + 2 * i)));
  }
  return cave;
}

void check_mixed_caves(uint64_t first, uint64_t caves) {
  const Table table = inert(load_table("core"));
  for (uint64_t seed = first; seed < first + caves; ++seed) {
    INFO("cave " << seed);
    Sandbox cave = mixed_cave(table, seed);
    // A drop may be shut in where there is no void for it to become a cell of.
    const auto matter = [&] {
      std::vector<int64_t> units = contents(cave, *table);
      units[kVoid] = 0;
      return units;
    };
    const std::vector<int64_t> before = matter();
    CHECK(run_to_rest(cave, kPatience));
    CHECK(matter() == before);
  }
}

}  // namespace

TEST_CASE("where a liquid weighs on a denser one, the arms of a tube balance within a row") { check_tubes(2000, 5); }

TEST_CASE("in many tubes the weights of all liquids balance within a row", "[.slow]") { check_tubes(9000, 100); }

// An arm that is open, and a chamber full to its roof, joined by an opening that is higher or deeper than both floors.
TEST_CASE("a closed chamber of one liquid and an open arm of another come to rest, whatever weighs on what") {
  const Table table = inert(load_table("core"));
  for (uint64_t seed = 4000; seed < 4000 + static_cast<uint64_t>(cases(120, 3000)); ++seed) {
    ShapeDice dice(seed);
    const int arm = dice.between(1, 6);
    const int wall = dice.between(1, 4);
    const CellPos chamber{dice.between(1, 8), dice.between(3, 24)};
    const int roof = dice.between(1, 12);
    const int opening = dice.between(1, 4);
    const int opening_end = roof + chamber.y + dice.between(-1, std::min(3, opening - 1));
    const int floor = std::max(opening_end, roof + chamber.y) + dice.between(0, 2);
    const MaterialId inside = id_of(table, kLiquids[dice.between(0, 3)]);
    const MaterialId outside = id_of(table, kLiquids[dice.between(0, 3)]);
    Sandbox world({arm + wall + chamber.x + 2, floor + 1}, seed, Border::kWall, table);
    world.paint(rect(0, 0, world.size().width, world.size().height, {kWall}));
    world.paint(rect(1, 0, arm, floor, {kVoid}));
    const int level = dice.between(roof / 2, floor - 1);
    world.paint(rect(1, level, arm, floor - level, {outside}));
    const int poured = dice.between(0, level / 2);
    world.paint(rect(1, level - poured, arm, poured, {id_of(table, kLiquids[dice.between(0, 3)])}));
    world.paint(rect(1 + arm + wall, roof, chamber.x, chamber.y, {inside}));
    world.paint(rect(1 + arm, opening_end - opening, wall, opening, {dice.between(0, 1) == 0 ? inside : outside}));
    INFO("chamber " << seed);
    const std::vector<int64_t> before = world.count_entries();
    CHECK(run_to_rest(world, kPatience));
    CHECK(world.count_entries() == before);
  }
}

TEST_CASE("liquids are sorted by their weight, and those of one weight share a layer") {
  const Table base = inert(load_table("core"));
  Material heavy = (*base)[id_of(base, "water")];
  heavy.name = "heavy";
  Material as_heavy = heavy;
  as_heavy.name = "as heavy";
  Material light = heavy;
  light.name = "light";
  light.density /= 2;
  const Table table = table_of({(*base)[kWall], heavy, as_heavy, light});
  CHECK(sorted_share(table, {id_of(table, "heavy"), id_of(table, "as heavy"), id_of(table, "light")}, 1) >= 0.99);
}

TEST_CASE("three layers of liquids in a tube balance within a row") {
  const Table table = inert(load_table("core"));
  const MaterialId lava = id_of(table, "lava");
  const MaterialId oil = id_of(table, "oil");
  for (uint64_t seed = 3000; seed < 3020; ++seed) {
    INFO("tube " << seed);
    WeighedTube tube = weighed_tube(table, lava, id_of(table, "water"), seed);
    const WeighedTube::Arm& arm = tube.arms[seed % tube.arms.size()];
    tube.world.paint(fill({arm.left, 0}, {arm.left + arm.width - 1, static_cast<int>(seed % 17)}, oil));
    REQUIRE(run_to_rest(tube.world, kPatience));
    CHECK(imbalance(tube, *table, lava) <= 1);
  }
}

TEST_CASE("several liquids in a cave come to rest, whatever weighs on what") { check_mixed_caves(7000, 12); }

TEST_CASE("several liquids in many caves come to rest", "[.slow]") { check_mixed_caves(20000, 500); }

TEST_CASE("weights are the same in every kernel, and for a world that sleeps", "[thorough]") {
  const Table table = inert(load_table("core"));
  Parallel parallel(2);
  for (uint64_t seed = 7100; seed < 7102; ++seed) {
    INFO("cave " << seed);
    Sandbox cave = mixed_cave(table, seed);
    Sandbox other(SandboxState(cave.state()), table, "reference");
    for (int tick = 0; tick < 600; ++tick) {
      cave.step(parallel);
      other.step(parallel);
      REQUIRE(cave.state_hash() == other.state_hash());
    }
  }
}
