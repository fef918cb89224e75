// What the game's own materials do with one another.
#include "core/cases.h"
#include "sim/fixture.h"

using namespace quicksand;

namespace {

// A basin with one material below another.
Sandbox basin(const std::string& above, const std::string& below, uint64_t seed = 1) {
  Sandbox world({80, 60}, seed, Border::kWall, core());
  world.paint(rect(0, 40, 80, 20, {id_of(core(), below)}));
  world.paint(rect(0, 20, 80, 20, {id_of(core(), above)}));
  return world;
}

int64_t left(const Sandbox& world, const std::string& name) { return count(world, core(), name); }

}  // namespace

TEST_CASE("water on lava makes steam and stone, and the steam rains back") {
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(cases(1, 2)); ++seed) {
    Sandbox world = basin("water", "lava", seed);
    int64_t steam = 0;
    for (int i = 0; i < 40; ++i) {
      run(world, 100);
      steam = std::max(steam, left(world, "steam"));
    }
    CHECK(steam > 100);
    CHECK(left(world, "stone") > 400);
    run(world, 60'000);
    // Nothing of the water is lost.
    CHECK(left(world, "water") + left(world, "steam") == 1600);
    CHECK(left(world, "water") > 1500);
    CHECK(left(world, "stone") == 1600);
  }
}

TEST_CASE("salt makes brine of water, cell by cell, until there is no more of one of them") {
  Sandbox world = basin("salt", "water");
  const int64_t salt = left(world, "salt");
  const int64_t water = left(world, "water");
  run(world, 3000);
  CHECK(left(world, "brine") > 500);
  CHECK(left(world, "brine") == salt - left(world, "salt"));
  CHECK(left(world, "brine") == water - left(world, "water"));
}

TEST_CASE("damp cement sets, dry cement does not") {
  for (const bool damp : {false, true}) {
    Sandbox world({60, 40}, 1, Border::kWall, core());
    PaintCommand paint = rect(10, 20, 40, 20, {id_of(core(), "cement")});
    if (damp) paint.wetness = 50;
    world.paint(paint);
    run(world, 160 * 60);
    if (!damp) CHECK(left(world, "concrete") == 0);
    if (damp) CHECK(left(world, "concrete") > 450);
  }
}

TEST_CASE("acid is used up by what it eats: four cells of concrete a cell of acid") {
  Sandbox world({80, 60}, 1, Border::kWall, core());
  world.paint(rect(0, 20, 80, 40, {id_of(core(), "concrete")}));
  world.paint(rect(0, 10, 80, 2, {id_of(core(), "acid")}));
  run(world, 60'000);
  CHECK(left(world, "acid") == 0);
  const int64_t eaten = 3200 - left(world, "concrete");
  CHECK(eaten > 160 * 3);
  CHECK(eaten < 160 * 5);
}

TEST_CASE("a house of wood burns down from a corner, an oil lake burns off, and water puts a fire out") {
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(cases(1, 3)); ++seed) {
    INFO("seed " << seed);
    Sandbox house({120, 100}, seed, Border::kWall, core());
    house.paint(rect(20, 40, 60, 60, {id_of(core(), "wood")}));
    house.paint(rect(28, 50, 18, 18, {kVoid}));
    house.paint(rect(54, 50, 18, 18, {kVoid}));
    house.paint(rect(40, 78, 20, 22, {kVoid}));
    PaintCommand torch = rect(20, 94, 6, 6, {id_of(core(), "wood")});
    torch.temperature = 900 * 8;
    house.paint(torch);
    run(house, 160 * 90);
    CHECK(left(house, "wood") < 30);
    CHECK(left(house, "ash") > 0);

    Sandbox lake({120, 60}, seed, Border::kOpen, core());
    lake.paint(rect(0, 50, 120, 10, {id_of(core(), "stone")}));
    lake.paint(rect(0, 30, 4, 30, {id_of(core(), "stone")}));
    lake.paint(rect(116, 30, 4, 30, {id_of(core(), "stone")}));
    lake.paint(rect(4, 44, 112, 6, {id_of(core(), "oil")}));
    lake.paint(rect(10, 43, 20, 1, {id_of(core(), "fire")}));
    run(lake, 160 * 60);
    CHECK(left(lake, "oil") < 30);
  }
}

