// Banks that are too steep give way in depth, as far as the definition in sim/slump/slump.h says, and no further.
#include "sim/slump/slump.h"

#include <array>
#include <map>

#include "core/random.h"
#include "measure/caves.h"
#include "sim/fixture.h"
#include "sim/moisture/wetness.h"

using namespace quicksand;

namespace {

// The definition, cell by cell, for worlds without wet cells.
class Lines {
 public:
  Lines(const Sandbox& world, const MaterialTable& table) : world_(world), table_(table) {}

  bool gives_way(CellPos cell, int side) {
    if (!is_inside(cell) || !is_loose(cell)) return false;
    const auto [known, is_new] = known_.try_emplace({cell.x, cell.y, side}, false);
    if (!is_new) return known->second;
    const Repose slope = failing_slope(table_.repose(world_.entry_at(cell)));
    bool gives = is_open({cell.x + side, cell.y + slope.drop_at(1)}, side) && is_clear(cell, side, slope, 1);
    gives = gives || (slope.reach > 1 && is_open({cell.x + side * slope.reach, cell.y + slope.drop}, side) &&
                      is_clear(cell, side, slope, slope.reach));
    return known_[{cell.x, cell.y, side}] = gives;
  }

  // Whether some train could move. What gives way to both sides does so only if it comes down.
  bool any_train() {
    for (int y = 0; y < world_.size().height; ++y)
      for (int x = 0; x < world_.size().width; ++x)
        for (const int side : {-1, 1}) {
          if (!has_room({x, y}, side) || !gives_way({x, y}, side)) continue;
          if (is_void({x + side, y + 1}) || !gives_way({x, y}, -side)) return true;
        }
    return false;
  }

 private:
  bool is_inside(CellPos cell) const {
    return cell.x >= 0 && cell.y >= 0 && cell.x < world_.size().width && cell.y < world_.size().height;
  }
  bool is_loose(CellPos cell) const {
    const MaterialId id = world_.entry_at(cell);
    return table_.phase(id) == Phase::kPowder && table_.repose(id).reach > 0;
  }
  bool is_void(CellPos cell) const { return is_inside(cell) && world_.entry_at(cell) == kVoid; }
  // Whether there is void beside it, up to a place with void below as far down as its repose needs for a few columns
  // more.
  bool has_room(CellPos cell, int side) const {
    if (!is_inside(cell) || !is_loose(cell)) return false;
    const Repose slope = table_.repose(world_.entry_at(cell));
    for (int columns = 1; is_void({cell.x + side * columns, cell.y}); ++columns) {
      if (columns > farthest_slump(slope)) return false;
      const int drop = slope.drop_at(columns + kSpareColumns);
      int rows = 1;
      while (rows <= drop && is_void({cell.x + side * columns, cell.y + rows})) ++rows;
      if (rows > drop) return true;
    }
    return false;
  }
  bool is_open(CellPos cell, int side) { return is_void(cell) || gives_way(cell, side); }
  bool is_clear(CellPos cell, int side, const Repose& slope, int columns) const {
    int y = cell.y;
    for (int column = 1; column <= columns; ++column)
      for (const int end = cell.y + slope.drop_at(column);; ++y) {
        const CellPos on_line{cell.x + side * column, y};
        if (is_inside(on_line) && table_.phase(world_.entry_at(on_line)) == Phase::kStatic) return false;
        if (y == end) break;
      }
    return true;
  }

  const Sandbox& world_;
  const MaterialTable& table_;
  std::map<std::tuple<int, int, int>, bool> known_;
};

uint32_t dice_of(uint64_t seed, int i) { return dice_word(row_key(seed, 0, 0, 0), static_cast<uint32_t>(i)); }

// Walls and powders in rectangles, of all sizes, and slanted walls that are one cell thin.
Sandbox random_banks(const Table& table, uint64_t seed, std::string_view kernel) {
  const GridSize size{100 + static_cast<int>(dice_of(seed, 0) % 100), 90};
  Sandbox world(size, seed, Border::kWall, table, kernel);
  const char* const names[] = {"sand", "gravel", "dirt", "salt", "ash"};
  for (int i = 0; i < 16; ++i) {
    const auto dice = [&](int k, int range) { return static_cast<int>(dice_of(seed, 1 + i * 8 + k) % static_cast<uint32_t>(range)); };
    const MaterialId id = id_of(table, i % 4 == 3 ? "stone" : names[dice(0, 5)]);
    if (i % 8 == 7) {
      PaintCommand line = rect(dice(1, size.width), dice(2, 80), 1, 1, {id});
      line.shape = Shape::kStroke;
      line.to = {line.from.x + dice(3, 80) - 40, line.from.y + dice(4, 60)};
      line.width = 1;
      world.paint(line);
    } else {
      world.paint(rect(dice(1, size.width), dice(2, 80), 1 + dice(3, i % 4 == 3 ? 30 : 60), 1 + dice(4, 50), {id}));
    }
  }
  return world;
}

int differing_cells(const Plane<uint8_t>& a, const Plane<uint8_t>& b) {
  int cells = 0;
  for (int y = 0; y < a.size().height; ++y)
    for (int x = 0; x < a.size().width; ++x) cells += a[{x, y}] != b[{x, y}] ? 1 : 0;
  return cells;
}

}  // namespace

