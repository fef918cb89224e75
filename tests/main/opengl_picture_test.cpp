// The fancy picture, which is the usual one, comes from OpenGL; that needs no display. These are left out where the
// program is built without it.
#include <catch2/catch.hpp>

#include "main/picture.h"

using namespace quicksand;

TEST_CASE("the usual picture of a headless run is the fancy one", "[long]") {
  const TemporaryFolder folder;
  const Image usual = picture(folder, "");
  CHECK(usual.rgba == picture(folder, "--display fancy --renderer gl").rgba);
  CHECK(usual.rgba != picture(folder, "--renderer cpu").rgba);
  CHECK(picture(folder, "--scale 3").size == GridSize{480, 480});
}

TEST_CASE("a preset of effects is what its effects are one by one", "[long]") {
  const TemporaryFolder folder;
  const Image low = picture(folder, "--effects low");
  CHECK(low.rgba == picture(folder, "--effects very-high,blur=1,light=1,bloom=1,dither=1,edges=1").rgba);
  CHECK(low.rgba != picture(folder, "--effects low,light=0").rgba);
  CHECK(low.rgba != picture(folder, "").rgba);
}

TEST_CASE("OpenGL draws the plain picture as well") {
  const TemporaryFolder folder;
  CHECK(picture(folder, "--display plain --renderer gl").size == GridSize{160, 160});
}
