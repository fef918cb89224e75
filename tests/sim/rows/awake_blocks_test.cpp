#include "sim/rows/awake_blocks.h"

#include "sim/fixture.h"
#include "sim/liquid/foundering.h"
#include "sim/liquid/levelling.h"
#include "sim/moisture/wetting.h"

using namespace quicksand;

namespace {

// The map, and what the rows' pass makes of it.
struct Rows {
  explicit Rows(GridSize size) : activity(size), cursor(activity.add_cursor()), blocks(size) {}

  void tick() {
    activity.gather();
    blocks.find(activity, cursor);
    activity.clear(cursor);
  }
  bool is_awake(CellPos cell) const {
    const int block = cell.x / kBlockCells;
    return (blocks.awake(cell.y)[block / 64] >> block % 64 & 1) != 0;
  }
  bool will_wake(CellPos cell) const { return blocks.will_wake(activity, cursor, cell); }

  ActivityMap activity;
  ActivityMap::Cursor cursor;
  AwakeBlocks blocks;
};

}  // namespace

TEST_CASE("everything is awake in the first tick, and nothing in the second if nothing happens") {
  Rows rows({200, 3});
  rows.tick();
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 200; x += 40) CHECK(rows.is_awake({x, y}));
  rows.tick();
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 200; x += 40) CHECK_FALSE(rows.is_awake({x, y}));
}

TEST_CASE("a changed cell wakes its block, those around it, and those above that see it, once") {
  // Block 64 begins a new word of bits, so the neighbours lie in two words.
  const GridSize size{66 * kBlockCells, 20};
  const int rows_seen = GENERATE(1, 2, kMaxDrop);
  const int changed = GENERATE(0, 3, 8, 15, 19);
  Rows rows(size);
  rows.blocks.set_rows_seen(rows_seen);
  rows.tick();
  rows.tick();
  const int block = 64;
  rows.activity.mark(RowSpan{changed, block * kBlockCells, block * kBlockCells});
  const auto expected = [&](int b, int y) {
    return std::abs(b - block) <= 1 && y >= changed - rows_seen && y <= changed + 1;
  };
  for (int y = 0; y < size.height; ++y)
    for (int b = 0; b < 66; ++b) REQUIRE(rows.will_wake({b * kBlockCells + 5, y}) == expected(b, y));
  rows.tick();
  for (int y = 0; y < size.height; ++y)
    for (int b = 0; b < 66; ++b) REQUIRE(rows.is_awake({b * kBlockCells + 5, y}) == expected(b, y));
  rows.tick();
  for (int y = 0; y < size.height; ++y)
    for (int b = 0; b < 66; ++b) REQUIRE_FALSE(rows.is_awake({b * kBlockCells, y}));
}

TEST_CASE("what is pending stays awake, alone") {
  Rows rows({300, 3});
  rows.tick();
  rows.blocks.set_pending(1, 2);
  rows.tick();
  for (int y = 0; y < 3; ++y)
    for (int b = 0; b < 5; ++b) CHECK(rows.is_awake({b * kBlockCells, y}) == (y == 1 && b == 2));
}

TEST_CASE("what is said to sleep does not change in the next tick, and what has settled sleeps", "[thorough]") {
  const Table table = inert(load_table("core"));
  Sandbox world({200, 90}, 3, Border::kWall, table);
  for (int i = 0; i < 40; ++i)
    world.paint(rect(37 * i % 190, 53 * i % 60, 9, 7, {static_cast<uint8_t>(i % (table->size() - 2) + 2)}));
  std::vector<Activity> activity(200);
  Parallel parallel(1);
  int64_t asleep = 0;
  int64_t active = 0;
  for (int tick = 0; tick < 600; ++tick) {
    const SandboxState before = world.state();
    std::vector<Activity> all;
    for (int y = 0; y < 90; ++y) {
      world.read_activity(y, activity);
      all.insert(all.end(), activity.begin(), activity.end());
    }
    TickEvents events;
    world.step(parallel, &events);
    const uint64_t splashed = events.splashes.total();
    bool slept = true;
    for (int y = 0; y < 90; ++y)
      for (int x = 0; x < 200; ++x) {
        const Activity said = all[static_cast<size_t>(y) * 200 + x];
        asleep += said == Activity::kAsleep ? 1 : 0;
        active += said == Activity::kActive ? 1 : 0;
        // What is awake may move into a block beside it.
        const auto asleep_at = [&](int column, int row) {
          const CellPos cell{std::clamp(column, 0, 199), std::clamp(row, 0, 89)};
          return all[static_cast<size_t>(cell.y) * 200 + cell.x] == Activity::kAsleep;
        };
        bool surrounded = true;
        for (int dy = -1; dy <= 1; ++dy)
          for (const int dx : {-kMaxReach, 0, kMaxReach}) surrounded = surrounded && asleep_at(x + dx, y + dy);
        // What is asleep falls with what is below it.
        for (int below = y; below < 90; ++below) surrounded = surrounded && asleep_at(x, below);
        // Pressure takes a liquid's cells from its surface, however far from where they come out; splashes take any.
        const MaterialId was = before.material()[{x, y}];
        const MaterialId is = world.state().material()[{x, y}];
        const bool flows = table->phase(was) == Phase::kLiquid || table->phase(is) == Phase::kLiquid;
        if (surrounded && !flows && splashed == 0) slept = slept && is == was;
      }
    // Levelling, moisture and what founders reach what sleeps.
    const bool is_quiet = before.tick % kLevelTicks != 0 && before.tick % kWetTicks != kWetPhase &&
                          before.tick % kFounderTicks != kFounderPhase;
    if (is_quiet) CHECK(slept);
  }
  CHECK(asleep > 0);
  CHECK(active > 0);

  Sandbox heap({200, 90}, 3, Border::kWall, table);
  heap.paint(rect(60, 20, 60, 30, {id_of(table, "sand")}));
  run(heap, 1000);
  heap.read_activity(89, activity);
  CHECK(std::count(activity.begin(), activity.end(), Activity::kAsleep) == 200);
}
