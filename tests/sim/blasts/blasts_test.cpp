#include <random>

#include "core/cases.h"
#include "io/material_file.h"
#include "sim/blasts/blasts.h"
#include "sim/fixture.h"
#include "sim/tick/kernel.h"

using namespace quicksand;

namespace {

Material solid(const std::string& name) {
  Material material;
  material.name = name;
  material.is_static = true;
  material.conducts = 0;
  return material;
}

Material powder(const std::string& name, int density) {
  Material material;
  material.name = name;
  material.density = density;
  material.repose_degrees = 34;
  material.conducts = 0;
  return material;
}

constexpr MaterialId kCharge = 2;
constexpr MaterialId kRock = 3;
constexpr MaterialId kRubble = 4;
constexpr MaterialId kSoot = 5;
constexpr MaterialId kGrit = 6;
constexpr int kLitAt = 500 * 8;

constexpr MaterialId kSlag = 7;

// A charge that leaves soot, rock that breaks to rubble, and grit. Nothing is lost, and no heat is handed on.
Table mine(Explosive explosive, double hardness, MaterialId leaves = kSoot) {
  explosive.above = kLitAt;
  explosive.leaves = {{leaves, 1}};
  std::vector<Material> all{solid("charge"),     solid("rock"),       powder("rubble", 260),
                            powder("soot", 120), powder("grit", 200), solid("slag")};
  all[0].explodes = explosive;
  all[1].breaks_into = {{kRubble, 1}};
  all[1].hardness = hardness;
  return std::make_shared<MaterialTable>(all);
}

PaintCommand lit(PaintCommand command) {
  command.temperature = kLitAt + 80;
  return command;
}

}  // namespace

TEST_CASE("n cells that go off together reach the root of n times as far as one, evenly to all sides") {
  for (const double radius : {2.5, 4.0, 6.0})
    for (const int edge : {1, 2, 4, 8}) {
      const double reach = radius * edge;
      const int size = 2 * static_cast<int>(reach) + 16;
      const Table table = mine({.radius = radius, .power = 64}, 0);
      const int at = size / 2 / kBlastSide * kBlastSide;
      Sandbox world({size, size}, 1, Border::kWall, table);
      world.paint(rect(0, 0, size, size, {kRock}));
      world.paint(lit(rect(at, at, edge, edge, {kCharge})));
      run(world, kMeetingTicks);
      INFO("radius " << radius << ", " << edge << " x " << edge);
      const double middle = at + (edge - 1) / 2.0;
      double farthest = 0;
      int64_t broken = 0;
      int64_t by_quarter[4] = {};
      for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
          if (world.entry_at({x, y}) == kRock) continue;
          farthest = std::max(farthest, std::hypot(x - middle, y - middle));
          ++broken;
          ++by_quarter[(x > middle ? 1 : 0) + (y > middle ? 2 : 0)];
        }
      // The middle is a cell, so it may be half a cell off.
      CHECK(farthest <= reach + 1);
      const double area = 3.14159 * reach * reach;
      CHECK(static_cast<double>(broken) > 0.85 * area);
      CHECK(static_cast<double>(broken) < 1.15 * area + 8);
      for (const int64_t quarter : by_quarter)
        CHECK(static_cast<double>(quarter) > 0.25 * static_cast<double>(broken) - 2 * reach - 2);
    }
}

namespace {

// Places of a square, in any order, at random.
std::vector<CellPos> scattered(std::mt19937& dice, int edge, int share) {
  std::vector<CellPos> places;
  for (int y = 0; y < edge; ++y)
    for (int x = 0; x < edge; ++x)
      if (static_cast<int>(dice() % 100) < share) places.push_back({x, y});
  return places;
}

// Of a square of this edge, the cells that do not hold the entry.
std::vector<bool> without(const Sandbox& world, CellPos corner, int edge, uint8_t entry) {
  std::vector<bool> cells;
  for (int y = 0; y < edge; ++y)
    for (int x = 0; x < edge; ++x) cells.push_back(world.entry_at({corner.x + x, corner.y + y}) != entry);
  return cells;
}

}  // namespace

