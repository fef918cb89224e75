#include "sim/cells/repose.h"

#include <cmath>

#include "measure/quality_probes.h"
#include "sim/fixture.h"

using namespace quicksand;

namespace {

Table powder_of(int degrees) {
  Material powder;
  powder.name = "powder";
  powder.density = 200;
  powder.repose_degrees = degrees;
  powder.static_friction = 50;  // as files have it that say nothing: without any what splashes aside slides far
  powder.kinetic_friction = 35;
  return std::make_shared<MaterialTable>(std::vector<Material>{powder});
}

void check_poured_heaps(uint64_t seeds) {
  for (int degrees = 20; degrees <= 60; degrees += 5) {
    for (uint64_t seed = 1; seed <= seeds; ++seed) {
      const HeapShape heap = pour_heap(powder_of(degrees), 2, seed);
      INFO(degrees << " degrees, seed " << seed);
      CHECK(heap.degrees == Approx(degrees).margin(2));
      CHECK(std::abs(heap.lean) < 0.05);
    }
  }
}

}  // namespace

TEST_CASE("a heap poured from a point measures what the file says, within 2 degrees", "[thorough]") {
  check_poured_heaps(1);
}

TEST_CASE("heaps poured with many seeds measure what the file says, within 2 degrees", "[.slow]") {
  check_poured_heaps(25);
}

TEST_CASE("every angle has a slope within 2 degrees of it, and is no gentler than the one before") {
  double before = 0;
  for (int degrees = kMinRepose; degrees <= kMaxRepose; ++degrees) {
    const Repose slope = repose_of_angle(degrees);
    const double angle = std::atan(double(slope.drop) / slope.reach) * 180 / M_PI;
    INFO(degrees);
    CHECK(angle == Approx(degrees).margin(2));
    CHECK(angle >= before);
    CHECK(slope.reach <= kMaxFriction);
    CHECK(slope.drop <= kMaxDrop);
    before = angle;
  }
}

TEST_CASE("a reach is a slope of one row") {
  for (int reach = 1; reach <= kMaxFriction; ++reach)
    for (int distance = 1; distance <= reach; ++distance) CHECK(repose_of_reach(reach).drop_at(distance) == 1);
}
