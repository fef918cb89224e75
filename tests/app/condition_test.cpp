#include "app/condition.h"

#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <string>

#include "app/play.h"
#include "core/random.h"

using namespace quicksand;

TEST_CASE("a condition holds exactly where its comparison does, with cells and grains in the air counted together") {
  const std::map<std::string, std::function<bool(int64_t, int64_t)>> comparisons{
      {"<", std::less<>()},           {"<=", std::less_equal<>()}, {">", std::greater<>()},
      {">=", std::greater_equal<>()}, {"=", std::equal_to<>()},    {"==", std::equal_to<>()},
      {"!=", std::not_equal_to<>()}};
  Session session = play("fountain", 100, 1);
  const std::vector<int64_t> cells = session.world().count_entries();
  const std::vector<int64_t> airborne = session.world().count_airborne();
  int64_t flying = 0;
  for (size_t entry = 0; entry < cells.size(); ++entry) {
    const int64_t count = cells[entry] + airborne[entry];
    flying += airborne[entry];
    for (const int64_t limit : {int64_t{0}, count - 1, count, count + 1, cells[entry]}) {
      if (limit < 0) continue;
      for (const auto& [sign, holds] : comparisons) {
        const std::string space = mix64(static_cast<uint64_t>(limit) + entry) % 2 == 0 ? " " : "";
        const std::string text = session.world().entry_names()[entry] + space + sign + space + std::to_string(limit);
        INFO(text);
        const Result<Condition> condition = parse_condition(text);
        REQUIRE(condition.ok());
        CHECK(all_hold({*condition}, session.world()) == holds(count, limit));
      }
    }
  }
  CHECK(flying > 0);
}