TEST_CASE("a charge makes the same hole wherever it lies") {
  std::mt19937 dice(1);
  const auto any = [&](int range) { return static_cast<int>(dice() % static_cast<uint32_t>(range)); };
  for (int draw = 0; draw < cases(10, 100); ++draw) {
    const int edge = 1 + any(20);
    const std::vector<CellPos> charges = scattered(dice, edge, 20 + any(81));
    const std::vector<CellPos> iron = scattered(dice, edge, any(30));
    const Table table = mine({.radius = 1.5, .power = 20}, any(10));
    constexpr int kAround = 32;
    const int size = edge + 2 * kAround;
    const auto hole_at = [&](int right, int down) {
      Sandbox world({size + 20, size + 20}, 1, Border::kWall, table);
      world.paint(rect(0, 0, size + 20, size + 20, {kRock}));
      for (const CellPos at : iron) world.paint(rect(right + kAround + at.x, down + kAround + at.y, 1, 1, {kWall}));
      for (const CellPos at : charges)
        world.paint(lit(rect(right + kAround + at.x, down + kAround + at.y, 1, 1, {kCharge})));
      run(world, kMeetingTicks);
      return without(world, {right, down}, size, kRock);
    };
    INFO("draw " << draw << ", edge " << edge);
    const std::vector<bool> hole = hole_at(0, 0);
    for (int i = 0; i < 4; ++i) CHECK(hole_at(any(20), any(20)) == hole);
  }
}

TEST_CASE("a charge goes off around what does not break, and breaks what lies around") {
  std::mt19937 dice(1);
  const auto any = [&](int range) { return static_cast<int>(dice() % static_cast<uint32_t>(range)); };
  for (int draw = 0; draw < cases(25, 400); ++draw) {
    const int edge = 3 + any(6);
    // A post, a plate or a bar in it, or a closed box.
    const int left = 1 + any(edge - 2);
    const int top = 1 + any(edge - 2);
    const CellBox core{left, any(2) == 0 ? 0 : top, left + 1 + any(edge - left - 1),
                       any(2) == 0 ? edge : top + 1 + any(edge - top - 1)};
    const auto in_core = [&](int x, int y) {
      return x >= core.left && x < core.right && y >= core.top && y < core.bottom;
    };
    constexpr int kAround = 24;
    const int size = edge + 2 * kAround;
    const Table table = mine({.radius = 2, .power = 40}, 0.5);
    Sandbox world({size, size}, 1, Border::kWall, table);
    world.paint(rect(0, 0, size, size, {kRock}));
    for (int y = 0; y < edge; ++y)
      for (int x = 0; x < edge; ++x) {
        const PaintCommand cell = rect(kAround + x, kAround + y, 1, 1, {in_core(x, y) ? kWall : kCharge});
        world.paint(in_core(x, y) ? cell : lit(cell));
      }
    run(world, kMeetingTicks);
    INFO("draw " << draw << ", edge " << edge << ", core " << core.left << ".." << core.right << " x " << core.top
                 << ".." << core.bottom);
    CHECK(matter(world)[kCharge] == 0);
    // A blast of n cells breaks what is in the circle of its reach, but for what lies in the shadow: less than half, as
    // it begins at a charge beside what does not break.
    const double charges = edge * edge - (core.right - core.left) * (core.bottom - core.top);
    const int64_t broken = int64_t{size} * size - edge * edge - matter(world)[kRock];
    CHECK(static_cast<double>(broken) > 0.85 * 0.5 * (3.14159 * 4 - 1) * charges);
  }
}

