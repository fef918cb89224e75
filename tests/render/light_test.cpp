// The light of radiance cascades against rays traced one by one on the processor, from some places in all
// directions.
#include <SDL.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "capture/shader_files.h"
#include "core/parallel.h"
#include "render/light_field.h"
#include "render/offscreen.h"

using namespace quicksand;

namespace {

constexpr int kSize = 128;
constexpr double kPi = 3.14159265358979;

struct Medium {
  float r = 0, g = 0, b = 0;
  float loss = 0;
};

struct LightScene {
  std::vector<Medium> media = std::vector<Medium>(kSize * kSize);
  std::array<float, 3> sky{};

  void fill(int x, int y, int width, int height, Medium medium) {
    for (int j = y; j < y + height; ++j)
      for (int i = x; i < x + width; ++i) media[static_cast<size_t>(j * kSize + i)] = medium;
  }
  const Medium& at(int x, int y) const { return media[static_cast<size_t>(y * kSize + x)]; }
};

constexpr float kOpaque = 20;

// Two lamps and a strip of light among walls.
LightScene lamps() {
  LightScene scene;
  scene.fill(20, 30, 6, 6, {4, 3, 2, kOpaque});
  scene.fill(90, 80, 10, 3, {1, 2, 3, kOpaque});
  scene.fill(100, 20, 3, 3, {6, 6, 6, kOpaque});
  scene.fill(50, 20, 4, 60, {0, 0, 0, kOpaque});
  scene.fill(70, 60, 30, 4, {0, 0, 0, kOpaque});
  return scene;
}

// The sky over ground, a house with a door, and a cloud of dust.
LightScene house() {
  LightScene scene;
  scene.sky = {0.8F, 0.9F, 1};
  scene.fill(0, 100, 128, 28, {0, 0, 0, kOpaque});
  scene.fill(20, 60, 60, 3, {0, 0, 0, kOpaque});
  scene.fill(20, 60, 3, 40, {0, 0, 0, kOpaque});
  scene.fill(77, 60, 3, 25, {0, 0, 0, kOpaque});
  scene.fill(100, 70, 16, 30, {0, 0, 0, 0.3F});
  return scene;
}

// A lake with something that glows on its floor, grains in the air, and a lamp.
LightScene lake() {
  LightScene scene;
  scene.sky = {0.5F, 0.55F, 0.6F};
  scene.fill(0, 70, 128, 58, {0, 0, 0, 0.05F});
  scene.fill(30, 110, 20, 8, {3, 2, 1, kOpaque});
  scene.fill(80, 40, 12, 12, {0, 0, 0, kOpaque});
  scene.fill(60, 20, 3, 3, {8, 8, 7, kOpaque});
  for (int i = 0; i < 40; ++i) scene.fill(i * 37 % 120, i * 53 % 60, 1, 1, {0, 0, 0, kOpaque});
  return scene;
}

struct Rgbd {
  double r = 0, g = 0, b = 0;
};

// The light that comes to a place along one ray. Beyond the sides and the bottom the scene goes on as it is there.
Rgbd look(const LightScene& scene, double x, double y, double dx, double dy) {
  Rgbd light;
  double through = 1;
  double gone = 0;
  int column = static_cast<int>(x);
  int row = static_cast<int>(y);
  while (row >= 0 && gone < 2 * kSize && through > 1e-5) {
    const double to_x = dx > 0 ? (column + 1 - x) / dx : dx < 0 ? (column - x) / dx : 1e9;
    const double to_y = dy > 0 ? (row + 1 - y) / dy : dy < 0 ? (row - y) / dy : 1e9;
    const double end = std::min(to_x, to_y);
    const Medium& medium = scene.at(std::clamp(column, 0, kSize - 1), std::min(row, kSize - 1));
    const double kept = std::exp(-medium.loss * (end - gone));
    light.r += through * (1 - kept) * medium.r;
    light.g += through * (1 - kept) * medium.g;
    light.b += through * (1 - kept) * medium.b;
    through *= kept;
    gone = end;
    (to_x < to_y ? column : row) += (to_x < to_y ? dx : dy) > 0 ? 1 : -1;
  }
  const double up = std::max(-dy, 0.0);
  return {light.r + through * up * scene.sky[0], light.g + through * up * scene.sky[1],
          light.b + through * up * scene.sky[2]};
}

// Which places are traced, and how densely.
struct Sampling {
  int every;  // row and column
  int rays;   // from each place

