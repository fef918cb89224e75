// What the effects of the fancy display mode do, each one by itself.
#include "render/fancy_look.h"

#include <SDL.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>

#include "io/assets.h"
#include "render/offscreen.h"
#include "render/world_renderer.h"
#include "view/shading.h"

using namespace quicksand;

namespace {

constexpr int kWidth = 128;
constexpr int kHeight = 96;

constexpr Effects kNone{0, 0, 0, 0, 0, 1};

// A small world that is only looked at.
class Stage {
 public:
  Stage() : core_(load_materials("core")) {
    REQUIRE(core_.ok());
    window_.world = window_.size = {kWidth, kHeight};
    window_.rect = {0, 0, kWidth, kHeight};
    window_.view.mode = DisplayMode::kFancy;
    window_.cells.assign(kWidth * kHeight, {0, 0});
  }

  void fill(int x, int y, int width, int height, const char* material) {
    const uint8_t entry = *core_->table->find(material);
    for (int j = y; j < y + height; ++j)
      for (int i = x; i < x + width; ++i) window_.cells[static_cast<size_t>(j * kWidth + i)] = {entry, 128};
  }

  Image draw(const Effects& effects, int detail = 1) {
    Result<ShaderSources> sources = load_shaders();
    REQUIRE(sources.ok());
    Result<WorldRenderer> renderer = WorldRenderer::create(*sources);
    INFO((renderer ? "" : renderer.failure().text()));
    REQUIRE(renderer.ok());
    renderer->set_looks(core_->looks);
    renderer->set_effects(effects);
    return renderer->picture(cells(), detail);
  }

  // The samples as a renderer gets them.
  CellWindow cells() const {
    CellWindow window = window_;
    look_around(core_->looks, window);
    return window;
  }
  CellWindow& window() { return window_; }
  const Looks& looks() const { return core_->looks; }

 private:
  Result<MaterialSet> core_;
  CellWindow window_;
};

int brightness(const Image& image, int x, int y) {
  const uint8_t* const pixel = image.pixel(x, y);
  return pixel[0] + pixel[1] + pixel[2];
}

int difference(const Image& a, const Image& b, int x, int y) {
  int sum = 0;
  for (int i = 0; i < 3; ++i) sum += std::abs(int{a.pixel(x, y)[i]} - int{b.pixel(x, y)[i]});
  return sum;
}

}  // namespace

TEST_CASE("blur lets drops run together, and leaves grains crisp") {
  shared_context();
  Stage stage;
  for (int y = 10; y < 80; ++y)
    for (int x = 20; x < 40; ++x)
      if ((x * 7 + y * 11) % 3 == 0) stage.fill(x, y, 1, 1, "water");
  for (int y = 10; y < 80; ++y)
    for (int x = 80; x < 100; ++x)
      if ((x * 7 + y * 11) % 3 == 0) stage.fill(x, y, 1, 1, "sand");
  Effects blurred = kNone;
  const CellWindow cells = stage.cells();
  const Image crisp = stage.draw(kNone);
  for (blurred.blur = 1; blurred.blur <= kMostBlur; ++blurred.blur) {
    const Image smooth = stage.draw(blurred);
    int bluer = 0;
    int gaps = 0;
    for (int y = 20; y < 70; ++y) {
      for (int x = 23; x < 37; ++x) {
        if (cells.at(x, y).kind() != CellKind::kVoid) continue;
        ++gaps;
        bluer += smooth.pixel(x, y)[2] > crisp.pixel(x, y)[2] + 15 ? 1 : 0;
      }
      for (int x = 78; x < 102; ++x) CHECK(difference(smooth, crisp, x, y) <= 3);
    }
    CHECK(bluer > gaps * 9 / 10);
  }
}

