#include <random>

#include "core/cases.h"
#include "core/touch.h"
#include "sim/fixture.h"
#include "sim/tick/kernel.h"

using namespace quicksand;

namespace {

int timer_at(const Sandbox& world, CellPos cell) { return world.state().cells[kTimerPlane][cell]; }

TouchCommand pressed_at(CellPos cell, int radius = 0) { return {.at = cell, .radius = radius, .press = true}; }

// The tick, from now on, in which there is as much as `enough` of the material; -1: it does not happen.
int ticks_until(Sandbox& world, const std::string& name, int64_t enough, int most) {
  for (int tick = 0; tick <= most; ++tick) {
    if (count(world, core(), name) >= enough) return tick;
    run(world, 1);
  }
  return -1;
}

// Draws with letters: b battery, w wire, c circuit, L bulb, s switch.
Sandbox circuit(const std::vector<std::string>& rows) {
  return drawn(core(), rows,
               {{'b', "battery"}, {'w', "wire"}, {'c', "circuit"}, {'L', "bulb"}, {'s', "switch"}, {'X', "stone"}});
}

}  // namespace

TEST_CASE("a spark runs along a wire a cell a tick, however long and thick the wire is") {
  for (const int length : {5, 63, 64, 130, 400})
    for (const int thickness : {1, 2, 3, 7, 20}) {
      Sandbox world({length + 20, thickness + 10}, 1, Border::kWall, core());
      world.paint(rect(0, 5, 3, thickness, {id_of(core(), "battery")}));
      world.paint(rect(3, 5, length, thickness, {id_of(core(), "wire")}));
      world.paint(rect(3 + length, 5, 3, thickness, {id_of(core(), "bulb")}));
      INFO(length << " x " << thickness);
      // Sources begin in the fourth tick; it lights the first cell in the next, and the bulb in that after the last.
      int first = 0;
      while (timer_at(world, {3, 5}) == 0) {
        run(world, 1);
        REQUIRE(++first <= 8);
      }
      run(world, length - 1);
      CHECK(timer_at(world, {2 + length, 5}) != 0);
      CHECK(count(world, core(), "bulb-lit") == 0);
      run(world, 1);
      CHECK(count(world, core(), "bulb-lit") > 0);
    }
}

TEST_CASE("as many sparks arrive as the source gives, and none is left over when it is gone") {
  for (const int thickness : {1, 3, 9, 16})
    for (uint32_t seed = 1; seed <= 6; ++seed) {
      std::mt19937 dice(seed);
      Sandbox world({160, 80}, seed, Border::kWall, core());
      world.paint(rect(0, 40, 3, thickness, {id_of(core(), "battery")}));
      world.paint(rect(3, 40, 120, thickness, {id_of(core(), "wire")}));
      // Branches that end somewhere.
      for (int i = 0; i < 5; ++i)
        world.paint(rect(static_cast<int>(10 + dice() % 100), 40 - static_cast<int>(dice() % 30),
                         1 + static_cast<int>(dice() % 6), 31, {id_of(core(), "wire")}));
      run(world, 400);
      int sparks = 0;
      bool before = timer_at(world, {120, 40}) == 17;
      for (int i = 0; i < 20 * 30; ++i) {
        run(world, 1);
        const bool now = timer_at(world, {120, 40}) == 17;
        sparks += now && !before ? 1 : 0;
        before = now;
      }
      INFO("thickness " << thickness << ", seed " << seed);
      CHECK(sparks == 30);
      // The source is taken away in the middle of everything, and the wire cut.
      world.paint(rect(0, 40, 3, thickness, {kVoid}));
      world.paint(rect(static_cast<int>(20 + dice() % 80), 40, 2, thickness, {kVoid}));
      run(world, 1000);
      int charged = 0;
      for (int y = 0; y < 80; ++y)
        for (int x = 0; x < 160; ++x) charged += timer_at(world, {x, y}) != 0 ? 1 : 0;
      CHECK(charged == 0);
    }
}

