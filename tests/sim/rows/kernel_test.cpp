// Every kernel gives the bytes that the reference kernel gives.
#include <algorithm>

#include "core/cases.h"
#include "sim/fixture.h"
#include "sim/random_table.h"
#include "sim/tick/tick.h"

using namespace quicksand;

namespace {

std::vector<std::string> fast_kernels() {
  std::vector<std::string> names;
  for (const std::string_view name : kernel_names())
    if (name != "reference") names.emplace_back(name);
  return names;
}

// The first cell in which a plane of the two worlds differs, as text; empty if there is none.
std::string first_difference(const Sandbox& a, const Sandbox& b) {
  const std::vector<PlaneView> planes_a = a.planes();
  const std::vector<PlaneView> planes_b = b.planes();
  for (size_t i = 0; i < planes_a.size(); ++i)
    for (int y = 0; y < a.size().height; ++y)
      for (int x = 0; x < a.size().width; ++x)
        if ((*planes_a[i].plane)[{x, y}] != (*planes_b[i].plane)[{x, y}])
          return std::string(planes_a[i].name) + " differs at (" + std::to_string(x) + ", " + std::to_string(y) +
                 ") after tick " + std::to_string(a.tick());
  return "";
}

struct Setup {
  GridSize size;
  Border border;
  uint64_t seed;
  double fill;
};

PaintCommand everything(const Setup& setup, const MaterialTable& table) {
  std::vector<uint8_t> ids;
  for (int id = 1; id < table.size(); ++id) ids.push_back(static_cast<uint8_t>(id));
  return rect(0, 0, setup.size.width, setup.size.height, std::move(ids), setup.fill);
}

// Runs the reference and every other kernel side by side and compares them after each tick. Paints again on the way,
// where the fast kernels may have fallen asleep.
void compare_kernels(const Setup& setup, const Table& table, int ticks) {
  const PaintCommand all = everything(setup, *table);
  PaintCommand middle = all;
  middle.from = {setup.size.width / 3, 0};
  middle.to = {setup.size.width / 2, setup.size.height / 2};
  PaintCommand spray = all;
  spray.from = {setup.size.width / 4, setup.size.height / 4};
  spray.fill_limit = dice_limit(0.5);
  spray.wetness = static_cast<uint8_t>(40 + 50 * (setup.seed % 4));
  Sandbox reference(setup.size, setup.seed, setup.border, table, "reference");
  std::vector<Sandbox> others;
  for (const std::string& name : fast_kernels()) others.emplace_back(setup.size, setup.seed, setup.border, table, name);
  const auto paint = [&](const PaintCommand& command) {
    reference.paint(command);
    for (Sandbox& world : others) world.paint(command);
  };

  paint(all);
  paint(spray);
  for (int tick = 0; tick < ticks; ++tick) {
    if (tick == ticks / 2) paint(middle);
    if (tick == ticks * 3 / 4) paint(spray);
    run(reference, 1);
    for (Sandbox& world : others) run(world, 1);
    if (tick % 4 != 3) continue;  // worlds that differ do not become equal again
    for (Sandbox& world : others) {
      const std::string difference = first_difference(reference, world);
      INFO(world.kernel_name() << ", " << setup.size.width << "x" << setup.size.height << ", seed " << setup.seed
                               << ", fill " << setup.fill << ": " << difference);
      REQUIRE(difference.empty());
    }
  }
}

}  // namespace

TEST_CASE("every kernel equals the reference on every plane, at any world size") {
  const Table table = load_table("core");
  for (const GridSize size : {GridSize{1, 1}, {1, 60}, {60, 1}, {2, 2}, {63, 40}, {64, 33}, {65, 40}, {200, 90}}) {
    for (const double fill : {0.3, 0.85}) {
      compare_kernels({size, Border::kWall, 1, fill}, table, cases(40, 80));
      compare_kernels({size, Border::kOpen, 2, fill}, table, cases(40, 80));
    }
  }
}

TEST_CASE("every kernel equals the reference on a world wider than a word of blocks") {
  // 64 blocks of 64 cells share a word in the map of sleeping blocks; this is one block and a cell more.
  compare_kernels({{4096 + 65, 12}, Border::kWall, 3, 0.6}, load_table("core"), 40);
}

namespace {

void compare_on_random_materials(uint32_t first, uint32_t last) {
  // From one row of 16 table entries up to all 255 materials.
  for (const int count : {3, 8, 14, 20, 30, 50, 100, 253})
    for (uint32_t seed = first; seed <= last; ++seed)
      compare_kernels({{150, 70}, seed % 2 == 0 ? Border::kOpen : Border::kWall, seed, 0.6 + 0.2 * ((seed - 1) % 3)},
                      random_table(seed, count), 60);
}

}  // namespace

TEST_CASE("every kernel equals the reference on random materials", "[thorough]") { compare_on_random_materials(1, 1); }

TEST_CASE("every kernel equals the reference on random materials, often", "[.slow]") {
  compare_on_random_materials(2, 12);
}

TEST_CASE("sleeping changes nothing: a world that is forced awake stays equal", "[thorough]") {
  Combinations combinations(3);
  for (const std::string& name : fast_kernels()) {
    for (const char* set : {"classic", "core"}) {
      if (combinations.skips_next()) continue;
      const Table table = load_table(set);
      Sandbox start({230, 90}, 3, Border::kOpen, table);
      start.paint(everything({{230, 90}, Border::kOpen, 3, 0.6}, *table));
      SandboxState sleeping = start.state();
      SandboxState forced = start.state();
      Tick sleeping_tick(sleeping.size, name);
      Tick forced_tick(forced.size, name);
      forced_tick.set_sleeping(false);
      Parallel parallel(1);
      for (int i = 0; i < 600; ++i) {
        sleeping_tick.run(sleeping, *table, parallel);
        forced_tick.run(forced, *table, parallel);
        if (i % 20 == 0) REQUIRE(Sandbox(sleeping, table).state_hash() == Sandbox(forced, table).state_hash());
      }
      CHECK(Sandbox(sleeping, table).state_hash() == Sandbox(forced, table).state_hash());
    }
  }
}

TEST_CASE("every kernel gives the same with 1, 2, 3, 7 and 16 threads") {
  const Table table = load_table("core");
  for (const std::string& name : fast_kernels()) {
    std::vector<uint64_t> hashes;
    for (const int threads : {1, 2, 3, 7, 16}) {
      Sandbox world({301, 203}, 5, Border::kWall, table, name);
      world.paint(everything({{301, 203}, Border::kWall, 5, 0.75}, *table));
      run(world, cases(30, 60), threads);
      hashes.push_back(world.state_hash());
    }
    for (const uint64_t hash : hashes) CHECK(hash == hashes.front());
  }
}
