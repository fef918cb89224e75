#include "view/light_quality.h"

#include <catch2/catch.hpp>

using namespace quicksand;

namespace {

// Draws `frames` frames on a machine on which 96 texels take so many seconds.
int texels_after(LightQuality& quality, double seconds, int frames) {
  for (int i = 0; i < frames; ++i) {
    const double share = quality.texels() / 96.0;
    quality.frame_took(seconds * share * share);
  }
  return quality.texels();
}

}  // namespace

TEST_CASE("a slow machine gets coarse light at once, a fast one fine light soon") {
  LightQuality slow;
  CHECK(texels_after(slow, 0.8, 3) == 24);
  LightQuality middling;
  CHECK(texels_after(middling, 0.02, 400) == 48);
  LightQuality fast;
  CHECK(texels_after(fast, 0.0001, 400) == 384);
}

TEST_CASE("the light's level settles, and follows a machine that becomes slower") {
  LightQuality quality;
  texels_after(quality, 0.0005, 400);
  const int settled = quality.texels();
  for (int i = 0; i < 200; ++i) CHECK(texels_after(quality, 0.0005, 1) == settled);
  CHECK(texels_after(quality, 0.5, 4) < settled);
}
