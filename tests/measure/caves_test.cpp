#include "measure/caves.h"

#include <catch2/catch.hpp>

#include "app/open_world.h"
#include "io/assets.h"
#include "sim/fixture.h"

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
      REQUIRE(run_to_rest(cave, 40'000));
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

TEST_CASE("a body is as uneven as its free surfaces, and what is covered does not count") {
  const Table table = inert(load_table("core"));
  Sandbox world = drawn(table, {"#####", "#.#.#", "#.#w#", "#w#w#", "#www#"}, {{'#', "wall"}, {'w', "water"}});
  CHECK(most_uneven(world, id_of(table, "water")) == 1);
  Sandbox covered = drawn(table, {"#####", "#w#.#", "#w#w#", "#www#"}, {{'#', "wall"}, {'w', "water"}});
  CHECK(most_uneven(covered, id_of(table, "water")) == 0);
}
