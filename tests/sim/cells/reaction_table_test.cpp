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

TEST_CASE("no pair that may react, and no dice that let it, is lost in the bytes of the kernels") {
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    const Table table = random_table(seed, seed % 3 == 0 ? 200 : 20);
    const ReactionTable& reactions = table->reactions();
    const MeetingSets& sets = reactions.meeting_sets();
    for (int a = 0; a < table->size(); ++a) {
      const auto one = static_cast<MaterialId>(a);
      if (reactions.decay_limit(one) > 0) {
        REQUIRE(reactions.decay_sets().has[one] == 0x80);
        REQUIRE(reactions.decay_sets().most[one] >= (std::min(reactions.decay_limit(one), uint64_t{1} << 32) - 1) >> 24);
      }
      for (int b = 0; b < table->size(); ++b) {
        const auto other = static_cast<MaterialId>(b);
        REQUIRE(reactions.may_react(one, other) == reactions.may_react(other, one));
        if (!reactions.may_react(one, other)) continue;
        REQUIRE(((sets.starts[one] & sets.joins[other]) | (sets.joins[one] & sets.starts[other])) != 0);
        uint64_t limit = 0;
        reactions.for_each_meeting(one, other, [&](const Meeting& meeting) {
          limit += meeting.limit;
          return false;
        });
        REQUIRE(std::min(sets.most[one], sets.most[other]) >= (std::min(limit, uint64_t{1} << 32) - 1) >> 24);
      }
    }
  }
}

TEST_CASE("the bytes of the kernels keep the core set's strangers apart") {
  const Table table = load_table("core");
  const MeetingSets& sets = table->reactions().meeting_sets();
  int false_pairs = 0;
  for (int a = 0; a < table->size(); ++a)
    for (int b = 0; b < table->size(); ++b) {
      const bool passes = ((sets.starts[a] & sets.joins[b]) | (sets.joins[a] & sets.starts[b])) != 0;
      false_pairs += passes && !table->reactions().may_react(static_cast<MaterialId>(a), static_cast<MaterialId>(b));
    }
  CHECK(false_pairs == 0);
}
