#include "view/viewport_picture.h"

#include <random>

#include "app/play.h"
#include "view/shading.h"

using namespace quicksand;

TEST_CASE("every pixel of the processor's picture has the colour of the cell under it") {
  const Session session = play("hourglass", 60);
  const World& world = session.world();
  const Image whole = world_picture(world, session.looks());
  Parallel two(2);
  for (unsigned seed = 0; seed < 40; ++seed) {
    std::mt19937 dice(seed);
    const auto number = [&](int least, int most) {
      return least + static_cast<int>(dice() % static_cast<unsigned>(most - least));
    };
    const double density = 1 + static_cast<double>(dice() % 2);
    Camera camera;
    camera.set_viewport({0.0 + number(0, 50), 0.0 + number(0, 50), 0.0 + number(1, 500), 0.0 + number(1, 400)},
                        world.size());
    camera.zoom_at({100, 100}, 0.5 + number(0, 60) / 10.0);
    camera.pan(number(-200, 200), number(-200, 200));
    if (camera.zoom() * density < 1) continue;  // several cells a pixel
    ViewportPicture picture;
    CHECK(picture.draw(world, session.looks(), camera, {}, nullptr, density, false, two));
    const PixelRect& box = camera.viewport();
    const Image& image = picture.image();
    INFO("seed " << seed << ", zoom " << camera.zoom());
    REQUIRE(image.size == GridSize{static_cast<int>(box.width * density), static_cast<int>(box.height * density)});
    int wrong = 0;
    for (int y = 0; y < image.size.height; y += 3)
      for (int x = 0; x < image.size.width; x += 3) {
        const CellPos cell = camera.cell_of({box.x + (x + 0.5) / density, box.y + (y + 0.5) / density});
        const bool inside = cell.x >= 0 && cell.y >= 0 && cell.x < world.size().width && cell.y < world.size().height;
        const uint8_t* const pixel = image.pixel(x, y);
        wrong += inside ? !std::equal(pixel, pixel + 4, whole.pixel(cell.x, cell.y)) : pixel[0] > 10;
      }
    CHECK(wrong == 0);
    CHECK_FALSE(picture.draw(world, session.looks(), camera, {}, nullptr, density, false, two));  // nothing has changed
  }
}

TEST_CASE("whatever was drawn before, the picture is what a fresh one is, and says whether it is another than before",
          "[thorough]") {
  constexpr const char* kScenes[] = {"hourglass", "dunes-barchan", "fountain"};
  for (unsigned seed = 0; seed < 30; ++seed) {
    std::mt19937 dice(seed);
    const auto below = [&](int end) { return static_cast<int>(dice() % static_cast<unsigned>(end)); };
    Session session = play(kScenes[seed % 3], 40);
    Parallel two(2);
    MotionTrail trail;
    Camera camera;
    View view;
    bool grid = false;
    const auto set_viewport = [&](double width, double height) {
      camera.set_viewport({10, 20, width, height}, session.world().size());
    };
    set_viewport(200, 150);
    ViewportPicture picture;
    for (int step = 0; step < 25; ++step) {
      switch (below(8)) {
        case 0:
          session.tick();
          break;
        case 1: {
          constexpr double kExtents[] = {0, 0.5, 1, 2, 33, 200, 300};
          if (below(2) == 0)
            set_viewport(200, 150);
          else
            set_viewport(kExtents[below(std::size(kExtents))], kExtents[below(std::size(kExtents))]);
          break;
        }
        case 2:
          camera.pan(below(60) - 30, (below(60) - 30) / 7.0);
          break;
        case 3:
          camera.zoom_at({100, 80}, below(2) == 0 ? 1.7 : 0.5);
          break;
        case 4:
          grid = !grid;
          break;
        case 5:
          view.mode = static_cast<DisplayMode>(below(static_cast<int>(std::size(kDisplayModes))));
          break;
        default:  // nothing
          break;
      }
      INFO(kScenes[seed % 3] << ", seed " << seed << ", step " << step);
      trail.follow(session.world());
      const Image before = picture.image();
      const bool differs = picture.draw(session.world(), session.looks(), camera, view, &trail, 1, grid, two);
      ViewportPicture fresh;
      fresh.draw(session.world(), session.looks(), camera, view, &trail, 1, grid, two);
      REQUIRE(picture.image().size == fresh.image().size);
      REQUIRE(picture.image().rgba == fresh.image().rgba);
      if (!differs) CHECK(picture.image().rgba == before.rgba);
    }
  }
}

TEST_CASE("the processor draws every view of every kind of world, as large as the viewport") {
  for (const char* const scene : {"oasis", "dunes-barchan"}) {
    const Session session = play(scene, 8);
    MotionTrail trail;
    trail.follow(session.world());
    Parallel two(2);
    for (const DisplayModeInfo& info : kDisplayModes)
      for (const double extent : {1.0, 33.0, 700.0, 2500.0}) {
        INFO(scene << " " << info.name << " " << extent);
        Camera camera;
        camera.set_viewport({0, 0, extent, extent / 2 + 1}, session.world().size());
        ViewportPicture picture;
        View view;
        view.mode = *find_display_mode(info.name);
        CHECK(picture.draw(session.world(), session.looks(), camera, view, &trail, 1, true, two));
        CHECK(picture.image().size.width == static_cast<int>(extent));
      }
  }
}
