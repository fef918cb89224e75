#include "view/shading.h"

#include <catch2/catch.hpp>

#include "app/open_world.h"

using namespace quicksand;

namespace {

OpenedWorld open(const std::string& scene) {
  WorldRequest request;
  request.scene = scene;
  Result<OpenedWorld> opened = open_world(request);
  REQUIRE(opened.ok());
  return std::move(*opened);
}

}  // namespace

TEST_CASE("a picture has a pixel for each cell, of the material's hue") {
  const OpenedWorld opened = open("acid-bath");
  const Image image = world_picture(*opened.world, opened.looks);
  REQUIRE(image.size == opened.world->size());
  const uint8_t* const acid = image.pixel(200, 220);
  REQUIRE(opened.world->entry_names()[opened.world->entry_at({200, 220})] == "acid");
  CHECK(acid[1] > 2 * acid[2]);
  CHECK(acid[1] > acid[0]);
}

TEST_CASE("a picture of a large world is reduced") {
  WorldRequest request;
  request.scene = "rain";
  request.size = GridSize{5000, 40};
  Result<OpenedWorld> opened = open_world(request);
  REQUIRE(opened.ok());
  const Image image = world_picture(*opened->world, opened->looks, {}, nullptr, 1000);
  CHECK(image.size == GridSize{1000, 8});
}

TEST_CASE("matter is darker the more of it lies above") {
  const OpenedWorld opened = open("dam-break");
  const Image image = world_picture(*opened.world, opened.looks);
  const auto brightness = [&](int y) {
    int sum = 0;
    for (int x = 20; x < 40; ++x) sum += image.pixel(x, y)[2];
    return sum;
  };
  CHECK(brightness(28) > brightness(36));
  CHECK(brightness(36) > brightness(60));
}

TEST_CASE("what is wet is darker, the wetter the darker, without a step") {
  const Rgb dry{220, 180, 90};
  CHECK(wet_colour(dry, 0) == dry);
  int before = dry.r;
  for (int wetness = 1; wetness < 256; ++wetness) {
    const int now = wet_colour(dry, static_cast<uint8_t>(wetness)).r;
    CHECK(now <= before);
    CHECK(before - now <= 2);
    before = now;
  }
  CHECK(before < 120);
}
