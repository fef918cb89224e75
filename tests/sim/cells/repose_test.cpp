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

TEST_CASE("a heap poured from a point measures what the file says, within 2 degrees", "[long]") {
  check_poured_heaps(2);
}

TEST_CASE("heaps poured with many seeds measure what the file says, within 2 degrees", "[.slow]") {
  check_poured_heaps(25);
}

TEST_CASE("the grid's own angles need no mixture") {
  CHECK(repose_of_angle(45).gentle_seeds == 256);
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
    return repose.gentle_reach * 1000 + repose.gentle_seeds;
  };
  for (int degrees = kMinRepose + 1; degrees <= kMaxRepose; ++degrees)
    CHECK(steepness(degrees) <= steepness(degrees - 1));
}
