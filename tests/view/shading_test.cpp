#include "view/shading.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "app/open_world.h"
#include "io/assets.h"

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
  const Image image = world_picture(*opened.world, opened.materials->looks);
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
  const Image image = world_picture(*opened->world, opened->materials->looks, {}, nullptr, 1000);
  CHECK(image.size == GridSize{1000, 8});
}

TEST_CASE("matter is darker the more of it lies above") {
  const OpenedWorld opened = open("dam-break");
  const Image image = world_picture(*opened.world, opened.materials->looks);
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

TEST_CASE("gaps are filled in streams only, not beside what stands or rests") {
  const Result<MaterialSet> core = load_materials("core");
  REQUIRE(core.ok());
  const uint8_t sand = *core->table->find("sand");
  const uint8_t stone = *core->table->find("stone");
  CellWindow window;
  window.world = window.size = {8, 8};
  window.rect = {0, 0, 8, 8};
  window.cells.assign(64, {0, 0});
  const auto set = [&](int x, int y, uint8_t entry) { window.cells[static_cast<size_t>(y * 8 + x)].entry = entry; };
  set(1, 1, sand);  // a stream: every second cell
  set(1, 3, sand);
  set(5, 1, stone);  // the same of stone
  set(5, 3, stone);
  set(3, 7, sand);  // a step of a heap
  set(4, 7, sand);
  set(4, 6, sand);
  look_around(core->looks, window);
  CHECK((window.at(1, 2).around & kAroundCount) == 2);
  CHECK(window.at(1, 2).entry == sand);
  CHECK((window.at(5, 2).around & kAroundCount) == 0);
  CHECK((window.at(3, 6).around & kAroundCount) == 0);
}

TEST_CASE("a view below a roof sees no sky, one below a hole in it some") {
  const OpenedWorld opened = open("cave");
  CellWindow window;
  const GridSize size = opened.world->size();
  look_at(*opened.world, opened.materials->looks, {0, 200, size.width, 40}, 1, {DisplayMode::kFancy}, nullptr, window);
  REQUIRE(window.sky_above.size() == static_cast<size_t>(size.width));
  CHECK(std::count(window.sky_above.begin(), window.sky_above.end(), 0) > 400);
  look_at(*opened.world, opened.materials->looks, {0, 0, size.width, 40}, 1, {DisplayMode::kFancy}, nullptr, window);
  CHECK(window.sky_above.empty());
}