  int places() const { return kSize / every; }  // along a side
};
constexpr Sampling kQuick{8, 1024};
constexpr Sampling kFull{2, 2048};

std::vector<Rgbd> brute_force(const LightScene& scene, const Sampling& sampling) {
  const int places = sampling.places();
  std::vector<Rgbd> light(static_cast<size_t>(places * places));
  Parallel parallel(hardware_threads());
  parallel.for_each(places, [&](int row) {
    for (int column = 0; column < places; ++column) {
      Rgbd sum;
      for (int i = 0; i < sampling.rays; ++i) {
        const double angle = 2 * kPi * (i + 0.5) / sampling.rays;
        const Rgbd one =
            look(scene, column * sampling.every + 0.5, row * sampling.every + 0.5, std::cos(angle), std::sin(angle));
        sum = {sum.r + one.r, sum.g + one.g, sum.b + one.b};
      }
      const double rays = sampling.rays;
      light[static_cast<size_t>(row * places + column)] = {sum.r / rays, sum.g / rays, sum.b / rays};
    }
  });
  return light;
}

std::vector<float> cascades(const LightScene& scene) {
  const Result<ShaderSources> sources = load_shaders();
  REQUIRE(sources.ok());
  Result<LightField> field = LightField::create(*sources);
  INFO((field ? "" : field.failure().text()));
  REQUIRE(field.ok());
  GlTexture media(GL_RGBA16F, GL_RGBA, GL_FLOAT, GL_NEAREST);
  media.upload({kSize, kSize}, scene.media.data());
  GlTexture open(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_NEAREST);
  constexpr uint8_t kWhite[] = {255, 255, 255, 255};
  open.upload({1, 1}, kWhite);
  field->compute(media, {kSize, kSize}, {scene.sky[0], scene.sky[1], scene.sky[2], open, 1});
  std::vector<float> light(kSize * kSize * 4);
  glReadPixels(0, 0, kSize, kSize, GL_RGBA, GL_FLOAT, light.data());
  return light;
}

// The mean relative error in places that light gets to, of those that `counts` names.
template <class Counts>
double mean_error(const LightScene& scene, const std::vector<Rgbd>& expected, const std::vector<float>& light,
                  const Sampling& sampling, const Counts& counts) {
  double mean = 0;
  for (const Rgbd& one : expected) mean += (one.r + one.g + one.b) / 3 / static_cast<double>(expected.size());
  double sum = 0;
  int places = 0;
  for (int y = 0; y < kSize; y += sampling.every)
    for (int x = 0; x < kSize; x += sampling.every) {
      if (scene.at(x, y).loss >= kOpaque || !counts(x, y)) continue;
      const Rgbd& want = expected[static_cast<size_t>(y / sampling.every * sampling.places() + x / sampling.every)];
      const float* const have = &light[static_cast<size_t>(y * kSize + x) * 4];
      const double off = std::abs(have[0] - want.r) + std::abs(have[1] - want.g) + std::abs(have[2] - want.b);
      sum += off / std::max(want.r + want.g + want.b, 0.05 * 3 * mean);  // in the dark, of a twentieth of the mean
      ++places;
    }
  return sum / places;
}

void check_scenes(const Sampling& sampling) {
  shared_context();
  struct Named {
    const char* name;
    LightScene scene;
  };
  for (const Named& one : {Named{"lamps", lamps()}, Named{"house", house()}, Named{"lake", lake()}}) {
    const std::vector<float> light = cascades(one.scene);
    const double error = mean_error(one.scene, brute_force(one.scene, sampling), light, sampling, [](int, int) { return true; });
    INFO(one.name << ": " << error);
    CHECK(error < 0.05);
    CHECK(error > 0);  // it is not the same computation
  }
}

void check_borders(const Sampling& sampling) {
  shared_context();
  LightScene scene;
  scene.fill(62, 62, 4, 4, {5, 5, 5, kOpaque});
  const std::vector<float> light = cascades(scene);
  const std::vector<Rgbd> expected = brute_force(scene, sampling);
  const auto distance = [](int x, int y) { return std::hypot(x + 0.5 - 64, y + 0.5 - 64); };
  // Rays of the cascades end at 4, 20 and 84 texels.
  for (const double border : {4.0, 20.0, 84.0}) {
    const auto near = [&](int x, int y) { return std::abs(distance(x, y) - border) < 3; };
    const double error = mean_error(scene, expected, light, sampling, near);
    INFO("at " << border << ": " << error);
    CHECK(error < 0.05);
  }
}

}  // namespace

TEST_CASE("radiance cascades agree with rays traced one by one, within 5 %") { check_scenes(kQuick); }

TEST_CASE("radiance cascades agree with rays from every second place", "[.slow]") { check_scenes(kFull); }

TEST_CASE("no ring shows where one cascade ends and the next begins") { check_borders({4, 1024}); }

TEST_CASE("no ring shows in rays from every second place", "[.slow]") { check_borders(kFull); }