TEST_CASE("a body of bulbs of any shape is lit as one by a spark at one of its cells, and goes out as one") {
  for (const GridSize size : {GridSize{1, 1}, {9, 3}, {2, 30}, {20, 20}}) {
    Sandbox world({90, 60}, 1, Border::kWall, core());
    world.paint(rect(0, 5, 3, 3, {id_of(core(), "battery")}));
    world.paint(rect(3, 6, 20, 1, {id_of(core(), "wire")}));
    world.paint(rect(23, 6, size.width, size.height, {id_of(core(), "bulb")}));
    const int64_t all = size.cells();
    CHECK(ticks_until(world, "bulb-lit", all, 160) > 0);
    for (int i = 0; i < 300; ++i) {
      run(world, 1);
      REQUIRE(count(world, core(), "bulb-lit") == all);
    }
    world.paint(rect(3, 6, 1, 1, {kVoid}));
    CHECK(ticks_until(world, "bulb", all, 160) > 0);
  }
}

TEST_CASE("lines that are a cell thin compute as in Wireworld: one spark of two passes the gate") {
  const std::vector<std::string> gate{"sswwwccccccc...........", "...........c..........", "..........cccc........",
                                      "..........c..cccccccLL",  "..........cccc........", "...........c..........",
                                      "sswwwccccccc..........."};
  for (int inputs = 0; inputs < 4; ++inputs) {
    std::vector<std::string> rows;
    for (size_t i = 0; i < gate.size(); ++i) {
      std::string row = (i == 0 || i == 6 ? "bw" : "..") + gate[i];
      row.resize(26, '.');
      rows.push_back(row);
    }
    Sandbox world = circuit(rows);
    if ((inputs & 1) != 0) world.touch(pressed_at({2, 0}));
    if ((inputs & 2) != 0) world.touch(pressed_at({2, 6}));
    INFO("inputs " << inputs);
    const bool passes = inputs == 1 || inputs == 2;
    CHECK((ticks_until(world, "bulb-lit", 1, 200) >= 0) == passes);
  }
}

TEST_CASE("a press changes what hangs together, nothing else, and changes it back") {
  for (uint32_t seed = 1; seed <= 10; ++seed) {
    std::mt19937 dice(seed);
    Sandbox world({60, 40}, seed, Border::kWall, core());
    for (int i = 0; i < 4; ++i) {
      PaintCommand line;
      line.from = {static_cast<int>(dice() % 60), static_cast<int>(dice() % 40)};
      line.to = {static_cast<int>(dice() % 60), static_cast<int>(dice() % 40)};
      line.entries = {id_of(core(), "switch")};
      world.paint(line);
    }
    for (int i = 0; i < 20; ++i)
      world.paint(rect(static_cast<int>(dice() % 60), static_cast<int>(dice() % 40), 1 + static_cast<int>(dice() % 12),
                       1 + static_cast<int>(dice() % 6), {id_of(core(), dice() % 3 == 0 ? "stone" : "switch")}));
    const CellPos at{static_cast<int>(dice() % 60), static_cast<int>(dice() % 40)};
    // The part by another way: what is beside a pressed one is pressed, until nothing changes.
    const MaterialId former = id_of(core(), "switch");
    Plane<uint8_t> expected(world.size());
    if (world.entry_at(at) == former) expected[at] = 1;
    for (bool changes = true; changes;) {
      changes = false;
      for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 60; ++x) {
          if (expected[{x, y}] != 0 || world.entry_at({x, y}) != former) continue;
          int around = 0;
          for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) around |= expected[{x + dx, y + dy}];
          if (around == 0) continue;
          expected[{x, y}] = 1;
          changes = true;
        }
    }
    const Sandbox before(world.state(), core());
    world.touch(pressed_at(at));
    bool right = true;
    for (int y = 0; y < 40; ++y)
      for (int x = 0; x < 60; ++x)
        right &=
            world.entry_at({x, y}) == (expected[{x, y}] != 0 ? id_of(core(), "switch-on") : before.entry_at({x, y}));
    INFO("seed " << seed);
    CHECK(right);
    world.touch(pressed_at(at));
    for (int y = 0; y < 40; ++y)
      for (int x = 0; x < 60; ++x) right &= world.entry_at({x, y}) == before.entry_at({x, y});
    CHECK(right);
  }
}

