#include "sim/tick/freeze.h"
#include "core/cases.h"
#include "sim/fixture.h"
#include "sim/tick/tick.h"

using namespace quicksand;

namespace {

SandboxState random_state(const Table& table, GridSize size, uint64_t seed, Border border) {
  Sandbox world(size, seed, border, table);
  world.paint(rect(0, 0, size.width, size.height, movers(*table), 0.6));
  for (const uint8_t wetness : {uint8_t{20}, uint8_t{70}, uint8_t{200}}) {
    PaintCommand damp = rect(0, 0, size.width, size.height, movers(*table), 0.3);
    damp.wetness = wetness;
    world.paint(damp);
  }
  PaintCommand walls = rect(0, 0, size.width, size.height, {kWall}, 0.05);
  world.paint(walls);
  return world.state();
}

}  // namespace

TEST_CASE("freezing changes nothing: a world in which every cell is simulated stays equal", "[thorough]") {
  Parallel parallel(1);
  for (const char* set : {"classic", "core"}) {
    const Table table = load_table(set);
    for (const Border border : {Border::kWall, Border::kOpen}) {
      SandboxState frozen = random_state(table, {97, 71}, 3, border);
      SandboxState awake = frozen;
      Tick with_freezing(frozen.size, "reference");
      Tick without(awake.size, "reference");
      without.set_sleeping(false);
      for (int tick = 0; tick < cases(200, 400); ++tick) {
        with_freezing.run(frozen, *table, parallel);
        without.run(awake, *table, parallel);
        REQUIRE(Sandbox(frozen, table).state_hash() == Sandbox(awake, table).state_hash());
      }
    }
  }
}

TEST_CASE("only cells that a rule can change are active") {
  const Table table = load_table("classic");
  const Sandbox world =
      drawn(table, {".....", "..s..", ".....", "ss#ca", "sssca"}, {{'s', "sand"}, {'c', "cement"}, {'a', "acid"}});
  CHECK(world.is_active({2, 1}));        // may fall
  CHECK_FALSE(world.is_active({0, 4}));  // lies within a body
  CHECK_FALSE(world.is_active({2, 3}));  // wall
  CHECK_FALSE(world.is_active({0, 0}));  // void
  CHECK(world.is_active({4, 4}));        // acid beside cement
  CHECK(world.is_active({3, 4}));        // and cement beside acid: they react with one another
}

TEST_CASE("a world without active cells does not change") {
  const Table table = load_table("core");
  Sandbox world({120, 80}, 4, Border::kWall, table);
  world.paint(rect(0, 0, 120, 80, {id_of(table, "sand"), id_of(table, "gravel"), id_of(table, "dirt")}, 0.4));
  run(world, 1500);
  REQUIRE(active(world) == 0);
  const Sandbox before(world.state(), table);
  run(world, 50);
  for (int y = 0; y < 80; ++y)
    for (int x = 0; x < 120; ++x) REQUIRE(world.entry_at({x, y}) == before.entry_at({x, y}));
}
