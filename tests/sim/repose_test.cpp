#include "sim/repose.h"

#include <cmath>

#include "sim/fixture.h"

using namespace quicksand;

namespace {

Table powder_of(int degrees) {
  Material powder;
  powder.name = "powder";
  powder.density = 200;
  powder.repose_degrees = degrees;
  return std::make_shared<MaterialTable>(std::vector<Material>{powder});
}

struct Heap {
  double degrees;
  double lean;  // of its centre to the right, as a share of half its base
  int64_t active;
};

// A heap poured grain by grain from a point, and the angle of the triangle with its area and its width.
Heap pour(int degrees, uint64_t seed) {
  constexpr GridSize kSize{501, 200};
  constexpr int kCentre = 250;
  Sandbox world(kSize, seed, Border::kWall, powder_of(degrees));
  for (int i = 0; i < 3000; ++i) {
    PaintCommand grain = rect(kCentre, 0, 1, 1, {2});
    grain.onto = Onto::kEmpty;
    world.paint(grain);
    run(world, 2);
  }
  run(world, 1000);
  double sum = 0;
  double squares = 0;
  double grains = 0;
  for (int y = 0; y < kSize.height; ++y)
    for (int x = 0; x < kSize.width; ++x)
      if (world.entry_at({x, y}) == 2) {
        sum += x - kCentre;
        squares += (x - kCentre) * (x - kCentre);
        ++grains;
      }
  // A triangle of half base b has variance b^2 / 6 and area b^2 * tan(angle).
  const double base_squared = 6 * squares / grains;
  return {std::atan(grains / base_squared) * 180 / M_PI, sum / grains / std::sqrt(base_squared), active(world)};
}

}  // namespace

TEST_CASE("a heap poured from a point measures what the file says, within 2 degrees") {
  for (int degrees = 20; degrees <= 60; degrees += 5) {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      const Heap heap = pour(degrees, seed);
      INFO(degrees << " degrees, seed " << seed);
      CHECK(heap.degrees == Approx(degrees).margin(2));
      CHECK(std::abs(heap.lean) < 0.05);
      CHECK(heap.active == 0);
    }
  }
}

TEST_CASE("the grid's own angles need no mixture") {
  CHECK(repose_of_angle(45).gentle_tints == 256);
  CHECK(repose_of_angle(45).reach(0) == 1);
  CHECK(repose_of_angle(45).reach(255) == 1);
  CHECK(repose_of_reach(2).reach(255) == 2);
  // Between 45 and 27 degrees some grains reach one cell and some two.
  CHECK(repose_of_angle(35).reach(0) == 2);
  CHECK(repose_of_angle(35).reach(255) == 1);
  CHECK(repose_of_angle(60).drops_two(255));
  CHECK_FALSE(repose_of_angle(60).drops_two(0));
}

TEST_CASE("every angle is steeper than the one before it") {
  const auto steepness = [](int degrees) {
    const Repose repose = repose_of_angle(degrees);
    return repose.gentle_reach * 1000 + repose.gentle_tints;
  };
  for (int degrees = kMinRepose + 1; degrees <= kMaxRepose; ++degrees)
    CHECK(steepness(degrees) <= steepness(degrees - 1));
}
