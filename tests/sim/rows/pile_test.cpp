#include <cmath>

#include "core/cases.h"
#include "sim/fixture.h"

using namespace quicksand;

namespace {

struct Heap {
  double mean_offset;
  double angle_degrees;  // of the flanks, from the heap's second moment: a triangle of slope t and half base b
  int64_t active_cells;
};

// Pours `grains` one by one from a point and lets the heap come to rest.
Heap pour(const Table& table, const char* name, uint64_t seed, int grains, int width) {
  const int centre = width / 2;
  const int height = 260;
  Sandbox world({width, height}, seed, Border::kWall, table);
  for (int i = 0; i < grains; ++i) {
    PaintCommand grain = rect(centre, 0, 1, 1, {id_of(table, name)});
    grain.onto = Onto::kEmpty;
    world.paint(grain);
    run(world, 2);
  }
  run(world, 1500);
  double sum = 0;
  double squares = 0;
  int64_t cells = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      if (world.entry_at({x, y}) != kVoid) {
        sum += x - centre;
        squares += (x - centre) * (x - centre);
        ++cells;
      }
  // A triangle of half base b has variance b^2 / 6 and area b^2 * tan(angle).
  const auto n = static_cast<double>(cells);
  const double base_squared = 6 * squares / n;
  return {sum / n, std::atan(n / base_squared) * 180 / M_PI, active(world)};
}

}  // namespace

TEST_CASE("heaps come to rest, asleep, at the slope of their friction") {
  std::vector<Material> materials;
  for (int friction = 1; friction <= 4; ++friction) {
    Material material;
    material.name = "powder" + std::to_string(friction);
    material.density = 200;
    material.friction = friction;
    material.static_friction = 50;  // as files have it that say nothing: without any what splashes aside slides far
    material.kinetic_friction = 35;
    materials.push_back(material);
  }
  const Table table = std::make_shared<MaterialTable>(materials);
  for (int friction = 1; friction <= 4; ++friction) {
    const Heap heap = pour(table, table->names()[friction + 1].c_str(), 1, 3000, 501);
    INFO("friction " << friction);
    CHECK(heap.active_cells == 0);
    CHECK(heap.angle_degrees == Approx(std::atan(1.0 / friction) * 180 / M_PI).margin(2));
  }
}

TEST_CASE("heaps are as likely to lean to the left as to the right", "[thorough]") {
  const Table table = load_table("core");
  double sum = 0;
  constexpr int kSeeds = 16;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Heap heap = pour(table, "sand", seed, 1500, 301);
    CHECK(std::abs(heap.mean_offset) < 2);
    sum += heap.mean_offset;
  }
  CHECK(std::abs(sum / kSeeds) < 0.5);
}

TEST_CASE("a slope stands at its file's angle within 4 degrees, however it came about, in a liquid within 6 below") {
  std::vector<Material> materials;
  for (const int degrees : {15, 22, 30, 34, 42, 50, 60}) {
    Material powder;
    powder.name = "powder" + std::to_string(degrees);
    powder.density = 200;
    powder.repose_degrees = degrees;
    materials.push_back(powder);
  }
  Material liquid;
  liquid.name = "liquid";
  liquid.density = 50;
  liquid.friction = 8;
  liquid.liquid = true;
  materials.push_back(liquid);
  const Table table = std::make_shared<MaterialTable>(materials);
  uint64_t seed = 0;
  Combinations combinations(5);
  for (MaterialId powder = 2; powder < 9; ++powder)
    for (const History history : {History::kCollapsed, History::kCut, History::kBesideWall})
      for (const MaterialId around : {kVoid, id_of(table, "liquid")})
        for (const int cells : {1500, 4000}) {
          ++seed;
          if (combinations.skips_next()) continue;
          const int expected = (*table)[powder].repose_degrees;
          const double angle = slope_after(table, powder, history, cells, around, seed);
          INFO(expected << " degrees, history " << static_cast<int>(history) << ", " << cells << " cells, around "
                        << int{around});
          // In a liquid, where grains go one by one, slopes may end gentler.
          CHECK(angle <= expected + 4);
          CHECK(angle >= expected - (around == kVoid ? 4 : 6));
        }
}

TEST_CASE("small heaps that fall in end near their angle, too") {
  const Table table = inert(load_table("core"));
  uint64_t seed = 100;
  for (const int cells : {500, 700, 1000}) {
    double sum = 0;
    int slopes = 0;
    for (const char* name : {"ash", "salt", "sand", "snow", "gravel", "dirt"})
      for (const History history : {History::kCollapsed, History::kCut, History::kBesideWall}) {
        const MaterialId powder = id_of(table, name);
        const double off =
            slope_after(table, powder, history, cells, kVoid, ++seed) - (*table)[powder].repose_degrees;
        INFO(cells << " grains of " << name << ", history " << static_cast<int>(history) << ", off by " << off);
        CHECK(off > -8);  // a row more or less is 2 degrees
        CHECK(off < 4);
        sum += off;
        ++slopes;
      }
    INFO(cells << " grains");
    CHECK(std::abs(sum / slopes) < 3);
  }
}

TEST_CASE("a heap is at most 8 degrees steeper than it comes to rest, while 20 grains a tick are poured on it") {
  const Table table = inert(load_table("core"));
  uint64_t seed = 0;
  for (const char* name : {"ash", "salt", "sand", "dry-ice", "snow", "gravel", "dirt"}) {
    const MaterialId powder = id_of(table, name);
    const double angle = pouring_degrees(table, powder, ++seed);
    INFO(name << " at " << angle << " degrees");
    CHECK(angle <= (*table)[powder].repose_degrees + 8);
    CHECK(angle >= (*table)[powder].repose_degrees - 2);
  }
}

TEST_CASE("powders run out of a hole by Beverloo's law, under any head") {
  const Table table = inert(load_table("core"));
  Combinations combinations(4);
  uint64_t seed = 0;
  for (const char* name : {"ash", "salt", "sand", "gravel", "dirt"})
    for (const int head : {70, 110, 200}) {
      ++seed;
      if (combinations.skips_next()) continue;
      INFO(name << " under " << head << " rows");
      CHECK(hole_exponent(table, id_of(table, name), head, seed) == Approx(1.5).margin(0.25));
    }
}

TEST_CASE("a tall block of sand comes to rest within 640 ticks") {
  const Table table = load_table("core");
  for (uint64_t seed = 1; seed <= 3; ++seed) CHECK(collapse_ticks(table, id_of(table, "sand"), seed) <= 640);
}
