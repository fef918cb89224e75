// Gases rise and sink as one, column by column.
#include "sim/falling/buoyancy.h"

#include "sim/cells/rules.h"
#include "sim/falling/fall_laws.h"
#include "sim/fixture.h"
#include "sim/tick/kernel.h"

using namespace quicksand;

namespace {

Table gas_of(int density, int falls = 100) {
  return std::make_shared<const MaterialTable>(
      std::vector<Material>{{.name = "gas", .density = density, .gas = true, .falls = falls}});
}

constexpr MaterialId kGas = 2;
constexpr int kHeight = 900;

// At that end of the shaft from which it moves away.
Sandbox column_of_gas(const Table& table, int height, int gravity, uint64_t seed, std::string_view kernel = "auto") {
  SandboxState state({1, kHeight}, seed, Border::kWall);
  state.gravity = gravity;
  Sandbox world(std::move(state), table, kernel);
  world.paint(rect(0, table->rises(kGas) ? kHeight - height : 0, 1, height, {kGas}));
  return world;
}

int top_of(const Sandbox& world, int x) {
  int y = 0;
  while (y < world.size().height && world.entry_at({x, y}) != kGas) ++y;
  return y;
}

// How far a column of that height has come.
int moved(const Sandbox& world, const Table& table, int height) {
  return table->rises(kGas) ? kHeight - height - top_of(world, 0) : top_of(world, 0);
}

}  // namespace

TEST_CASE("a column of gas of any height and density keeps its height while it rises or sinks, in every kernel") {
  for (const std::string_view kernel : kernel_names())
    for (const int density : {-200, -60, -1, 1, 60, 1000})
      for (const int height : {1, 17, 150}) {
        INFO(kernel << ", density " << density << ", " << height << " high");
        const Table table = gas_of(density);
        Sandbox world = column_of_gas(table, height, kGravityUnit, 5, kernel);
        for (int tick = 0; tick < 120; ++tick) {
          run(world, 1);
          const int top = top_of(world, 0);
          for (int y = top; y < top + height; ++y) REQUIRE(world.entry_at({0, y}) == kGas);
        }
        CHECK(world.count_entries()[kGas] == height);
        CHECK(moved(world, table, height) > 0);
      }
}

TEST_CASE("a gas rises or sinks as often as its density, its share of gravity and gravity say", "[thorough]") {
  constexpr int kTicks = 400;
  for (const int density : {-200, -60, -25, -5, 0, 5, 25, 60, 200})
    for (const int falls : {100, 40})
      for (const int gravity : {0, kGravityUnit / 2, kGravityUnit, 2 * kGravityUnit}) {
        const double share = std::min(1.0, std::abs(density) / double{kGasRiseScale}) * falls / 100;
        const double chance = std::min(1.0, std::floor(share * 256) / 256 * gravity / kGravityUnit);
        const Table table = gas_of(density, falls);
        int steps = 0;
        for (uint64_t seed = 1; seed <= 8; ++seed) {
          Sandbox world = column_of_gas(table, 3, gravity, seed);
          run(world, kTicks);
          steps += moved(world, table, 3);
        }
        INFO("density " << density << ", falls " << falls << ", gravity " << gravity);
        CHECK(agrees(steps, 8 * kTicks, chance));
      }
}

TEST_CASE("gas that waits for its turn does not sleep") {
  for (const int density : {-1, 1})
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      const Table table = gas_of(density);
      Sandbox world = column_of_gas(table, 4, kGravityUnit, seed);
      Sandbox expected = column_of_gas(table, 4, kGravityUnit, seed, "reference");
      for (int tick = 0; tick < 500; ++tick) {
        run(world, 1);
        run(expected, 1);
        REQUIRE(world.state_hash() == expected.state_hash());
      }
      CHECK(moved(world, table, 4) > 0);
    }
}