TEST_CASE("around every charge a blast breaks what it can, however the charges lie, and whatever is between them") {
  std::mt19937 dice(1);
  const auto any = [&](int range) { return static_cast<int>(dice() % static_cast<uint32_t>(range)); };
  for (int draw = 0; draw < cases(50, 500); ++draw) {
    constexpr int kEdge = 10;
    constexpr int kAround = 40;
    // In a wall of every hardness, harder than the blasts are strong as well, charges are scattered, and posts.
    const double hardness = any(80) / 10.0;
    const Table table = mine({.radius = 1.5 + any(4), .power = 6}, hardness);
    const int size = kEdge + 2 * kAround;
    Sandbox world({size, size}, 1, Border::kWall, table);
    const bool is_solid = any(2) == 0;
    if (is_solid) world.paint(rect(0, 0, size, size, {kRock}));
    for (const CellPos at : scattered(dice, kEdge, any(50)))
      world.paint(rect(kAround + at.x, kAround + at.y, 1, 1, {is_solid ? kWall : kRock}));
    const std::vector<CellPos> charges = scattered(dice, kEdge, 1 + any(30));
    for (const CellPos at : charges) world.paint(lit(rect(kAround + at.x, kAround + at.y, 1, 1, {kCharge})));
    run(world, kMeetingTicks);
    INFO("draw " << draw << ", hardness " << hardness << ", " << charges.size() << " charges, solid " << is_solid);
    CHECK(matter(world)[kCharge] == 0);
    // Some blast got to each of them: a single one breaks what is beside it where that is softer than it is strong
    // there.
    int whole = 0;
    for (const CellPos at : charges)
      for (const CellPos beside : {CellPos{1, 0}, CellPos{-1, 0}, CellPos{0, 1}, CellPos{0, -1}}) {
        const CellPos cell{kAround + at.x + beside.x, kAround + at.y + beside.y};
        whole += world.entry_at(cell) == kRock ? 1 : 0;
      }
    if (hardness < 0.3) CHECK(4 * whole <= static_cast<int>(charges.size()));
    if (hardness >= 6) CHECK(matter(world)[kRubble] == 0);
  }
}

TEST_CASE("two charges too far apart for one blast go off each by itself") {
  for (const double radius : {1.2, 1.5, 2.0})
    for (int apart = 1; apart < kBlastSide; ++apart)
      for (const bool upright : {false, true}) {
        const Table table = mine({.radius = radius, .power = 20}, 0);
        Sandbox world({60, 60}, 1, Border::kWall, table);
        world.paint(rect(0, 0, 60, 60, {kRock}));
        const CellPos other{30 + (upright ? 0 : apart), 30 + (upright ? apart : 0)};
        for (const CellPos at : {CellPos{30, 30}, other}) world.paint(lit(rect(at.x, at.y, 1, 1, {kCharge})));
        run(world, kMeetingTicks);
        INFO("radius " << radius << ", " << apart << " apart, upright " << upright);
        CHECK(matter(world)[kCharge] == 0);
        if (apart / 2 < radius * std::sqrt(2.0)) continue;  // one blast from between them gets to both
        for (const CellPos at : {CellPos{30, 30}, other})
          for (const CellPos beside : {CellPos{1, 0}, CellPos{-1, 0}, CellPos{0, 1}, CellPos{0, -1}})
            CHECK(world.entry_at({at.x + beside.x, at.y + beside.y}) != kRock);
      }
}

TEST_CASE("what a charge leaves takes nothing from its blast") {
  for (const int edge : {1, 2, 3, 8}) {
    std::vector<bool> whole_with[2];
    for (const MaterialId leaves : {kSoot, kSlag}) {
      const Table table = mine({.radius = 4, .power = 8, .heat = 4000 * 8}, 0, leaves);
      Sandbox world({120, 120}, 1, Border::kWall, table);
      world.paint(rect(0, 0, 120, 120, {kRock}));
      world.paint(lit(rect(60, 60, edge, edge, {kCharge})));
      run(world, kMeetingTicks);
      for (int y = 0; y < 120; ++y)
        for (int x = 0; x < 120; ++x)
          if (x < 60 || y < 60 || x >= 60 + edge || y >= 60 + edge)
            whole_with[leaves == kSlag ? 1 : 0].push_back(world.entry_at({x, y}) == kRock);
    }
    INFO(edge);
    CHECK(whole_with[0] == whole_with[1]);
    CHECK(std::count(whole_with[0].begin(), whole_with[0].end(), false) > 40);
  }
}

