#include "sim/fixture.h"

using namespace quicksand;

namespace {

uint64_t hash_after(GridSize size, const Table& table, uint64_t seed, int ticks, int threads) {
  Sandbox world(size, seed, Border::kWall, table);
  world.paint(rect(0, 0, size.width, size.height, movers(*table), 0.75));
  run(world, ticks, threads);
  return world.state_hash();
}

}  // namespace

TEST_CASE("the number of threads does not change the result") {
  const Table table = load_table("core");
  const uint64_t one = hash_after({301, 203}, table, 5, 150, 1);
  for (const int threads : {2, 3, 7, 16}) CHECK(hash_after({301, 203}, table, 5, 150, threads) == one);
}

TEST_CASE("worlds of any size run, and other seeds give other worlds") {
  const Table table = load_table("core");
  for (const GridSize size : {GridSize{1, 1}, {1, 77}, {77, 1}, {2, 2}, {63, 65}, {129, 31}}) {
    INFO(size.width << "x" << size.height);
    CHECK(hash_after(size, table, 1, 60, 1) == hash_after(size, table, 1, 60, 3));
    if (size.cells() > 1) CHECK(hash_after(size, table, 1, 60, 1) != hash_after(size, table, 2, 60, 1));
  }
}

TEST_CASE("bands leave no seam: grains sink alike whatever their place in a band") {
  const Table table = inert(load_table("classic"));
  constexpr int kHeight = 16 * 24;
  double filled[16] = {};
  double total = 0;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    Sandbox world({200, kHeight}, seed, Border::kWall, table);
    world.paint(rect(0, 0, 200, kHeight, {id_of(table, "water")}));
    world.paint(rect(0, 0, 200, kHeight, {id_of(table, "sand")}, 0.2));
    for (int i = 0; i < 12; ++i) {
      run(world, 10);
      // Leaves out the floor, where sand gathers, and the emptying top.
      for (int y = 16 * 9; y < 16 * 15; ++y)
        for (int x = 0; x < 200; ++x)
          if (world.entry_at({x, y}) == id_of(table, "sand")) {
            filled[y % 16] += 1;
            total += 1;
          }
    }
  }
  for (const double row : filled) CHECK(row == Approx(total / 16).epsilon(0.03));
}
