#include "sim/reactions/meeting_filter.h"

#include <random>
#include <vector>

#include "sim/fixture.h"
#include "sim/random_table.h"

using namespace quicksand;

namespace {

// How many pairs pass, though they do not react; each pair that reacts must pass, with all its dice.
int false_pairs(const MaterialTable& table, const MeetingSets& sets, const std::vector<MaterialId>& among) {
  const ReactionTable& reactions = table.reactions();
  int count = 0;
  for (const MaterialId one : among)
    for (const MaterialId other : among) {
      REQUIRE(reactions.may_react(one, other) == reactions.may_react(other, one));
      const bool passes = ((sets.starts[one] & sets.joins[other]) | (sets.joins[one] & sets.starts[other])) != 0;
      if (!reactions.may_react(one, other)) {
        count += passes;
        continue;
      }
      REQUIRE(passes);
      uint64_t limit = 0;
      reactions.for_each_meeting(one, other, [&](const Meeting& meeting) {
        limit += meeting.limit;
        return false;
      });
      REQUIRE(std::min(sets.most[one], sets.most[other]) >= (std::min(limit, uint64_t{1} << 32) - 1) >> 24);
    }
  return count;
}

std::vector<MaterialId> all_of(const MaterialTable& table) {
  std::vector<MaterialId> ids;
  for (int id = 0; id < table.size(); ++id) ids.push_back(static_cast<MaterialId>(id));
  return ids;
}

bool reacts(const MaterialTable& table, MaterialId id) {
  for (const MaterialId other : all_of(table))
    if (table.reactions().may_react(id, other)) return true;
  return false;
}

}  // namespace

TEST_CASE("no pair that may react, and no dice that let it, is lost, whoever has been met") {
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    const Table table = random_table(seed, seed % 3 == 0 ? 200 : 20);
    MeetingFilter filter;
    filter.set_table(table->reactions(), table->size());
    std::mt19937 dice(seed);
    const std::vector<MaterialId> all = all_of(*table);
    std::vector<MaterialId> met;
    for (int round = 0; round < 8; ++round) {
      false_pairs(*table, filter.all_sets(), all);
      false_pairs(*table, filter.sets(), met);
      for (const MaterialId id : all)
        if (std::ranges::find(met, id) == met.end() && filter.sets().starts[id] != kMarkedStart)
          REQUIRE((!filter.has_strangers() || !reacts(*table, id)));
      for (int i = 0; i < 1 << round; ++i) met.push_back(static_cast<MaterialId>(dice() % all.size()));
      for (const MaterialId id : met) filter.note(id);
      filter.update(table->reactions(), 1);
    }
    filter.update(table->reactions(), 0);  // forgets
    for (const MaterialId id : all)
      if (filter.has_strangers()) CHECK((filter.sets().starts[id] == kMarkedStart) == reacts(*table, id));
  }
}

TEST_CASE("some that have met are told apart: a dozen of the core set, half a dozen of a large one where most pairs react") {
  const auto told_apart = [](const Table& table, size_t count, uint32_t seed) {
    MeetingFilter filter;
    filter.set_table(table->reactions(), table->size());
    std::mt19937 dice(seed);
    std::vector<MaterialId> some;
    while (some.size() < count) some.push_back(static_cast<MaterialId>(dice() % static_cast<uint32_t>(table->size())));
    for (const MaterialId id : some) filter.note(id);
    filter.update(table->reactions(), 1);
    INFO("seed " << seed);
    CHECK(false_pairs(*table, filter.sets(), some) == 0);
  };
  const Table core = load_table("core");
  for (uint32_t seed = 1; seed <= 60; ++seed) told_apart(core, 12, seed);
  for (uint32_t seed = 1; seed <= 8; ++seed) told_apart(random_table(seed, 250), 6, seed);
}
