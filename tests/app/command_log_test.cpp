#include "app/command_log.h"

#include <catch2/catch.hpp>
#include <vector>

#include "core/random.h"

using namespace quicksand;

namespace {

SceneCommand dab(uint64_t tick, int x, bool by_scene) {
  PaintCommand paint;
  paint.from = paint.to = {x, 0};
  paint.entries = {1};
  return {tick, paint, {{"sand"}}, {}, 0, 0, by_scene};
}

void check_same(const CommandLog& log, const std::vector<SceneCommand>& expected) {
  REQUIRE(log.size() == expected.size());
  REQUIRE(log.empty() == expected.empty());
  size_t i = 0;
  for (const SceneCommand& each : log) {
    REQUIRE(each.tick == expected[i].tick);
    REQUIRE(each.command == expected[i].command);
    REQUIRE(each.materials == expected[i].materials);
    REQUIRE(each.by_scene == expected[i].by_scene);
    REQUIRE(log.tick(i) == each.tick);
    REQUIRE(log.command(i) == each.command);
    REQUIRE(log.is_by_scene(i) == each.by_scene);
    ++i;
  }
}

}  // namespace

TEST_CASE("a log gives back the commands that it was given, also those that it shares") {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed);
    uint64_t serial = seed << 20;
    const auto below = [&](uint64_t limit) { return static_cast<int>(mix64(++serial) % limit); };
    CommandLog log;
    std::vector<SceneCommand> expected;
    CommandLog earlier;
    std::vector<SceneCommand> expected_earlier;
    uint64_t tick = 0;
    for (int step = 0; step < 200; ++step) {
      const int deed = below(20);
      if (deed == 0) {
        const auto length = static_cast<size_t>(below(expected.size() + 3));
        log.cut(length);
        if (length < expected.size())
          expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(length), expected.end());
        tick = expected.empty() ? 0 : expected.back().tick;
      } else if (deed == 1) {
        earlier = log;
        expected_earlier = expected;
      } else {
        const SceneCommand next = dab(tick += static_cast<uint64_t>(below(3)), below(3), below(8) == 0);
        log.add(next);
        expected.push_back(next);
      }
    }
    check_same(log, expected);
    check_same(earlier, expected_earlier);
    size_t common = 0;
    while (common < std::min(expected.size(), expected_earlier.size()) &&
           expected[common].tick == expected_earlier[common].tick &&
           expected[common].command == expected_earlier[common].command)
      ++common;
    CHECK(log.common_length(earlier) == common);
    for (uint64_t asked = 0; asked < tick + 2; ++asked) {
      size_t first = 0;
      while (first < expected.size() && expected[first].tick < asked) ++first;
      CHECK(log.first_from(asked) == first);
    }
    CommandLog part;
    part.add(log, log.size() / 3, log.size());
    check_same(part, {expected.begin() + static_cast<std::ptrdiff_t>(expected.size() / 3), expected.end()});
  }
}

TEST_CASE("a tool that is held does not fill the memory: its commands are one for all ticks") {
  CommandLog log;
  for (uint64_t tick = 0; tick < 1000; ++tick) log.add(dab(tick, 7, false));
  for (size_t i = 0; i < log.size(); ++i) REQUIRE(&log.command(i) == &log.command(0));
  log.add(dab(1000, 8, false));
  CHECK(&log.command(1000) != &log.command(0));
  CHECK(log.back().tick == 1000);
}