TEST_CASE("a body of liquid has a round surface where its cells are enlarged") {
  shared_context();
  Stage stage;
  for (int x = 20; x < 100; ++x) stage.fill(x, 50 - x / 8, 1, 40, "water");  // steps, 8 cells long
  Effects effects = kNone;
  effects.blur = 2;
  const Image picture = stage.draw(effects, 4);
  REQUIRE(picture.size == GridSize{4 * kWidth, 4 * kHeight});
  // Where the water begins, column by column: a staircase of the cells would jump by 4 pixels.
  int before = 0;
  int jumps = 0;
  for (int x = 30 * 4; x < 90 * 4; ++x) {
    int y = 0;
    while (picture.pixel(x, y)[2] < 110) ++y;
    if (before > 0 && std::abs(y - before) >= 4) ++jumps;
    before = y;
  }
  CHECK(jumps == 0);
}

TEST_CASE("edges make surfaces light and what lies deep dark") {
  shared_context();
  Stage stage;
  stage.fill(10, 40, 50, 50, "stone");
  stage.fill(70, 40, 50, 50, "water");
  Effects effects = kNone;
  const Image flat = stage.draw(effects);
  effects.edges = 1;
  const Image shaded = stage.draw(effects);
  CHECK(brightness(shaded, 30, 40) > brightness(flat, 30, 40));
  CHECK(brightness(shaded, 90, 40) > brightness(shaded, 90, 70) + 30);
  CHECK(brightness(shaded, 30, 40) > brightness(shaded, 30, 70) + 30);
}

TEST_CASE("bloom shines over the edge of what is bright, the farther the wider, and over a wall") {
  shared_context();
  Stage stage;
  stage.fill(56, 36, 10, 10, "lamp");
  stage.fill(70, 0, 3, kHeight, "stone");
  Effects effects = kNone;
  const Image none = stage.draw(effects);
  effects.bloom = 1;
  const Image near = stage.draw(effects);
  effects.bloom = 2;
  const Image far = stage.draw(effects);
  CHECK(brightness(near, 52, 42) > brightness(none, 52, 42) + 20);
  CHECK(brightness(near, 76, 42) > brightness(none, 76, 42) + 4);
  CHECK(std::abs(brightness(near, 10, 42) - brightness(none, 10, 42)) < 10);
  CHECK(brightness(far, 20, 42) > brightness(near, 20, 42) + 4);
}

TEST_CASE("light of every level comes from the sky and from lamps, and a roof keeps the sky's out") {
  shared_context();
  Stage stage;
  stage.fill(0, 80, kWidth, 16, "stone");  // the ground
  stage.fill(10, 40, 60, 4, "stone");      // a roof
  stage.fill(6, 40, 4, 40, "stone");
  stage.fill(70, 40, 4, 40, "stone");
  const auto floor = [&](const Image& image, int x) {
    int sum = 0;
    for (int i = 0; i < 6; ++i) sum += brightness(image, x + i, 80);
    return sum / 6;
  };
  for (int light = kSimpleLight; light < static_cast<int>(kLightLevels.size()); ++light) {
    INFO(kLightLevels[static_cast<size_t>(light)].name);
    Effects effects = kNone;
    effects.light = light;
    const Image dark = stage.draw(effects);
    CHECK(floor(dark, 100) > floor(dark, 36) + 40);
    Stage with_lamp = stage;
    with_lamp.fill(37, 60, 4, 4, "lamp");
    const Image lit = with_lamp.draw(effects);
    CHECK(floor(lit, 36) > floor(dark, 36) + 40);
    CHECK(std::abs(floor(lit, 100) - floor(dark, 100)) < (light == kSimpleLight ? 60 : 6));
  }
}

TEST_CASE("where the view begins below the world's top there is only as much sky as comes down to it") {
  shared_context();
  Stage stage;
  stage.fill(0, 80, kWidth, 16, "stone");
  for (const int light : {kSimpleLight, 3}) {
    Effects effects = kNone;
    effects.light = light;
    stage.window().sky_above.clear();
    const Image with_sky = stage.draw(effects);
    stage.window().sky_above.assign(kWidth, 0);  // the same cells, deep below
    for (int x = 60; x < 128; ++x) stage.window().sky_above[static_cast<size_t>(x)] = 255;  // but for a hole in the roof
    const Image within = stage.draw(effects);
    CHECK(brightness(with_sky, 20, 79) > brightness(within, 20, 79) + 12);
    CHECK(brightness(within, 100, 40) > brightness(within, 20, 40) + 12);
  }
}