TEST_CASE("a shutter lets its door down to whatever is below while sparks come, and the door is gone after them") {
  for (const int height : {1, 10, 40}) {
    Sandbox world({60, 70}, 1, Border::kWall, core());
    world.paint(rect(0, 60, 60, 10, {id_of(core(), "stone")}));
    world.paint(rect(0, 5, 3, 3, {id_of(core(), "battery")}));
    world.paint(rect(3, 6, 1, 1, {id_of(core(), "switch")}));
    world.paint(rect(4, 6, 20, 2, {id_of(core(), "wire")}));
    world.paint(rect(23, 8, 2, 52 - height, {id_of(core(), "wire")}));
    world.paint(rect(22, 58 - height, 4, 2, {id_of(core(), "shutter")}));
    run(world, 300);
    CHECK(count(world, core(), "door") == 0);
    world.touch(pressed_at({3, 6}));
    run(world, 600);
    CHECK(count(world, core(), "door") == 4 * height);
    for (int i = 0; i < 200; ++i) {
      run(world, 1);
      REQUIRE(count(world, core(), "door") == 4 * height);
    }
    world.touch(pressed_at({3, 6}));
    run(world, 600);
    CHECK(count(world, core(), "door") == 0);
  }
}

TEST_CASE("sparks set off tnt, heaters melt and light, coolers freeze") {
  const auto powered = [](const std::string& device, const std::string& what) {
    Sandbox world({80, 60}, 1, Border::kWall, core());
    world.paint(rect(0, 50, 80, 10, {id_of(core(), "stone")}));
    world.paint(rect(10, 20, 4, 4, {id_of(core(), "battery")}));
    world.paint(rect(14, 21, 20, 2, {id_of(core(), "wire")}));
    world.paint(rect(33, 23, 2, 10, {id_of(core(), "wire")}));
    world.paint(rect(28, 46, 14, 1, {id_of(core(), "stone")}));
    world.paint(rect(27, 38, 1, 9, {id_of(core(), "stone")}));
    world.paint(rect(42, 38, 1, 9, {id_of(core(), "stone")}));
    world.paint(rect(33, 33, 2, 9, {id_of(core(), "wire")}));
    world.paint(rect(28, 41, 14, 2, {id_of(core(), device)}));
    world.paint(rect(28, 43, 14, 3, {id_of(core(), what)}));
    run(world, 160 * 30);
    return world;
  };
  CHECK(count(powered("heater", "ice"), core(), "ice") == 0);
  CHECK(count(powered("heater", "wood"), core(), "wood") < 42);
  CHECK(count(powered("heater", "gunpowder"), core(), "gunpowder") < 10);
  CHECK(count(powered("cooler", "water"), core(), "ice") == 42);
  CHECK(count(powered("tnt", "sand"), core(), "tnt") == 0);
}

TEST_CASE("a world of sparks is the same with any kernel and any threads, and goes on the same from its state",
          "[thorough]") {
  for (uint32_t seed = 1; seed <= static_cast<uint32_t>(cases(1, 2)); ++seed) {
    const auto made = [&](std::string_view kernel) {
      std::mt19937 dice(seed);
      Sandbox world({200, 90}, seed, Border::kWall, core(), kernel);
      const char* const kNames[] = {"battery", "wire",    "wire", "wire", "circuit", "switch-on", "bulb", "heater",
                                    "cooler",  "shutter", "tnt",  "iron", "water",   "sand",      "oil",  "gunpowder"};
      for (int i = 0; i < 90; ++i)
        world.paint(rect(static_cast<int>(dice() % 200), static_cast<int>(dice() % 90),
                         1 + static_cast<int>(dice() % 30), 1 + static_cast<int>(dice() % 6),
                         {id_of(core(), kNames[dice() % 16])}));
      return world;
    };
    Sandbox plain = made("reference");
    run(plain, 260);
    Sandbox half = made("reference");
    run(half, 130);
    Sandbox resumed(half.state(), core());
    run(resumed, 130);
    CHECK(resumed.state_hash() == plain.state_hash());
    for (const std::string_view kernel : kernel_names())
      for (const int threads : {1, 2}) {
        Sandbox world = made(kernel);
        run(world, 260, threads);
        INFO("seed " << seed << ", " << kernel << ", " << threads << " threads");
        CHECK(world.state_hash() == plain.state_hash());
      }
  }
}