TEST_CASE("a fuse reaches its end every time, and lights gunpowder") {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    Sandbox world({420, 40}, seed, Border::kOpen, core());
    world.paint(rect(0, 36, 420, 4, {id_of(core(), "stone")}));
    PaintCommand fuse = rect(5, 20, 380, 2, {id_of(core(), "fuse")});
    world.paint(fuse);
    world.paint(rect(385, 20, 1, 16, {id_of(core(), "fuse")}));
    world.paint(rect(380, 33, 20, 3, {id_of(core(), "gunpowder")}));
    fuse.to = {8, 21};
    fuse.temperature = 400 * 8;
    world.paint(fuse);
    run(world, 160 * 60);
    CHECK(left(world, "fuse") == 0);
    CHECK(left(world, "gunpowder") < 12);  // grains that were thrown apart
  }
}

TEST_CASE("ice melts in a warm world, water freezes in a cold one, and sand in lava becomes glass") {
  Sandbox warm({60, 40}, 1, Border::kWall, core());
  warm.paint(rect(20, 20, 20, 20, {id_of(core(), "ice")}));
  warm.paint(rect(20, 0, 20, 10, {id_of(core(), "snow")}));
  run(warm, 160 * 600);
  CHECK(left(warm, "ice") == 0);
  CHECK(left(warm, "snow") == 0);
  CHECK(left(warm, "water") == 600);
  Sandbox cold({60, 40}, 1, Border::kWall, core());
  SandboxSettings settings;
  settings.ambient = -30 * 8;
  cold.set(settings);
  cold.paint(rect(0, 30, 60, 10, {id_of(core(), "water")}));
  run(cold, 100);
  CHECK(left(cold, "ice") == 600);  // it comes as cold as the world
  Sandbox kiln({80, 60}, 1, Border::kWall, core());
  kiln.paint(rect(0, 30, 80, 30, {id_of(core(), "lava")}));
  kiln.paint(rect(0, 10, 80, 10, {id_of(core(), "sand")}, 0.05));
  run(kiln, 4000);
  CHECK(left(kiln, "glass") > 0);
}

TEST_CASE("dry ice becomes carbon dioxide, which fills a pit and puts out the fire in it, beside the pit it burns on") {
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    INFO("seed " << seed);
    const MaterialId wood = id_of(core(), "wood");
    Sandbox world({120, 60}, seed, Border::kWall, core());
    world.paint(rect(0, 40, 120, 20, {id_of(core(), "stone")}));
    world.paint(rect(10, 40, 40, 16, {kVoid}));
    PaintCommand burning = rect(20, 54, 12, 2, {wood});
    burning.temperature = 400 * 8;
    world.paint(burning);
    burning.shape = rect(80, 38, 12, 2, {wood}).shape;
    world.paint(burning);
    PaintCommand ice = rect(12, 30, 36, 20, {id_of(core(), "dry-ice")});
    ice.temperature = 300 * 8;
    world.paint(ice);
    run(world, 2000);
    CHECK(left(world, "dry-ice") == 0);
    int in_pit = 0;
    int beside = 0;
    for (int y = 36; y < 56; ++y)
      for (int x = 0; x < 120; ++x)
        if (world.entry_at({x, y}) == wood) (x < 60 ? in_pit : beside) += 1;
    CHECK(in_pit >= 8);
    CHECK(beside == 0);
  }
}

TEST_CASE("methane gathers under a ceiling and goes off there, all of it, when a flame reaches it") {
  for (uint64_t seed = 1; seed <= 3; ++seed)
    for (const int height : {2, 6, 20}) {
      INFO("seed " << seed << ", " << height << " rows");
      Sandbox world({60, 60}, seed, Border::kWall, core());
      world.paint(rect(0, 20, 60, height, {id_of(core(), "methane")}));
      run(world, 200);
      CHECK(left(world, "methane") == 60 * height);
      world.paint(rect(26, 26, 8, 8, {id_of(core(), "fire")}));
      run(world, 800);
      CHECK(left(world, "methane") < 6 * height);
    }
}
