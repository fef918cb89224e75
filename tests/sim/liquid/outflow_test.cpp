// What pressure drives out at the side.
#include "sim/liquid/outflow.h"

#include <cmath>

#include "core/cases.h"
#include "sim/fixture.h"
#include "sim/tick/kernel.h"

using namespace quicksand;

TEST_CASE(
    "what comes out of a hole grows with the root of the depth and with the hole, through walls of any thickness") {
  const Table table = inert(load_table("core"));
  for (const char* name : {"water", "brine"})
    for (const int wall : {1, 7, 30})
      for (const int height : {2, 5}) {
        const MaterialId liquid = id_of(table, name);
        INFO(name << ", hole of " << height << ", wall of " << wall);
        CHECK(outflow_exponent(table, liquid, {height, wall}, 3) == Approx(0.5).margin(0.15));
      }
  const MaterialId water = id_of(table, "water");
  for (const int depth : {60, 100})
    CHECK(outflow(table, water, depth, {8, 6}, 5) > 1.6 * outflow(table, water, depth, {4, 6}, 5));
}

TEST_CASE("out of a lake of any depth beyond the highest head as much comes as with that") {
  const Table table = inert(load_table("core"));
  const MaterialId water = id_of(table, "water");
  for (const int height : {2, 5}) {
    const double most = outflow(table, water, kMostHead, {height, 6}, 3);
    for (const int depth : cases_of(2, {270, 600, 300, 400}))
      CHECK(outflow(table, water, depth, {height, 6}, 3) == Approx(most).epsilon(0.15));
  }
}

TEST_CASE("a thick liquid comes out more slowly") {
  std::vector<Material> liquids;
  for (const int friction : {8, 4, 1}) {
    Material& liquid = liquids.emplace_back();
    liquid.name = "liquid" + std::to_string(friction);
    liquid.density = 100;
    liquid.liquid = true;
    liquid.friction = friction;
  }
  const auto table = std::make_shared<MaterialTable>(liquids);
  CHECK(outflow(table, 3, 80, {}, 1) < 0.8 * outflow(table, 2, 80, {}, 1));
  CHECK(outflow(table, 4, 80, {}, 1) < 0.5 * outflow(table, 3, 80, {}, 1));
}

namespace {

bool same_cells(const SandboxState& a, const SandboxState& b) {
  for (int y = 0; y < a.size.height; ++y)
    for (int x = 0; x < a.size.width; ++x)
      if (a.material()[{x, y}] != b.material()[{x, y}]) return false;
  return true;
}

}  // namespace

TEST_CASE("what is poured in a heap runs apart to steps of a row, and rests then, in every kernel alike",
          "[thorough]") {
  const Table table = inert(load_table("core"));
  const MaterialId water = id_of(table, "water");
  for (const auto& [width, height] : cases_of(2, {std::pair{6, 50}, {30, 30}, {1, 80}})) {
    uint64_t hash = 0;
    for (const std::string_view kernel : kernel_names()) {
      Sandbox world({300, 100}, 4, Border::kWall, table, kernel);
      world.paint(rect(140, 100 - height, width, height, {water}));
      run(world, 200, 2);
      if (hash == 0) hash = world.state_hash();
      INFO(width << "x" << height << ", " << kernel);
      CHECK(world.state_hash() == hash);
      run(world, 1000);
      int last = -1;
      for (int x = 0; x < 300; ++x) {
        int y = 0;
        while (y < 100 && world.entry_at({x, y}) != water) ++y;
        if (x > 0) CHECK(std::abs(y - last) <= 1);
        last = y;
      }
      const SandboxState at_rest = world.state();
      run(world, 64);
      CHECK(same_cells(at_rest, world.state()));
    }
  }
}
