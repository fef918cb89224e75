#include "sim/tick/tick.h"

#include <array>

#include "core/cases.h"
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
  Combinations combinations(3);
  for (const std::string_view kernel : kernel_names()) {
    for (const int threads : {1, 2}) {
      if (combinations.skips_next()) continue;
      Sandbox asked = busy_world(table, kernel);
      Sandbox unasked = busy_world(table, kernel);
      Parallel parallel(threads);
      TickEvents events;
      events.clock_ns = fake_clock;
      for (int tick = 0; tick < 150; ++tick) {
        events.counts_moves = tick % 50 > 9;  // who begins to ask, or ends, changes nothing either
        asked.step(parallel, &events);
        unasked.step(parallel);
      }
      CHECK(asked.state_hash() == unasked.state_hash());
    }
  }
}

TEST_CASE("events are the same for every kernel and any number of threads") {
  const Table table = load_table("core");
  constexpr std::array kCounts{&TickEvents::impacts,      &TickEvents::splashes, &TickEvents::removals,
                               &TickEvents::flames,       &TickEvents::fizzes,   &TickEvents::powder_moves,
                               &TickEvents::liquid_moves, &TickEvents::gas_moves};
  using Counts = std::array<TileCounts, kCounts.size()>;
  std::vector<Counts> first;
  std::array<uint64_t, kCounts.size()> totals{};
  for (const std::string_view kernel : kernel_names()) {
    for (const int threads : {1, 3}) {
      Sandbox world = busy_world(table, kernel);
      Parallel parallel(threads);
      world.paint(rect(20, 60, 60, 12, {id_of(table, "wood"), id_of(table, "lava"), id_of(table, "water"), kVoid}));
      TickEvents events;
      events.counts_moves = true;
      std::vector<Counts> ticks;
      for (int tick = 0; tick < 60; ++tick) {
        world.step(parallel, &events);
        Counts& counts = ticks.emplace_back();
        for (size_t i = 0; i < counts.size(); ++i) {
          counts[i] = events.*kCounts[i];
          totals[i] += counts[i].total();
        }
      }
      if (first.empty()) first = ticks;
      INFO(kernel << ", " << threads << " threads");
      for (size_t i = 0; i < ticks.size(); ++i)
        for (size_t count = 0; count < kCounts.size(); ++count) REQUIRE(ticks[i][count] == first[i][count]);
    }
  }
  for (size_t count = 0; count < kCounts.size(); ++count) {
    INFO("count " << count);
    CHECK(totals[count] > 0);
  }
}

TEST_CASE("moves are the cells that hold something else than four ticks before, by phase, and nobody else's") {
  const Table table = load_table("core");
  for (const uint64_t seed : {1, 2, 3, 4}) {
    Sandbox world = busy_world(table, "auto");
    world.paint(rect(static_cast<int>(40 * seed), 10, 50, 30, {id_of(table, "sand"), id_of(table, "water")}, 0.7));
    Parallel parallel(1);
    TickEvents events;
    for (int tick = 0; tick < 8; ++tick) {
      world.step(parallel, &events);
      CHECK(events.powder_moves.total() + events.liquid_moves.total() + events.gas_moves.total() == 0);  // nobody asks
    }
    events.counts_moves = true;
    for (int tick = 0; tick < 4; ++tick) world.step(parallel, &events);
    for (int frame = 0; frame < 20; ++frame) {
      const Plane<uint8_t> material = world.state().material();
      const Plane<uint8_t> grain_seed = world.state().grain_seed();
      for (int tick = 0; tick < 4; ++tick) world.step(parallel, &events);
      REQUIRE(world.tick() % kMoveTicks == 0);
      TileCounts powder, liquid, gas;
      for (TileCounts* const counts : {&powder, &liquid, &gas}) counts->reset(world.size());
      for (int y = 0; y < world.size().height; ++y)
        for (int x = 0; x < world.size().width; ++x) {
          const CellPos cell{x, y};
          const MaterialId now = world.state().material()[cell];
          if (now == material[cell] && world.state().grain_seed()[cell] == grain_seed[cell]) continue;
          if (table->phase(now) == Phase::kPowder) powder.add(cell);
          if (table->phase(now) == Phase::kLiquid) liquid.add(cell);
          if (table->phase(now) == Phase::kGas) gas.add(cell);
        }
      INFO("seed " << seed << ", frame " << frame);
      REQUIRE(events.powder_moves == powder);
      REQUIRE(events.liquid_moves == liquid);
      REQUIRE(events.gas_moves == gas);
    }
  }
}

