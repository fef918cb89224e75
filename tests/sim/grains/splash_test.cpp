// What lands fast throws what it lands on into the air.
#include "sim/grains/splash.h"

#include <cmath>

#include "sim/fixture.h"
#include "sim/tick/kernel.h"

using namespace quicksand;

namespace {

struct Outcome {
  uint64_t splashes = 0;
  size_t most_in_the_air = 0;
  double fastest = 0;
  uint64_t hash = 0;
};

// A block of one material falls from so many rows into a bed of another.
Outcome drop(const Table& table, MaterialId what, MaterialId onto, int rows, uint64_t seed, int side = 16,
             std::string_view kernel = "auto") {
  Sandbox world({200, rows + side + 60}, seed, Border::kWall, table, kernel);
  world.paint(rect(0, rows + side + 30, 200, 30, {onto}));
  world.paint(rect(100 - side / 2, 30, side, side, {what}));
  const std::vector<int64_t> before = matter(world);
  Parallel parallel(1);
  TickEvents events;
  Outcome outcome;
  for (int tick = 0; tick < rows + 60; ++tick) {
    world.step(parallel, &events);
    outcome.splashes += events.splashes.total();
    const Grains& grains = world.state().grains;
    outcome.most_in_the_air = std::max(outcome.most_in_the_air, grains.size());
    for (size_t i = 0; i < grains.size(); ++i)
      outcome.fastest = std::max<double>(outcome.fastest, std::hypot(grains.vx[i], grains.vy[i]));
  }
  CHECK(matter(world) == before);
  outcome.hash = world.state_hash();
  return outcome;
}

}  // namespace

TEST_CASE("drops and stones splash the more, the deeper they fall, and all comes down again") {
  const Table table = inert(load_table("core"));
  const MaterialId water = id_of(table, "water");
  for (const char* what : {"water", "lava", "gravel"}) {
    const MaterialId id = id_of(table, what);
    INFO(what);
    uint64_t splashes[3] = {};
    double fastest[3] = {};
    for (const uint64_t seed : {1, 2, 3, 4})
      for (const int i : {0, 1, 2}) {
        const Outcome outcome = drop(table, id, water, std::array{3, 40, 160}[static_cast<size_t>(i)], seed);
        splashes[i] += outcome.splashes;
        fastest[i] = std::max(fastest[i], outcome.fastest);
      }
    CHECK(splashes[0] == 0);
    CHECK(splashes[1] > 0);
    CHECK(splashes[2] > splashes[1]);
    CHECK(fastest[2] > fastest[1]);
    // Nothing is thrown faster than it was hit.
    CHECK(fastest[2] < double{kTerminalSpeed} / kOneRow);
  }
}

TEST_CASE("a puff of sand is less than a crown of water, and damp sand throws none") {
  const Table table = inert(load_table("core"));
  const MaterialId sand = id_of(table, "sand");
  uint64_t crowns = 0;
  uint64_t puffs = 0;
  for (const uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    crowns += drop(table, id_of(table, "water"), id_of(table, "water"), 160, seed).splashes;
    puffs += drop(table, sand, sand, 160, seed).splashes;
  }
  CHECK(puffs > 0);
  Sandbox damp({200, 250}, 1, Border::kWall, table);
  PaintCommand bed = rect(0, 220, 200, 30, {sand});
  bed.wetness = static_cast<uint8_t>(table->wet_threshold(sand));
  damp.paint(bed);
  damp.paint(rect(90, 20, 20, 20, {sand}));
  Parallel parallel(1);
  TickEvents events;
  uint64_t splashes = 0;
  for (int tick = 0; tick < 60; ++tick) {
    damp.step(parallel, &events);
    splashes += events.splashes.total();
  }
  CHECK(splashes == 0);
  CHECK(crowns > 4 * puffs);
}

TEST_CASE("splashes are the same in every kernel") {
  const Table table = inert(load_table("core"));
  for (const char* what : {"water", "gravel"}) {
    const uint64_t hash = drop(table, id_of(table, what), id_of(table, "water"), 100, 7, 24, "reference").hash;
    for (const std::string_view kernel : kernel_names()) {
      INFO(kernel);
      CHECK(drop(table, id_of(table, what), id_of(table, "water"), 100, 7, 24, kernel).hash == hash);
    }
  }
}

TEST_CASE("a rain over the whole world throws no more than the world's share") {
  const Table table = inert(load_table("core"));
  const MaterialId water = id_of(table, "water");
  Sandbox world({640, 300}, 2, Border::kWall, table);
  world.paint(rect(0, 0, 640, 250, {water}, 0.3));
  size_t most = 0;
  for (int tick = 0; tick < 200; ++tick) {
    run(world, 1);
    most = std::max(most, world.state().grains.size());
  }
  CHECK(most > 100);
  // The last ones may each throw up to four.
  CHECK(most < 4 * (kSplashGrains + 640 * 300 / kCellsPerSplash));
}

TEST_CASE("grains feel the world's gravity") {
  const Table table = load_table("core");
  for (const int gravity : {0, kGravityUnit / 4, kGravityUnit, kMostGravity}) {
    SandboxState state({40, 400}, 1, Border::kWall);
    state.gravity = gravity;
    Sandbox world(std::move(state), table);
    PaintCommand grain = rect(20, 200, 1, 1, {id_of(table, "gravel")});
    grain.velocity = Velocity{0, 0};
    world.paint(grain);
    run(world, 20);
    REQUIRE(world.state().grains.size() == 1);
    const double fallen = world.state().grains.y[0] - 200.5;
    // The parabola of 20 ticks, less the drag of the air.
    CHECK(fallen == Approx(20 * 20 / 2 * 0.03 * gravity / kGravityUnit).margin(0.1 + 0.05 * fallen));
  }
}