TEST_CASE("no blast gets through a wall, however thin and slanted it is") {
  std::mt19937 dice(1);
  const auto any = [&](int range) { return static_cast<int>(dice() % static_cast<uint32_t>(range)); };
  for (int draw = 0; draw < cases(25, 400); ++draw) {
    const GridSize size{60 + any(60), 60 + any(60)};
    const Table table = mine({.radius = 4.0 + any(8), .power = 8, .heat = 4000 * 8}, 0);
    Sandbox world(size, 1, Border::kWall, table);
    world.paint(rect(0, 0, size.width, size.height, {any(2) == 0 ? kGrit : kRock}));
    // From edge to edge: what lies on either side of it hangs together through no side of a cell.
    PaintCommand wall;
    wall.from = {any(size.width), 0};
    wall.to = {any(size.width), size.height - 1};
    wall.entries = {kWall};
    world.paint(wall);
    const int at = any(size.height - 4);
    int end = 0;
    while (world.entry_at({end, at}) != kWall && world.entry_at({end, at + 1}) != kWall &&
           world.entry_at({end, at + 2}) != kWall)
      ++end;
    if (end < 3) continue;
    world.paint(lit(rect(end - 3, at, 3, 3, {kCharge})));
    run(world, kMeetingTicks);
    INFO("draw " << draw << ", wall from " << wall.from.x << " to " << wall.to.x << " in " << size.width << " x "
                 << size.height << ", charge at " << end - 3 << ", " << at);
    int warm = 0;
    for (int y = 0; y < size.height; ++y) {
      bool behind = false;
      for (int x = 0; x < size.width; ++x) {
        behind |= world.entry_at({x, y}) == kWall;
        if (behind && world.entry_at({x, y}) != kWall && world.state().temperature({x, y}) != world.state().ambient)
          ++warm;
      }
    }
    CHECK(warm == 0);
    CHECK(matter(world)[kCharge] == 0);
  }
}

TEST_CASE("rock breaks where the blast is stronger than it is hard, and nowhere else") {
  for (const double power : {1.0, 4.0, 12.0})
    for (const double hardness : {0.5, 2.0, 6.0, 20.0}) {
      constexpr double kRadius = 12;
      const Table table = mine({.radius = kRadius, .power = power}, hardness);
      Sandbox world({61, 61}, 1, Border::kWall, table);
      // A pillar of rock at every few cells, so that none shelters another.
      for (int x = 0; x < 61; ++x)
        if (x != 30) world.paint(rect(x, 30 + (x % 2), 1, 1, {kRock}));
      world.paint(lit(rect(30, 30, 1, 1, {kCharge})));
      const int64_t before = world.count_entries()[kRock];
      run(world, kMeetingTicks);
      const int64_t broken = before - world.count_entries()[kRock];
      INFO("power " << power << ", hardness " << hardness);
      // At a distance d it has power (1 - d / radius), less what the broken cells before took, a sixteenth of their
      // hardness.
      const double in_the_open = kRadius * (1 - hardness / power);
      if (hardness >= power) CHECK(broken == 0);
      if (hardness < power) CHECK(static_cast<double>(broken) <= 2 * in_the_open + 2);
      if (hardness <= power / 2) CHECK(static_cast<double>(broken) >= in_the_open);
    }
}

