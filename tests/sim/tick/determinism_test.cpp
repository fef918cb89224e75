#include "sim/fixture.h"
#include "sim/random_table.h"

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

namespace {

void check_gone_back(uint32_t first, uint32_t last) {
  for (uint32_t seed = first; seed <= last; ++seed) {
    const Table table = seed % 3 == 0 ? load_table("core") : random_table(seed + 900, 12);
    const GridSize size{60 + static_cast<int>(mix32(seed) % 200), 40 + static_cast<int>(mix32(seed + 50) % 100)};
    const std::vector<MaterialId> all = movers(*table);
    // Dry at first: what came in between may have made the first wetness, heat or spark.
    std::vector<MaterialId> dry;
    for (const MaterialId id : all)
      if (table->phase(id) == Phase::kPowder && table->absorbs(id) == kVoid) dry.push_back(id);
    if (dry.empty()) dry = all;
    for (const std::string_view kernel : kernel_names()) {
      INFO("seed " << seed << ", " << kernel);
      Sandbox world(size, seed, Border::kWall, table, kernel);
      world.paint(rect(0, size.height / 2, size.width, size.height / 2, dry, 0.6));
      run(world, static_cast<int>(seed % 7), 2);
      const auto before = world.snapshot();
      const auto go_on = [&] {
        std::vector<uint64_t> hashes;
        for (int i = 0; i < 40; ++i) {
          run(world, 1, 2);
          hashes.push_back(world.state_hash());
        }
        return hashes;
      };
      const std::vector<uint64_t> expected = go_on();
      PaintCommand wet = rect(0, 0, size.width, size.height, all, 0.8);
      wet.wetness = 200;
      wet.onto = Onto::kAny;
      world.paint(wet);
      run(world, 3 + static_cast<int>(mix32(seed + 7) % 60), 2);
      REQUIRE(world.restore(*before));
      CHECK(go_on() == expected);
    }
  }
}

}  // namespace

TEST_CASE("a world that has gone back goes on as if nothing had come in between, in every kernel") {
  check_gone_back(0, 3);
}

TEST_CASE("a world that has gone back goes on as if nothing had come in between, in every kernel, often", "[.slow]") {
  check_gone_back(4, 40);
}