TEST_CASE("who goes back to another moment moves nothing, and what moves afterwards counts again") {
  const Table table = load_table("core");
  Sandbox world = busy_world(table, "auto");
  Parallel parallel(1);
  TickEvents events;
  events.counts_moves = true;
  const auto moves_in = [&](int ticks) {
    uint64_t moves = 0;
    for (int tick = 0; tick < ticks; ++tick) {
      world.step(parallel, &events);
      moves += events.powder_moves.total() + events.liquid_moves.total() + events.gas_moves.total();
    }
    return moves;
  };
  for (int tick = 0; tick < 30; ++tick) world.step(parallel, &events);
  const auto start = world.snapshot();
  for (int tick = 0; tick < 31; ++tick) world.step(parallel, &events);
  REQUIRE(world.restore(*start));
  CHECK(moves_in(kMoveTicks) == 0);
  CHECK(moves_in(kMoveTicks) > 0);
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
      // So few while it is open that not everything falls out.
      for (int tick = 0; tick < (open ? 12 : 60); ++tick) world.step(parallel);
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

TEST_CASE("a world at rest stays as it is, and worlds of powders and liquids come to rest") {
  const Table table = inert(core());
  constexpr std::array kLoose{"sand", "gravel", "ash", "dirt", "water", "oil", "brine", "mud"};
  int rested = 0;
  constexpr int kWorlds = 40;
  for (uint32_t seed = 1; seed <= kWorlds; ++seed) {
    INFO("seed " << seed);
    uint32_t dice = seed << 12;
    const auto below = [&](size_t limit) { return mix32(++dice) % static_cast<uint32_t>(limit); };
    const GridSize size{static_cast<int>(30 + below(100)), static_cast<int>(30 + below(60))};
    std::vector<uint8_t> kinds{kVoid, kVoid, id_of(table, "stone")};
    for (int i = 0; i < 5; ++i) kinds.push_back(id_of(table, kLoose[below(kLoose.size())]));
    std::vector<uint8_t> entries(static_cast<size_t>(size.cells()), kVoid);
    for (int patch = 0; patch < 12; ++patch) {
      const uint8_t kind = kinds[below(kinds.size())];
      const auto left = static_cast<int>(below(static_cast<size_t>(size.width)));
      const auto top = static_cast<int>(below(static_cast<size_t>(size.height)));
      for (int y = top; y < std::min(top + 20, size.height); ++y)
        for (int x = left; x < std::min(left + 25, size.width); ++x)
          entries[static_cast<size_t>(y) * static_cast<size_t>(size.width) + static_cast<size_t>(x)] = kind;
    }
    SandboxState state(size, seed, Border::kWall);
    const bool has_weight = seed % 4 != 0;
    if (!has_weight) state.gravity = 0;
    Sandbox world(std::move(state), table);
    world.paint_all(entries);
    if (below(2) == 0) {  // some are thrown
      PaintCommand thrown = rect(0, 0, size.width, size.height, {id_of(table, "sand"), id_of(table, "ash")}, 0.1);
      thrown.onto = Onto::kEmpty;
      thrown.velocity = Velocity{(static_cast<int>(below(20)) - 10) / 10.0, (static_cast<int>(below(20)) - 10) / 10.0};
      world.paint(thrown);
    }
    Parallel parallel(1);
    for (int tick = 0; tick < 8000 && !world.is_at_rest(parallel); ++tick) world.step(parallel);
    if (!has_weight) CHECK(world.is_at_rest(parallel));
    if (!world.is_at_rest(parallel)) continue;
    ++rested;
    const auto cells = [&] {
      std::vector<uint8_t> all;
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) all.push_back(world.entry_at({x, y}));
      return all;
    };
    const std::vector<uint8_t> before = cells();
    const Grains hanging = world.state().grains;
    for (int tick = 0; tick < 1000; ++tick) world.step(parallel);
    CHECK(cells() == before);
    CHECK(world.state().grains.x == hanging.x);
    CHECK(world.state().grains.y == hanging.y);
    CHECK(world.is_at_rest(parallel));
  }
  CHECK(rested > kWorlds / 2);
}
