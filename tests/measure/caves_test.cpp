#include "measure/caves.h"

#include <catch2/catch.hpp>

#include "app/open_world.h"
#include "core/cases.h"
#include "io/assets.h"
#include "sim/fixture.h"
#include "sim/tick/kernel.h"

using namespace quicksand;

namespace {

void check_caves(const Table& table, std::initializer_list<const char*> liquids, uint64_t first, uint64_t caves) {
  for (const char* name : liquids) {
    const MaterialId liquid = id_of(table, name);
    int64_t wet = 0;
    for (uint64_t seed = first; seed < first + caves; ++seed) {
      INFO(name << ", cave " << seed);
      Sandbox cave = flooded_cave(table, liquid, seed);
      wet += cave.count_entries()[liquid];
      REQUIRE(run_to_rest(cave, 40'000 * kMaxFriction / table->friction(liquid)));
      CHECK(most_uneven(cave, liquid) <= 1);
    }
    CHECK(wet > 0);
  }
}

}  // namespace

TEST_CASE("in caves of any shape a liquid comes to rest with its surfaces within a row") {
  check_caves(inert(load_table("core")), {"water", "oil"}, 1000, 40);
}

TEST_CASE("in many caves of any shape every liquid comes to rest with its surfaces within a row", "[.slow]") {
  check_caves(inert(load_table("core")), {"water", "oil", "acid", "lava", "mud"}, 5000, 400);
}

// Dyed water before and behind water in the table, as thin as it or thicker, or so thick that it does not level at all:
// what is dyed is so by chance of places.
TEST_CASE("liquids of one density level as one, in caves of any shape, and alike whatever the kernel") {
  int both = 0;
  for (uint64_t seed = 2000; seed < 2000 + static_cast<uint64_t>(cases(24, 300)); ++seed) {
    std::vector<Material> materials;
    const Table base = inert(load_table("core"));
    const Material& water = (*base)[id_of(base, "water")];
    Material dyed = water;
    dyed.name = "dyed";
    const bool levels = seed % 5 != 0;
    dyed.friction = !levels ? 0 : seed % 3 == 0 ? 3 : 8;
    for (const Material& material : {(*base)[kWall], water, dyed}) materials.push_back(material);
    if (seed % 2 == 0) std::swap(materials[1], materials[2]);
    const Table table = table_of(materials);
    const MaterialId one = id_of(table, "water");
    const MaterialId other = id_of(table, "dyed");
    std::vector<Sandbox> caves;
    for (const std::string_view kernel : ends_of(kernel_names())) {
      Sandbox cave = flooded_cave(table, one, seed);
      const GridSize size = cave.size();
      PaintCommand dye = rect(static_cast<int>(seed * 37 % static_cast<uint64_t>(size.width)),
                              static_cast<int>(seed * 11 % static_cast<uint64_t>(size.height)), size.width / 2,
                              size.height / 2, {other});
      dye.onto = Onto::kEntry;
      dye.onto_entry = one;
      cave.paint(dye);
      SandboxState state = cave.state();
      caves.emplace_back(std::move(state), table, kernel);
    }
    INFO("cave " << seed);
    const std::vector<int64_t> before = caves.front().count_entries();
    both += before[one] > 0 && before[other] > 0 ? 1 : 0;
    for (Sandbox& cave : caves) REQUIRE(run_to_rest(cave, 40'000));
    CHECK(caves.front().state_hash() == caves.back().state_hash());
    CHECK(caves.front().count_entries() == before);
    PaintCommand alike = rect(0, 0, caves.front().size().width, caves.front().size().height, {one});
    alike.onto = Onto::kEntry;
    alike.onto_entry = other;
    caves.front().paint(alike);
    if (levels) CHECK(most_uneven(caves.front(), one) <= 1);
  }
  CHECK(both > 10);
}

TEST_CASE("a body is as uneven as its lowest free surface is below its highest cell, be that covered or not") {
  const Table table = inert(load_table("core"));
  Sandbox world = drawn(table, {"#####", "#.#.#", "#.#w#", "#w#w#", "#www#"}, {{'#', "wall"}, {'w', "water"}});
  CHECK(most_uneven(world, id_of(table, "water")) == 1);
  Sandbox covered = drawn(table, {"#####", "#w#.#", "#w#w#", "#www#"}, {{'#', "wall"}, {'w', "water"}});
  CHECK(most_uneven(covered, id_of(table, "water")) == 1);
  Sandbox pressed = drawn(table, {"#####", "#.#w#", "###w#", "#www#"}, {{'#', "wall"}, {'w', "water"}});
  CHECK(most_uneven(pressed, id_of(table, "water")) < 1);
  Sandbox roofed =
      drawn(table, {"##########", "#.ww.##..#", "##ww###..#", "##wwwwwww#"}, {{'#', "wall"}, {'w', "water"}});
  CHECK(most_uneven(roofed, id_of(table, "water")) == 2);
}
