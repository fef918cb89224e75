// What the bytes say is what the material table says, for any materials.
#include "sim/rows/vector_tables.h"

#include <catch2/catch.hpp>

#include "sim/random_table.h"

using namespace quicksand;

namespace {

// Calls check(materials, tables) for tables of all sizes that differ in how they are looked up.
template <class Check>
void for_tables(const Check& check) {
  for (const int count : {0, 1, 8, 14, 15, 30, 31, 62, 63, 253})
    for (uint32_t seed = 1; seed <= 8; ++seed) {
      const auto table = random_table(seed, count);
      INFO(count << " materials, seed " << seed);
      check(*table, VectorTables(*table));
    }
}

// Calls check(id) for all materials.
template <class Check>
void for_ids(const MaterialTable& table, const Check& check) {
  for (int id = 0; id < table.size(); ++id) check(static_cast<MaterialId>(id));
}

}  // namespace

TEST_CASE("the pages of a table hold all materials") {
  for_tables([](const MaterialTable& table, const VectorTables& tables) {
    CHECK(16 * tables.pages >= table.size());
    CHECK((tables.pages == 1 || tables.pages == 2 || tables.pages == kFewPages || tables.pages == kManyPages));
    for (size_t i = static_cast<size_t>(table.size()); i < 256; ++i) REQUIRE(tables.flags[i] == 0);
  });
}

TEST_CASE("one material gives way to another exactly if their ranks say so") {
  for_tables([](const MaterialTable& table, const VectorTables& tables) {
    for_ids(table, [&](MaterialId upper) {
      for_ids(table, [&](MaterialId lower) {
        const bool gives_way = static_cast<int8_t>(tables.upper[upper]) > static_cast<int8_t>(tables.lower[lower]);
        REQUIRE(gives_way == (table.sink_chance(upper, lower) > 0));
      });
    });
  });
}

TEST_CASE("the chance to sink into a fluid is the number of bytes that let it") {
  for_tables([](const MaterialTable& table, const VectorTables& tables) {
    for_ids(table, [&](MaterialId upper) {
      for_ids(table, [&](MaterialId lower) {
        if (table.sink_chance(upper, lower) == 0) return;
        // Into void gases sink by themselves (falling/buoyancy.h).
        if (table.phase(upper) == Phase::kGas && lower == kVoid) return;
        const bool rises = table.phase(lower) == Phase::kGas &&
                           (table.phase(upper) == Phase::kVoid || table.phase(upper) == Phase::kGas);
        const int pressed = std::max({tables.presses[upper] - tables.resists[lower], int{tables.yields[lower]}, 0});
        const int most = rises ? tables.rise[tables.rise_index[lower]][upper] : pressed;
        INFO(int{upper} << " above " << int{lower});
        REQUIRE(most + 1 == table.sink_chance(upper, lower));
      });
    });
  });
}

TEST_CASE("flags say of which phase a material is and what it does") {
  for_tables([](const MaterialTable& table, const VectorTables& tables) {
    bool has_gas = false;
    for_ids(table, [&](MaterialId id) {
      const uint8_t flags = tables.flags[id];
      const Phase phase = table.phase(id);
      const bool fluid = phase == Phase::kLiquid || phase == Phase::kGas;
      REQUIRE(((flags & kVoidFlag) != 0) == (phase == Phase::kVoid));
      REQUIRE(((flags & kGasFlag) != 0) == (phase == Phase::kGas));
      REQUIRE(((flags & kFluidFlag) != 0) == fluid);
      REQUIRE(((flags & kRunsFarFlag) != 0) == fluid);
      const bool moves = phase != Phase::kVoid && phase != Phase::kStatic && table.friction(id) > 0;
      REQUIRE(((flags & kMoverFlag) != 0) == moves);
      has_gas |= phase == Phase::kGas;
    });
    CHECK(tables.has_gas == has_gas);
  });
}

TEST_CASE("every material reaches and drops as far as its angle of repose says") {
  for_tables([](const MaterialTable& table, const VectorTables& tables) {
    std::array<int, kMaxReach + 1> most{};
    for_ids(table, [&](MaterialId id) {
      const Repose& repose = table.repose(id);
      const bool powder = table.phase(id) == Phase::kPowder;
      REQUIRE(tables.reach[id] == repose.reach);
      for (int distance = 1; distance <= repose.reach; ++distance) {
        const auto at = static_cast<size_t>(distance);
        REQUIRE(tables.drop[at][id] == (powder ? repose.drop_at(distance) : 1));
        most[at] = std::max<int>(most[at], tables.drop[at][id]);
      }
    });
    CHECK(tables.most_drop_at == most);
  });
}

TEST_CASE("the table of nibbles counts the bits that a byte and a mask have in common") {
  for (int mask = 0; mask < 256; ++mask) {
    const OddNibbles odd = odd_nibbles(static_cast<uint8_t>(mask));
    const OddNibbles even = odd_nibbles(static_cast<uint8_t>(mask), false);
    for (unsigned byte = 0; byte < 256; ++byte) {
      int common = 0;
      for (unsigned bits = byte & static_cast<unsigned>(mask); bits != 0; bits &= bits - 1) ++common;
      REQUIRE((odd.table[byte % 16] ^ odd.table[16 + byte / 16]) == (common % 2 != 0 ? 0x80 : 0));
      REQUIRE((even.table[byte % 16] ^ even.table[16 + byte / 16]) == (common % 2 != 0 ? 0 : 0x80));
    }
  }
}