TEST_CASE("a reaction may ask whether a wire is charged, and wakes when a spark comes") {
  for (const double rests : {1.0 / 160, 0.1}) {
    std::vector<Material> all(3);
    all[0].name = "source";
    all[0].electric = Electric{.source = 4};
    all[1].name = "wire";
    all[1].electric = Electric{.conducts = true, .rests = rests};
    all[2].name = "plate";
    for (Material& material : all) material.is_static = true;
    Reaction rusts;
    rusts.sides = {"wire", "plate"};
    rusts.then = {Products{}, Products{{kVoid, 1}}};
    rusts.per_second = 160;
    rusts.charged = true;
    const Table table = std::make_shared<MaterialTable>(all, std::vector{rusts});
    std::map<std::string, uint64_t> hashes;
    for (const std::string_view kernel : kernel_names()) {
      Sandbox world({300, 20}, 1, Border::kWall, table, kernel);
      world.paint(rect(10, 9, 280, 1, {3}));
      world.paint(rect(200, 10, 80, 4, {4}));
      run(world, 300);  // all sleeps
      CHECK(world.count_entries()[4] == 320);
      world.paint(rect(9, 9, 1, 1, {2}));
      run(world, 1200);
      INFO(kernel);
      CHECK(world.count_entries()[4] < 320);
      hashes[std::string(kernel)] = world.state_hash();
    }
    for (const auto& [kernel, hash] : hashes) CHECK(hash == hashes.at("reference"));
  }
}

TEST_CASE(
    "doors beside holders that decay at the edge of another thread's rows are the same on any number of threads") {
  std::vector<Material> all(3);
  all[0].name = "door";
  all[0].electric = Electric{.holds = 0.5, .uncharged = {{kVoid, 1}}};
  all[1].name = "holder";
  all[1].electric = Electric{.holds = 1};
  all[1].decays = Decay{0.05, {{kVoid, 1}}};
  all[2].name = "source";
  all[2].electric = Electric{.source = 50};
  for (Material& material : all) material.is_static = true;
  const Table table = std::make_shared<MaterialTable>(all);
  std::vector<uint64_t> hashes;
  for (const int threads : {1, 2, 2, 2, 4, 4, 4}) {
    Sandbox world({400, 260}, 1, Border::kWall, table);
    for (int y = 31; y < 250; y += 32) {
      world.paint(rect(0, y, 400, 1, {2}));
      world.paint(rect(0, y + 1, 400, 1, {3}));
      for (int x = 0; x < 400; x += 9) world.paint(rect(x, y + 2, 1, 1, {4}));
    }
    run(world, 60, threads);
    hashes.push_back(world.state_hash());
  }
  for (const uint64_t hash : hashes) CHECK(hash == hashes.front());
}

TEST_CASE("a touch warms what is in its disc, by as much as it says, and nothing else") {
  for (const int radius : {0, 1, 7, 30})
    for (const int warmer : {80, -800, 64'000, -64'000}) {
      const Table table = load_table("classic");
      Sandbox world({70, 50}, 1, Border::kWall, table);
      world.paint(rect(0, 0, 50, 50, {2}));
      world.touch({.at = {20, 25}, .radius = radius, .warmer = warmer});
      bool right = true;
      for (int y = 0; y < 50; ++y)
        for (int x = 0; x < 70; ++x) {
          const int dx = x - 20;
          const int dy = y - 25;
          const bool inside = dx * dx + dy * dy <= radius * radius && x < 50;
          const int expected = std::clamp(world.state().ambient + (inside ? warmer : 0), 0, kHottest);
          right &= world.state().temperature({x, y}) == expected;
        }
      INFO("radius " << radius << ", warmer " << warmer);
      CHECK(right);
    }
}
