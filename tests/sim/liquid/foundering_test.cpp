// Nothing floats on powder for ever.
#include "sim/liquid/foundering.h"

#include "core/cases.h"
#include "sim/fixture.h"
#include "sim/tick/kernel.h"

using namespace quicksand;

namespace {

// The mean row of a material's cells.
double mean_row(const Sandbox& world, MaterialId material) {
  double rows = 0;
  double cells = 0;
  for (int y = 0; y < world.size().height; ++y)
    for (int x = 0; x < world.size().width; ++x)
      if (world.entry_at({x, y}) == material) {
        rows += y;
        ++cells;
      }
  return rows / cells;
}

}  // namespace

TEST_CASE("what is denser sinks through powder that floats, however thick that is, and through none that stands") {
  const Table table = inert(load_table("core"));
  const MaterialId ash = id_of(table, "ash");
  for (const char* load : {"gravel", "salt", "mud"})
    for (const int layer : {1, 4, 15})
      for (const bool floats : {true, false}) {
        const MaterialId id = id_of(table, load);
        Sandbox world({60, 120}, 3, Border::kWall, table);
        world.paint(rect(0, 60, 60, 60, {floats ? id_of(table, "water") : kWall}));
        world.paint(rect(0, 60 - layer, 60, layer, {ash}));
        world.paint(rect(20, 60 - layer - 20, 20, 20, {id}));
        run(world, 6000);
        INFO(load << " on " << layer << " rows, " << (floats ? "afloat" : "standing"));
        if (floats)
          CHECK(mean_row(world, id) > mean_row(world, ash) + 5);
        else if (table->phase(id) == Phase::kPowder)
          CHECK(mean_row(world, id) < mean_row(world, ash));
      }
}

TEST_CASE(
    "liquids seep through permeable powder, as fast as that lets them, and level on both sides of it, none is lost") {
  std::vector<Material> materials(3);
  materials[0] = {.name = "water", .density = 100, .friction = 8, .liquid = true};
  // Without friction a plug stands upright, and nothing gets past it.
  materials[1] = {.name = "gravel", .density = 260, .permeable = 80};
  materials[2] = {.name = "till", .density = 260, .permeable = 10};
  const Table table = std::make_shared<MaterialTable>(materials);
  for (const int thickness : {20, 35}) {
    int ticks_of[2] = {};
    for (const MaterialId powder : {MaterialId{3}, MaterialId{4}}) {
      // A wall of stone with a plug of powder in it, low in the wall; water stands on its left.
      Sandbox world({140, 60}, 2, Border::kWall, table);
      world.paint(rect(60, 0, thickness, 40, {kWall}));
      world.paint(rect(60, 50, thickness, 10, {kWall}));
      world.paint(rect(60, 40, thickness, 10, {powder}));
      world.paint(rect(0, 20, 60, 40, {2}));
      const auto right = [&] {
        int cells = 0;
        for (int y = 0; y < 60; ++y)
          for (int x = 60 + thickness; x < 140; ++x) cells += world.entry_at({x, y}) == 2 ? 1 : 0;
        return cells;
      };
      const int width = 80 - thickness;
      int& ticks = ticks_of[powder - 3];
      // The plug's foot is at row 49, so that much of the left stays where it is.
      const int level = 60 * 40 / (60 + width);
      while (ticks < 40'000 && right() < (level - 2) * width) {
        run(world, 20);
        ticks += 20;
      }
      INFO(thickness << " thick, permeable " << (*table)[powder].permeable << ", " << right() << " cells");
      CHECK(ticks < 40'000);
      run(world, 4000);
      CHECK(world.count_entries()[2] == 60 * 40);
      CHECK(right() <= (level + 2) * width);
      const SandboxState before = world.state();
      run(world, 200);
      for (int y = 0; y < 60; ++y)
        for (int x = 0; x < 140; ++x) REQUIRE(before.material()[{x, y}] == world.state().material()[{x, y}]);
    }
    CHECK(ticks_of[1] > 5 * ticks_of[0]);
    CHECK(ticks_of[1] < 12 * ticks_of[0]);
  }
}

TEST_CASE("what seeps and what founders is the same in every kernel, for any number of threads", "[thorough]") {
  const Table table = inert(load_table("core"));
  uint64_t hash = 0;
  for (const std::string_view kernel : kernel_names())
    for (const int threads : {1, 3}) {
      Sandbox world({200, 120}, 5, Border::kWall, table, kernel);
      world.paint(rect(0, 60, 90, 60, {id_of(table, "water")}));
      world.paint(rect(90, 50, 20, 70, {id_of(table, "gravel")}));
      world.paint(rect(0, 50, 90, 10, {id_of(table, "ash")}));
      world.paint(rect(20, 30, 30, 20, {id_of(table, "gravel"), id_of(table, "salt")}));
      run(world, 400, threads);
      if (hash == 0) hash = world.state_hash();
      INFO(kernel << ", " << threads);
      CHECK(world.state_hash() == hash);
    }
}

TEST_CASE("a load that founders through a thick layer does so alike whether blocks sleep or not", "[thorough]") {
  const Table table = inert(load_table("core"));
  for (const uint64_t seed : cases_of(2, {3, 4, 5, 6})) {
    uint64_t hash = 0;
    for (const char* kernel : {"auto", "reference"}) {  // the latter looks at everything
      Sandbox world({300, 160}, seed, Border::kWall, table, kernel);
      world.paint(rect(0, 150, 300, 10, {kWall}));
      world.paint(rect(236, 60, 6, 90, {kWall}));
      world.paint(rect(246, 100, 50, 50, {id_of(table, "water")}));
      world.paint(rect(246, 90, 50, 10, {id_of(table, "ash")}));
      world.paint(rect(256, 50, 30, 40, {id_of(table, "gravel")}));
      run(world, 600);
      if (hash == 0) hash = world.state_hash();
      CHECK(world.state_hash() == hash);
    }
  }
}
