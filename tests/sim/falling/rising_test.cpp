// Gases rise as one, column by column.
#include "sim/falling/rising.h"

#include "sim/cells/rules.h"
#include "sim/falling/fall_laws.h"
#include "sim/fixture.h"
#include "sim/tick/kernel.h"

using namespace quicksand;

namespace {

Table gas_of(int density) {
  return std::make_shared<const MaterialTable>(
      std::vector<Material>{{.name = "gas", .density = density}});
}

constexpr MaterialId kGas = 2;

Sandbox column_of_gas(const Table& table, int height, int gravity, uint64_t seed, std::string_view kernel = "auto") {
  SandboxState state({1, 900}, seed, Border::kWall);
  state.gravity = gravity;
  Sandbox world(std::move(state), table, kernel);
  world.paint(rect(0, 900 - height, 1, height, {kGas}));
  return world;
}

int top_of(const Sandbox& world, int x) {
  int y = 0;
  while (y < world.size().height && world.entry_at({x, y}) != kGas) ++y;
  return y;
}

}  // namespace

TEST_CASE("a column of gas of any height and density keeps its height while it rises, in every kernel") {
  for (const std::string_view kernel : kernel_names())
    for (const int density : {-1, -25, -60, -100, -200})
      for (const int height : {1, 2, 17, 63, 150}) {
        INFO(kernel << ", density " << density << ", " << height << " high");
        Sandbox world = column_of_gas(gas_of(density), height, kGravityUnit, 5, kernel);
        for (int tick = 0; tick < 200; ++tick) {
          run(world, 1);
          const int top = top_of(world, 0);
          for (int y = top; y < top + height; ++y) REQUIRE(world.entry_at({0, y}) == kGas);
        }
        CHECK(world.count_entries()[kGas] == height);
        CHECK(top_of(world, 0) < 900 - height);
      }
}

TEST_CASE("a gas rises as often as its density and the gravity say") {
  constexpr int kTicks = 400;
  for (const int density : {-5, -25, -60, -100, -200})
    for (const int gravity : {0, kGravityUnit / 2, kGravityUnit, 2 * kGravityUnit}) {
      const double chance = std::min(1.0, std::min(1.0, -density / double{kGasRiseScale}) * gravity / kGravityUnit);
      int risen = 0;
      for (uint64_t seed = 1; seed <= 8; ++seed) {
        Sandbox world = column_of_gas(gas_of(density), 3, gravity, seed);
        run(world, kTicks);
        risen += 897 - top_of(world, 0);
      }
      INFO("density " << density << ", gravity " << gravity);
      CHECK(agrees(risen, 8 * kTicks, chance));
    }
}

TEST_CASE("gas that waits for its turn does not sleep") {
  const Table table = gas_of(-1);
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    Sandbox world = column_of_gas(table, 4, kGravityUnit, seed);
    Sandbox expected = column_of_gas(table, 4, kGravityUnit, seed, "reference");
    for (int tick = 0; tick < 1000; ++tick) {
      run(world, 1);
      run(expected, 1);
      REQUIRE(world.state_hash() == expected.state_hash());
    }
    CHECK(top_of(world, 0) < 896);
  }
}
