#include "sim/tick/tick.h"

#include "sim/fixture.h"

using namespace quicksand;

namespace {

uint64_t fake_now = 0;
uint64_t fake_clock() { return fake_now += 5; }

// All that a tick can do: falls, dissolves, fades, wets, levels, is thrown and leaves.
Sandbox busy_world(const Table& table, std::string_view kernel) {
  Sandbox world({210, 130}, 4, Border::kOpen, table, kernel);
  world.paint(rect(0, 30, 210, 100, movers(*table), 0.6));
  world.push({{100, 80}, 25, 6, 0, 0});
  return world;
}

}  // namespace

TEST_CASE("who asks for events changes nothing") {
  const Table table = load_table("core");
  for (const std::string_view kernel : kernel_names()) {
    for (const int threads : {1, 2}) {
      Sandbox asked = busy_world(table, kernel);
      Sandbox unasked = busy_world(table, kernel);
      Parallel parallel(threads);
      TickEvents events;
      events.clock_ns = fake_clock;
      for (int tick = 0; tick < 150; ++tick) {
        asked.step(parallel, &events);
        unasked.step(parallel);
      }
      CHECK(asked.state_hash() == unasked.state_hash());
    }
  }
}

TEST_CASE("events are the same for every kernel and any number of threads") {
  const Table table = load_table("core");
  struct Counts {
    TileCounts impacts, splashes, removals;
  };
  std::vector<Counts> first;
  uint64_t impacts = 0;
  uint64_t removals = 0;
  for (const std::string_view kernel : kernel_names()) {
    for (const int threads : {1, 3}) {
      Sandbox world = busy_world(table, kernel);
      Parallel parallel(threads);
      TickEvents events;
      std::vector<Counts> ticks;
      for (int tick = 0; tick < 60; ++tick) {
        world.step(parallel, &events);
        ticks.push_back({events.impacts, events.splashes, events.removals});
        impacts += events.impacts.total();
        removals += events.removals.total();
      }
      if (first.empty()) first = ticks;
      INFO(kernel << ", " << threads << " threads");
      for (size_t i = 0; i < ticks.size(); ++i) {
        REQUIRE(ticks[i].impacts == first[i].impacts);
        REQUIRE(ticks[i].splashes == first[i].splashes);
        REQUIRE(ticks[i].removals == first[i].removals);
      }
    }
  }
  CHECK(impacts > 0);
  CHECK(removals > 0);
}

TEST_CASE("removals are what is missing afterwards") {
  // In a world without wetness cells go by dissolving, by fading and through an open border. Two solvents may remove
  // the same cell.
  const Table table = load_table("classic");
  for (const std::string_view kernel : kernel_names())
    for (const Border border : {Border::kWall, Border::kOpen}) {
      Sandbox world({180, 90}, 2, border, table, kernel);
      world.paint(rect(0, 0, 180, 90, movers(*table), 0.7));
      Parallel parallel(1);
      TickEvents events;
      const auto matter = [&] {
        const std::vector<int64_t> counts = world.count_entries();
        return world.size().cells() - counts[kVoid] + static_cast<int64_t>(world.state().grains.size());
      };
      INFO(kernel << ", " << (border == Border::kOpen ? "open" : "closed"));
      for (int tick = 0; tick < 100; ++tick) {
        const int64_t before = matter();
        world.step(parallel, &events);
        REQUIRE(static_cast<int64_t>(events.removals.total()) == before - matter());
      }
    }
}

TEST_CASE("a border that opens and closes while the world runs lets through what comes to it while it is open") {
  const Table table = load_table("core");
  std::vector<uint64_t> first;
  for (const std::string_view kernel : kernel_names()) {
    Sandbox world({170, 90}, 5, Border::kWall, table, kernel);
    world.paint(rect(0, 0, 170, 90, {id_of(table, "sand"), id_of(table, "oil"), kVoid}));
    Parallel parallel(2);
    const auto matter = [&] {
      return world.size().cells() - world.count_entries()[kVoid] + static_cast<int64_t>(world.state().grains.size());
    };
    std::vector<uint64_t> hashes;
    INFO(kernel);
    for (const bool open : {false, true, false, true}) {
      SandboxSettings settings = static_cast<const SandboxSettings&>(*world.settings());
      settings.open_border = open;
      world.set(settings);
      CHECK(world.settings()->open_border == open);
      const int64_t before = matter();
      for (int tick = 0; tick < 60; ++tick) world.step(parallel);
      if (open)
        CHECK(matter() < before);
      else
        CHECK(matter() == before);
      hashes.push_back(world.state_hash());
    }
    if (first.empty()) first = hashes;
    CHECK(hashes == first);
  }
}

TEST_CASE("grains that hit the ground are impacts, and those that throw out grains are splashes too") {
  const Table table = load_table("core");
  const auto thrown_onto = [&](const char* ground) {
    Sandbox world({200, 120}, 3, Border::kWall, table);
    world.paint(rect(0, 80, 200, 40, {id_of(table, ground)}));
    Parallel parallel(1);
    TickEvents events;
    for (int tick = 0; tick < 64; ++tick) world.step(parallel, &events);  // what lies there has come to rest
    CHECK(events.impacts.total() + events.splashes.total() == 0);
    PaintCommand thrown = rect(40, 10, 4, 4, {id_of(table, "sand")});
    thrown.velocity = Velocity{0, 7};
    world.paint(thrown);
    uint64_t impacts = 0;
    uint64_t splashes = 0;
    for (int tick = 0; tick < 40; ++tick) {
      world.step(parallel, &events);
      impacts += events.impacts.total();
      splashes += events.splashes.total();
    }
    return std::pair(impacts, splashes);
  };
  const auto [on_stone, out_of_stone] = thrown_onto("stone");
  CHECK(on_stone >= 16);
  CHECK(out_of_stone == 0);
  const auto [on_sand, out_of_sand] = thrown_onto("sand");
  CHECK(on_sand > 0);
  CHECK(out_of_sand > 0);
}

TEST_CASE("a profile names the passes that ran, in order, and times them by the clock that it was given") {
  const Table table = load_table("core");
  Sandbox world = busy_world(table, "auto");
  Parallel parallel(1);
  TickEvents events;
  world.step(parallel, &events);
  CHECK(events.passes.empty());  // nobody gave a clock
  events.clock_ns = fake_clock;
  std::vector<std::string> seen;
  for (int tick = 1; tick < 16; ++tick) {
    world.step(parallel, &events);
    std::vector<std::string> names;
    for (const TickEvents::Pass& pass : events.passes) {
      CHECK(pass.nanoseconds == 5);
      names.emplace_back(pass.name);
    }
    std::vector<std::string> expected;
    if (tick % kLevelTicks == 0) expected.emplace_back("levels");
    if (tick % kWetTicks == kWetPhase) expected.emplace_back("wetness");
    expected.emplace_back("reactions");
    // Where anything is charged, and where anything goes off.
    for (const std::string pass : {"charge", "blasts"})
      if (std::find(names.begin(), names.end(), pass) != names.end()) expected.push_back(pass);
    if (tick % kMeetingTicks != kMeetingTicks - 1)
      CHECK(std::find(names.begin(), names.end(), "blasts") == names.end());
    for (const char* pass : {"gases", "slopes", "falling", "slumps", "rows", "splashes", "outflow"})
      expected.emplace_back(pass);
    if (tick % kFounderTicks == kFounderPhase) expected.emplace_back("foundering");
    for (const char* pass : {"border", "grains"}) expected.emplace_back(pass);
    CHECK(names == expected);
  }
}