TEST_CASE("every small lamp glows alike, wherever it stands") {
  shared_context();
  Effects effects = kNone;
  effects.bloom = 1;
  std::vector<int> glows;
  for (const CellPos at : {CellPos{48, 40}, CellPos{52, 40}, CellPos{48, 44}, CellPos{52, 44}, CellPos{50, 41}}) {
    Stage stage;
    stage.fill(at.x, at.y, 4, 4, "lamp");
    const Image lit = stage.draw(effects);
    glows.push_back(brightness(lit, at.x - 3, at.y + 2) - brightness(lit, 10, at.y + 2));
  }
  for (const int glow : glows) {
    CHECK(glow > 10);
    CHECK(3 * glow > *std::max_element(glows.begin(), glows.end()));
  }
}

TEST_CASE("dithering breaks bands up and changes no colour by more than a step") {
  shared_context();
  Stage stage;
  Effects effects = kNone;
  const Image banded = stage.draw(effects);
  effects.dither = 1;
  const Image dithered = stage.draw(effects);
  const auto largest_band = [](const Image& image) {
    int largest = 0;
    for (int y = 0; y < kHeight; ++y) {
      bool even = true;
      for (int x = 1; x < kWidth; ++x) even &= brightness(image, x, y) == brightness(image, 0, y);
      largest += even ? 1 : 0;
    }
    return largest;
  };
  CHECK(largest_band(banded) == kHeight);  // every row is of one colour, and many rows of the same
  CHECK(largest_band(dithered) < kHeight / 8);
  double mean = 0;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) {
      CHECK(difference(banded, dithered, x, y) <= 3);  // one for each channel
      mean += brightness(dithered, x, y) - brightness(banded, x, y);
    }
  CHECK(std::abs(mean / (kWidth * kHeight)) < 1.5);
}

TEST_CASE("the same shaders draw the same pictures with OpenGL ES 3.0") {
  shared_context();
  Stage stage;
  stage.fill(0, 60, kWidth, 36, "stone");
  stage.fill(20, 50, 40, 10, "water");
  stage.fill(70, 56, 4, 4, "lamp");
  stage.fill(90, 50, 10, 10, "sand");
  const Image desktop = stage.draw({2, 1, 3, 2, 1, 2}, 2);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
  SDL_Window* const window = SDL_CreateWindow("test", 0, 0, 64, 64, SDL_WINDOW_OPENGL);
  REQUIRE(window);
  SDL_GLContext const context = SDL_GL_CreateContext(window);
  INFO(SDL_GetError());
  REQUIRE(context);
  CHECK_FALSE(epoxy_is_desktop_gl());
  const Image embedded = stage.draw({2, 1, 3, 2, 1, 2}, 2);
  stage.window().view.mode = DisplayMode::kPlain;
  const Image plain = stage.draw({});
  const Image expected = shade(stage.cells(), stage.looks());
  SDL_GL_DeleteContext(context);
  SDL_DestroyWindow(window);
  SDL_GL_ResetAttributes();
  REQUIRE(embedded.size == desktop.size);
  int worst = 0;
  double mean = 0;
  for (size_t i = 0; i < embedded.rgba.size(); ++i) {
    const int off = std::abs(int{embedded.rgba[i]} - int{desktop.rgba[i]});
    worst = std::max(worst, off);
    mean += off / static_cast<double>(embedded.rgba.size());
  }
  CHECK(worst <= 6);  // light is half as exact as colours are
  CHECK(mean < 0.1);
  worst = 0;
  for (size_t i = 0; i < plain.rgba.size(); ++i)
    worst = std::max(worst, std::abs(int{plain.rgba[i]} - int{expected.rgba[i]}));
  CHECK(worst <= 1);
}
