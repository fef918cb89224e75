// No two grains that are near each other move faster against each other than is said, in worlds of any size.
#include "sim/grains/relative_speeds.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "core/random.h"

using namespace quicksand;

namespace {

struct Moving {
  std::vector<float> x, y;
  std::vector<Disc> discs;
};

// In a world of this size, and a little around it, all at this speed and up to so much faster or slower.
Moving moving(uint32_t seed, int count, float width, float height, float speed, float spread) {
  uint32_t serial = seed << 20;
  const auto fraction = [&] { return static_cast<float>(mix32(++serial) >> 8) / 16777216.0F; };
  Moving grains;
  for (int i = 0; i < count; ++i) {
    grains.x.push_back(fraction() * (width + 8) - 4);
    grains.y.push_back(fraction() * (height + 8) - 4);
    Disc disc{};
    disc.vx = spread * (2 * fraction() - 1);
    disc.vy = speed + spread * (2 * fraction() - 1);
    grains.discs.push_back(disc);
  }
  return grains;
}

}  // namespace

TEST_CASE("no grain near a place moves faster against one there than is said") {
  uint32_t seed = 0;
  RelativeSpeeds speeds;
  for (const float width : {1.0F, 30.0F, 3000.0F})
    for (const float height : {2.0F, 90.0F})
      for (const int count : {1, 50, 600})
        for (const float spread : {0.0F, 0.5F, 8.0F}) {
          const Moving grains = moving(++seed, count, width, height, 4, spread);
          speeds.build(grains.x, grains.y, grains.discs, static_cast<int>(width));
          for (size_t i = 0; i < grains.x.size(); ++i) {
            const Disc& one = grains.discs[i];
            const float most = speeds.most_against(grains.x[i], grains.y[i], one.vx, one.vy);
            REQUIRE(most <= 4 * spread * 1.4143F);  // nothing but grains counts, nor does the speed that all have
            for (size_t k = 0; k < grains.x.size(); ++k) {
              if (std::hypot(grains.x[k] - grains.x[i], grains.y[k] - grains.y[i]) >= RelativeSpeeds::kSide) continue;
              const Disc& other = grains.discs[k];
              REQUIRE(std::hypot(other.vx - one.vx, other.vy - one.vy) <= most * 1.0001F);
            }
          }
        }
}