TEST_CASE("behind what does not break nothing is thrown, and nothing gets warm") {
  const Table table = mine({.radius = 16, .power = 8, .heat = 4000 * 8}, 1000);
  for (const int gap : {1, 3, 8}) {
    Sandbox world({120, 60}, 1, Border::kWall, table);
    world.paint(rect(0, 30, 120, 30, {kGrit}));
    world.paint(rect(60 + gap, 0, 1, 60, {kRock}));
    world.paint(lit(rect(56, 24, 4, 4, {kCharge})));
    std::vector<uint8_t> behind;
    for (int y = 0; y < 60; ++y)
      for (int x = 61 + gap; x < 120; ++x) behind.push_back(world.entry_at({x, y}));
    run(world, kMeetingTicks);
    CHECK(world.count_airborne()[kGrit] > 20);
    size_t i = 0;
    bool same = true;
    bool cold = true;
    for (int y = 0; y < 60; ++y)
      for (int x = 61 + gap; x < 120; ++x) {
        same &= world.entry_at({x, y}) == behind[i++];
        cold &= world.state().temperature({x, y}) == world.state().ambient;
      }
    CHECK(same);
    CHECK(cold);
  }
}

TEST_CASE("blasts conserve matter but for what the materials say becomes of it, in any heap of charges") {
  for (uint32_t seed = 1; seed <= 8; ++seed) {
    std::mt19937 dice(seed);
    const auto any = [&](int range) { return static_cast<int>(dice() % static_cast<uint32_t>(range)); };
    const Table table = mine({.radius = 1 + any(40) / 10.0, .power = 1.0 + any(8), .heat = 1000 * 8}, any(4));
    const GridSize size{100 + any(120), 80 + any(90)};
    Sandbox world(size, seed, Border::kWall, table);
    for (int i = 0; i < 30; ++i) {
      const MaterialId id = static_cast<MaterialId>(kCharge + any(5));
      PaintCommand paint = rect(any(size.width), any(size.height), 1 + any(30), 1 + any(30), {id});
      world.paint(i % 6 == 0 ? lit(paint) : paint);
    }
    world.paint(lit(rect(size.width / 2, size.height / 2, 5, 5, {kCharge})));
    const std::vector<int64_t> before = matter(world);
    run(world, 600);
    const std::vector<int64_t> after = matter(world);
    INFO("seed " << seed);
    CHECK(after[kCharge] < before[kCharge]);
    CHECK(after[kCharge] + after[kSoot] == before[kCharge] + before[kSoot]);
    CHECK(after[kRock] + after[kRubble] == before[kRock] + before[kRubble]);
    CHECK(after[kGrit] == before[kGrit]);
  }
}

