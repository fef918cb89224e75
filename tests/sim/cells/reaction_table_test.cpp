#include "sim/cells/reaction_table.h"

#include <cmath>

#include "sim/fixture.h"
#include "sim/random_table.h"

using namespace quicksand;

TEST_CASE("chances of a half-life are those of the mathematical library, to the last few digits") {
  for (const double half_life : {1.6, 16.0, 37.3, 160.0, 1e4, 1.6e7})
    for (const double ticks : {1.0, 4.0, 160.0})
      CHECK(chance_within(ticks, half_life) == Approx(1 - std::exp2(-ticks / half_life)).epsilon(1e-9));
  CHECK(chance_within(1e9, 1) == 1);
  for (const double p : {0.0, 1e-6, 0.01, 0.5, 1.0})
    CHECK(chance_of_meeting(p) == Approx(1 - std::pow(1 - p, 4)).margin(1e-15));
}

TEST_CASE("products come as often as their weights say") {
  const ProductChoice outcome(Products{{.material = 7, .weight = 1}, {.material = kSame, .weight = 3}, {.material = kVoid, .weight = 4}});
  std::array<int64_t, 256> counts{};
  constexpr uint32_t kSteps = 1 << 20;
  for (uint32_t i = 0; i < kSteps; ++i) ++counts[outcome.choose(i << 12)];
  CHECK(counts[7] == kSteps / 8);
  CHECK(counts[kSame] == 3 * kSteps / 8);
  CHECK(counts[kVoid] == kSteps / 2);
  CHECK(ProductChoice().choose(12345) == kSame);
}

TEST_CASE("no dice that let a cell decay are lost in the bytes of the kernels") {
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    const Table table = random_table(seed, seed % 3 == 0 ? 200 : 20);
    const ReactionTable& reactions = table->reactions();
    for (int id = 0; id < table->size(); ++id) {
      const auto material = static_cast<MaterialId>(id);
      const uint64_t limit = reactions.decay_limit(material);
      if (limit == 0) continue;
      REQUIRE(reactions.decay_sets().has[material] == 0x80);
      REQUIRE(reactions.decay_sets().most[material] >= (std::min(limit, uint64_t{1} << 32) - 1) >> 24);
    }
  }
}