TEST_CASE("banks of all powders come to rest between any walls, and then no line of them is open") {
  const Table table = inert(load_table("core"));
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Sandbox world = random_banks(table, seed, "auto");
    REQUIRE(Lines(world, *table).any_train());  // or there were nothing to see
    INFO(seed);
    CHECK(run_to_rest(world, 4000));
    CHECK_FALSE(Lines(world, *table).any_train());
  }
}

TEST_CASE("wide banks, loose heaps and any gravity slump the same whether blocks rest or not", "[thorough]") {
  const Table table = inert(load_table("core"));
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    const auto banks = [&](std::string_view kernel) {
      SandboxState state({700, 160}, seed, seed % 2 == 0 ? Border::kOpen : Border::kWall);
      state.gravity = std::array{kGravityUnit, kGravityUnit / 3, 4 * kGravityUnit, 0}[seed % 4];
      Sandbox world(std::move(state), table, kernel);
      const char* const names[] = {"dirt", "sand", "ash"};
      for (int i = 0; i < 4; ++i) {
        const auto dice = [&](int k, uint32_t range) { return static_cast<int>(dice_of(seed + 100, i * 8 + k) % range); };
        PaintCommand bank = rect(dice(0, 300), dice(1, 120), 30 + dice(2, 500), 30 + dice(3, 100), {id_of(table, names[dice(4, 3)])},
                                 i % 2 == 0 ? 1 : 0.3 + 0.2 * dice(5, 4));
        if (dice(6, 3) == 0) bank.wetness = static_cast<uint8_t>(60 + dice(7, 190));
        world.paint(bank);
      }
      return world;
    };
    Sandbox expected = banks("reference");
    Sandbox world = banks("auto");
    INFO(seed);
    for (int tick = 0; tick < 40; ++tick) {
      run(expected, 1);
      run(world, 1, 1 + tick % 3);
      REQUIRE(world.state_hash() == expected.state_hash());
    }
  }
}

TEST_CASE("what slumps is the same in every kernel, with any threads, and from any save of it") {
  const Table table = inert(load_table("core"));
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    Sandbox expected = random_banks(table, seed, "reference");
    run(expected, 50);
    Sandbox saved(SandboxState(expected.state()), table);
    run(expected, 51);
    for (const std::string_view kernel : kernel_names()) {
      Sandbox world = random_banks(table, seed, kernel);
      run(world, 101, seed % 2 == 0 ? 3 : 1);
      INFO(seed << " " << kernel);
      CHECK(world.state_hash() == expected.state_hash());
    }
    run(saved, 51);
    CHECK(saved.state_hash() == expected.state_hash());
  }
}

TEST_CASE("a bank leans on a wall that is one cell thin, whatever its slope") {
  const Table table = inert(load_table("core"));
  const MaterialId sand = id_of(table, "sand");
  const MaterialId stone = id_of(table, "stone");
  for (const auto& [dx, dy] : {std::pair{0, 40}, {10, 40}, {-10, 40}, {30, 40}, {-30, 40}, {38, 40}, {-38, 40}}) {
    // A bin between two such walls with void on both sides and below, full to its rim.
    Sandbox world({200, 80}, 5, Border::kWall, table);
    for (const int left : {0, 1}) {
      PaintCommand wall = rect(0, 0, 1, 1, {stone});
      wall.shape = Shape::kStroke;
      wall.width = 1;
      wall.from = {left != 0 ? 60 : 140, 20};
      wall.to = {left != 0 ? 60 + dx : 140 - dx, 20 + dy};
      world.paint(wall);
    }
    world.paint(rect(60 + dx, 60, 81 - 2 * dx, 1, {stone}));
    for (int y = 20; y < 60; ++y) {
      int left = 0;
      while (world.entry_at({left, y}) != stone) ++left;
      while (world.entry_at({left, y}) == stone) ++left;
      for (int x = left; world.entry_at({x, y}) != stone; ++x) world.paint(rect(x, y, 1, 1, {sand}));
    }
    const int64_t cells = count(world, table, "sand");
    const Plane<uint8_t> before = world.state().material();
    INFO(dx);
    run(world, 200);
    CHECK(count(world, table, "sand") == cells);
    CHECK(differing_cells(before, world.state().material()) == 0);
  }
}

TEST_CASE("what damp sand holds up does not slump, and its own steep faces stand") {
  const Table table = inert(load_table("core"));
  const MaterialId sand = id_of(table, "sand");
  Sandbox world({160, 80}, 3, Border::kWall, table);
  PaintCommand damp = rect(60, 30, 40, 50, {sand});
  damp.wetness = 60;
  world.paint(damp);
  const Plane<uint8_t> before = world.state().material();
  run(world, 300);
  CHECK(differing_cells(before, world.state().material()) == 0);
}

TEST_CASE("a block of any powder and size falls in within the ticks of its height, and keeps every cell") {
  const Table table = inert(load_table("core"));
  for (const char* name : {"sand", "gravel", "dirt", "salt", "ash"})
    for (const auto& [width, height] : {std::pair{80, 100}, {20, 60}, {120, 50}, {200, 140}}) {
      const MaterialId powder = id_of(table, name);
      Sandbox world({1000, 160}, 7, Border::kWall, table);
      world.paint(rect(500 - width / 2, 160 - height, width, height, {powder}));
      INFO(name << " " << width << "x" << height);
      // A block of 100 rows within 640 ticks.
      CHECK(run_to_rest(world, static_cast<int>(640 * std::max(width, height) / 100)));
      CHECK(count(world, table, name) == int64_t{width} * height);
    }
}