TEST_CASE("any amount of explosive goes off, some blasts a round, and the same with any number of threads",
          "[thorough]") {
  const Table table = mine({.radius = 3, .power = 5, .heat = 2000 * 8}, 2);
  uint64_t hashes[2] = {};
  for (const int threads : {1, 2}) {
    Sandbox world({300, 200}, 7, Border::kWall, table);
    world.paint(lit(rect(20, 40, 150, 100, {kCharge})));
    Parallel parallel(threads);
    int64_t left = world.count_entries()[kCharge];
    CHECK(left == 15'000);
    int rounds = 0;
    for (; left > 0 && rounds < 200; ++rounds) {
      for (int i = 0; i < kMeetingTicks; ++i) world.step(parallel);
      const int64_t now = world.count_entries()[kCharge];
      CHECK(left - now <= static_cast<int64_t>(kMostBlasts) * kBlastSide * kBlastSide);
      left = now;
    }
    CHECK(left == 0);
    CHECK(rounds < 100);
    hashes[threads - 1] = world.state_hash();
  }
  CHECK(hashes[0] == hashes[1]);
}

TEST_CASE("a blow sets off what explodes by impact, and a softer one does not") {
  for (const double impact : {2.5, 3.0, 3.5}) {
    std::vector<Material> all{powder("shell", 300), powder("soot", 120)};
    all[0].explodes = Explosive{.impact = impact, .radius = 2, .power = 3, .leaves = {{3, 1}}};
    const Table table = std::make_shared<MaterialTable>(all);
    for (const int height : {4, 30, 60, 120, 240}) {
      Sandbox world({41, 260}, 3, Border::kWall, table);
      world.paint(rect(20, 259 - height, 1, 1, {2}));
      int fastest = 0;
      for (int i = 0; i < 400; ++i) {
        run(world, 1);
        for (int y = 0; y < 260; ++y) {
          const int speed = world.state().cells[kSpeedPlane][{20, y}];
          if (world.entry_at({20, y}) == 2 && y < 259) fastest = std::max(fastest, speed);
        }
      }
      INFO("impact " << impact << ", height " << height << ", fastest " << fastest);
      // It gains speed in the tick in which it lands, too.
      if (fastest >= impact * kOneRow) CHECK(matter(world)[2] == 0);
      if (fastest + 2 < impact * kOneRow) CHECK(matter(world)[2] == 1);
    }
  }
}

TEST_CASE("no damp slats are left hanging where a blast was") {
  const Table table = load_table("core");
  for (const int wetness : {20, 50, 85})
    for (const int depth : {6, 14, 24})
      for (uint64_t seed = 1; seed <= 2; ++seed) {
        Sandbox world({160, 120}, seed, Border::kWall, table);
        PaintCommand sand = rect(0, 50, 160, 70, {id_of(table, "sand")});
        sand.wetness = static_cast<uint8_t>(wetness);
        world.paint(sand);
        PaintCommand charge = rect(76, 50 + depth, 6, 6, {id_of(table, "tnt")});
        charge.temperature = 300 * 8;
        world.paint(charge);
        run(world, 1200);
        int slats = 0;
        for (int y = 1; y < 119; ++y)
          for (int x = 0; x < 160; ++x)
            slats += world.entry_at({x, y}) == id_of(table, "sand") && world.entry_at({x, y - 1}) == kVoid &&
                             world.entry_at({x, y + 1}) == kVoid
                         ? 1
                         : 0;
        INFO("wetness " << wetness << ", depth " << depth << ", seed " << seed);
        CHECK(slats <= 1);
      }
}

TEST_CASE(
    "a trail of gunpowder goes off from end to end, however long and thick it is, and sets off what lies at its end") {
  const Table table = load_table("core");
  for (const int length : {30, 200, 500})
    for (const int thickness : {1, 2, 4})
      for (uint64_t seed = 1; seed <= 4; ++seed) {
        Sandbox world({560, 60}, seed, Border::kOpen, table);
        world.paint(rect(0, 40, 560, 20, {id_of(table, "stone")}));
        PaintCommand trail = rect(20, 40 - thickness, length, thickness, {id_of(table, "gunpowder")});
        world.paint(trail);
        world.paint(rect(20 + length, 37, 3, 3, {id_of(table, "tnt")}));
        trail.to.x = trail.from.x + 5;
        trail.temperature = 400 * 8;
        world.paint(trail);
        run(world, 160 * 20);
        INFO("length " << length << ", thickness " << thickness << ", seed " << seed);
        CHECK(count(world, table, "tnt") == 0);
        CHECK(static_cast<double>(count(world, table, "gunpowder")) <= 0.05 * length * thickness);
      }
}

TEST_CASE("a force that breaks leaves nothing softer than its speed there, and takes nothing away") {
  std::mt19937 dice(11);
  for (int i = 0; i < 30; ++i) {
    const double hardness = 0.5 + static_cast<double>(dice() % 60) / 10;
    ForceCommand force{.at = {64, 48}, .radius = 5 + static_cast<int>(dice() % 40)};
    force.outward = 0.5 + static_cast<double>(dice() % 70) / 10;
    force.breaks = i % 3 != 0;
    const Table table = mine({.radius = 4, .power = 20}, hardness);
    Sandbox world({128, 96}, i, Border::kWall, table);
    world.paint(rect(0, 0, 128, 96, {kRock}));
    world.push(force);
    const std::vector<int64_t> now = matter(world);
    CHECK(now[kRock] + now[kRubble] == 128 * 96);
    INFO("hardness " << hardness << ", outward " << force.outward << ", radius " << force.radius);
    for (int y = 0; y < 96; ++y)
      for (int x = 0; x < 128; ++x) {
        const double distance = std::hypot(x - force.at.x, y - force.at.y);
        const double speed = force.outward * std::max(1 - distance / force.radius, 0.0);
        if (std::abs(speed - hardness) < 1e-3) continue;
        const bool is_rock = world.entry_at({x, y}) == kRock;
        if (is_rock != (speed < hardness || !force.breaks)) {
          CAPTURE(x, y, speed);
          CHECK(is_rock == (speed < hardness || !force.breaks));
        }
      }
  }
}

TEST_CASE("a force that breaks sets off what explodes, and no wall breaks") {
  const Table table = mine({.radius = 4, .power = 20}, 1);
  for (const bool breaks : {false, true}) {
    Sandbox world({96, 96}, 3, Border::kWall, table);
    world.paint(rect(40, 40, 8, 8, {kCharge}));
    world.paint(rect(30, 40, 4, 8, {kWall}));
    ForceCommand force{.at = {44, 44}, .radius = 20, .outward = 6};
    force.breaks = breaks;
    world.push(force);
    run(world, 2 * kMeetingTicks);
    CHECK(matter(world)[kCharge] == (breaks ? 0 : 64));
    CHECK(matter(world)[kWall] == 32);
  }
}

TEST_CASE("every blast is told of where it is, and asking changes nothing") {
  const Table table = mine({.radius = 3, .power = 20}, 1);
  for (int edge : {1, 4, 8, 24}) {
    Sandbox asked({128, 96}, 5, Border::kWall, table);
    Sandbox not_asked({128, 96}, 5, Border::kWall, table);
    for (Sandbox* const world : {&asked, &not_asked}) world->paint(lit(rect(40, 40, edge, edge, {kCharge})));
    Parallel parallel(1);
    TickEvents events;
    size_t blasts = 0;
    for (int tick = 0; tick < 4 * kMeetingTicks; ++tick) {
      asked.step(parallel, &events);
      not_asked.step(parallel);
      blasts += events.blasts.size();
      for (const BlastEvent& blast : events.blasts) {
        CHECK(blast.at.x >= 40);
        CHECK(blast.at.x < 40 + edge);
        CHECK(blast.at.y >= 40);
        CHECK(blast.at.y < 40 + edge);
        CHECK(blast.reach >= 3);
      }
    }
    CHECK(blasts == static_cast<size_t>(edge <= 8 ? 1 : 9));
    CHECK(asked.state_hash() == not_asked.state_hash());
  }
}

TEST_CASE(
    "no world throws more grains into its air than it has cells, whatever its blasts throw into what they clear", "[thorough]") {
  const Result<MaterialSet> set = parse_materials(R"({"format": "quicksand-materials/1", "materials": [
      {"name": "boom", "colour": "#ff0000", "liquid": true, "density": 100, "friction": 4,
       "explodes": {"above": -273, "radius": 12, "power": 8, "flame": "seed"}},
      {"name": "seed", "colour": "#00ff00", "liquid": true, "density": 100, "friction": 3,
       "decays": {"half_life": 0.01, "into": "boom"}}]})",
                                                  "boom.json");
  REQUIRE(set.ok());
  bool is_reached = false;
  for (const GridSize size : {GridSize{64, 64}, {16, 90}, {5, 5}}) {
    Sandbox world(size, 1, Border::kWall, set->table);
    PaintCommand all;
    all.shape = Shape::kAll;
    all.entries = {id_of(set->table, "boom")};
    world.paint(all);
    int64_t most = 0;
    for (int tick = 0; tick < 200; ++tick) {
      run(world, 1);
      most = std::max(most, static_cast<int64_t>(world.airborne().x.size()));
    }
    INFO(size.width << " x " << size.height);
    CHECK(most <= size.cells());
    is_reached |= most == size.cells();
  }
  CHECK(is_reached);
}
