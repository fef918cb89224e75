#include "view/camera.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

using namespace quicksand;

TEST_CASE("a new camera shows the whole world, centred") {
  Camera camera;
  camera.set_viewport({100, 50, 800, 600}, {400, 200});
  CHECK(camera.zoom() == Approx(2));
  CHECK(camera.pixel_of({0, 0}).x == Approx(100));
  CHECK(camera.pixel_of({200, 100}).y == Approx(350));
  CHECK(camera.cell_of({899.5, 350}) == CellPos{399, 100});
}

TEST_CASE("zooming keeps the cell under the pointer, panning follows it") {
  Camera camera;
  camera.set_viewport({0, 0, 800, 600}, {400, 300});
  const Point pointer{310, 170};
  const Point before = camera.point_of(pointer);
  camera.zoom_at(pointer, 5);
  CHECK(camera.point_of(pointer).x == Approx(before.x));
  CHECK(camera.point_of(pointer).y == Approx(before.y));
  camera.pan(40, -20);
  CHECK(camera.point_of({350, 150}).x == Approx(before.x));
  camera.fit();
  CHECK(camera.zoom() == Approx(2));
}

TEST_CASE("a pixel absurdly far away, as of a pointer that is nowhere, is a cell that can be reckoned with") {
  Camera camera;
  camera.set_viewport({0, 0, 800, 600}, {400, 300});
  const CellPos far = camera.cell_of({-3e38, 3e38});
  CHECK(far.x == -4 * kMaxWorldExtent);
  CHECK(far.y == 4 * kMaxWorldExtent);
}

TEST_CASE("the visible cells stay within the world, from one cell to the largest") {
  for (const GridSize world : {GridSize{1, 1}, {3, 16384}, {16384, 16384}}) {
    Camera camera;
    camera.set_viewport({0, 0, 800, 600}, world);
    for (int i = 0; i < 30; ++i) {
      const CellRect rect = camera.visible_cells(16);
      CHECK(rect.x >= 0);
      CHECK(rect.y >= 0);
      CHECK(rect.width >= 1);
      CHECK(rect.x + rect.width <= world.width);
      CHECK(rect.y + rect.height <= world.height);
      camera.zoom_at({10, 590}, 1.4);
    }
    CHECK(camera.zoom() <= Camera::kMaxZoom);
  }
}

TEST_CASE("the world's corner lies on a whole pixel, and places and pixels are each other's inverse") {
  std::mt19937 dice(5);
  const auto any = [&](double least, double most) {
    return least + (most - least) * static_cast<double>(dice()) / 4294967295.0;
  };
  for (int i = 0; i < 400; ++i) {
    Camera camera;
    const GridSize world{1 + static_cast<int>(dice() % 4000), 1 + static_cast<int>(dice() % 4000)};
    camera.set_viewport({0, any(30, 90), any(200, 3000), any(200, 2000)}, world);
    for (int step = 0; step < 6; ++step) {
      camera.zoom_at({any(0, 3000), any(0, 2000)}, any(0.6, 1.8));
      camera.pan(any(-300, 300), any(-300, 300));
      const Point corner = camera.pixel_of({0, 0});
      CHECK(corner.x == std::round(corner.x));
      CHECK(corner.y == std::round(corner.y));
      const Point place{any(0, world.width), any(0, world.height)};
      const Point back = camera.point_of(camera.pixel_of(place));
      CHECK(std::abs(back.x - place.x) < 1e-6);
      CHECK(std::abs(back.y - place.y) < 1e-6);
    }
  }
}

TEST_CASE(
    "what comes and goes below the world does not move it, and one that was whole is so again in another window") {
  for (const GridSize world : {GridSize{400, 100}, {100, 400}, {300, 200}})
    for (const double zoom : {1.0, 1.7, 3.0}) {
      Camera camera;
      camera.set_viewport({0, 42, 800, 600}, world);
      if (zoom != 1) camera.zoom_at({300, 200}, zoom);
      const Point corner = camera.pixel_of({0, 0});
      const Point end = camera.pixel_of({100, 100});
      for (const double height : {562.0, 500.0, 530.0, 600.0, 640.0, 431.0}) {
        camera.set_height(height);
        CHECK(camera.viewport().height == height);
        CHECK(camera.pixel_of({0, 0}).x == corner.x);
        CHECK(camera.pixel_of({0, 0}).y == corner.y);
        CHECK(camera.pixel_of({100, 100}).y == end.y);
      }
      if (zoom != 1) continue;
      camera.set_viewport({0, 42, 500, 300}, world);
      CHECK(camera.zoom() == std::min(500.0 / world.width, 300.0 / world.height));
    }
}
