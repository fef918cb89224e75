#include "view/triangles.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace quicksand;

namespace {

Image filled(GridSize size, std::array<uint8_t, 4> colour) {
  Image image(size);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) std::ranges::copy(colour, image.pixel(x, y));
  return image;
}

constexpr CellRect kAll{0, 0, 1000, 1000};
const Image kWhite = filled({1, 1}, {255, 255, 255, 255});

}  // namespace

TEST_CASE("triangles that share edges cover every pixel once") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 dice(seed);
    const auto place = [&](float least, float most) {
      // Often on pixels' middles and edges, where it is decided whose a pixel is.
      const float at = least + (most - least) * static_cast<float>(dice() % 1000) / 999;
      return dice() % 2 == 0 ? std::round(at * 2) / 2 : at;
    };
    // A rectangle, and a point in it to which its corners are joined.
    const float left = place(0, 20);
    const float top = place(0, 20);
    const float right = place(30, 60);
    const float bottom = place(30, 60);
    std::vector<TexturedCorner> corners{{left, top}, {right, top}, {right, bottom}, {left, bottom}};
    corners.push_back({place(left, right), place(top, bottom)});
    for (TexturedCorner& corner : corners) corner.rgba = {255, 255, 255, 128};
    std::vector<uint32_t> indices;
    for (uint32_t i = 0; i < 4; ++i) {
      const bool turned = dice() % 2 == 0;
      indices.insert(indices.end(), {i, turned ? 4 : (i + 1) % 4, turned ? (i + 1) % 4 : 4});
    }
    Image canvas = filled({64, 64}, {0, 0, 0, 255});
    draw_triangles(corners, indices, kWhite, kAll, canvas);
    INFO("seed " << seed);
    bool good = true;
    for (int y = 0; y < 64; ++y)
      for (int x = 0; x < 64; ++x) {
        const bool inside = static_cast<float>(x) + 0.5F >= left && static_cast<float>(x) + 0.5F < right &&
                            static_cast<float>(y) + 0.5F >= top && static_cast<float>(y) + 0.5F < bottom;
        good &= canvas.pixel(x, y)[0] == (inside ? 128 : 0);
      }
    CHECK(good);
  }
}

TEST_CASE("a picture drawn at its own size is itself, within the clip alone") {
  std::mt19937 dice(7);
  Image picture({24, 16});
  for (size_t i = 0; i < picture.rgba.size(); ++i) picture.rgba[i] = i % 4 == 3 ? 255 : static_cast<uint8_t>(dice());
  for (int left = 0; left < 12; ++left) {
    const CellRect clip{left + 3, 5, 11, 9};
    Image canvas = filled({40, 40}, {1, 2, 3, 255});
    const auto x = static_cast<float>(left);
    const std::array<uint8_t, 4> white{255, 255, 255, 255};
    const std::vector<TexturedCorner> corners{
        {x, 4, 0, 0, white}, {x + 24, 4, 1, 0, white}, {x + 24, 20, 1, 1, white}, {x, 20, 0, 1, white}};
    draw_triangles(corners, std::vector<uint32_t>{0, 1, 2, 0, 2, 3}, picture, clip, canvas);
    bool good = true;
    for (int row = 0; row < 40; ++row)
      for (int column = 0; column < 40; ++column) {
        const bool drawn =
            column >= clip.x && column < clip.x + clip.width && row >= clip.y && row < clip.y + clip.height;
        const uint8_t before[4] = {1, 2, 3, 255};
        const uint8_t* const wanted = drawn ? picture.pixel(column - left, row - 4) : before;
        good &= std::equal(wanted, wanted + 4, canvas.pixel(column, row));
      }
    CHECK(good);
  }
}

TEST_CASE("whatever triangles there are, nothing is drawn outside of the canvas") {
  const float odd[] = {0,   -1,   0.5F, 31,    32, 1e4F, -1e9F, 3e38F, -3e38F, std::numeric_limits<float>::infinity(),
                       NAN, 7.5F, 8,    1e-30F};
  for (unsigned seed = 0; seed < 2000; ++seed) {
    std::mt19937 dice(seed);
    std::vector<TexturedCorner> corners(5);
    for (TexturedCorner& corner : corners) {
      for (float* const part : {&corner.x, &corner.y, &corner.u, &corner.v}) *part = odd[dice() % std::size(odd)];
      for (uint8_t& part : corner.rgba) part = static_cast<uint8_t>(dice());
    }
    std::vector<uint32_t> indices(10);
    for (uint32_t& index : indices) index = dice() % 6;
    const auto side = [&] { return static_cast<int>(dice() % 80) - 20; };
    Image canvas({32, 32});
    draw_triangles(corners, indices, dice() % 2 == 0 ? kWhite : Image({0, 0}), {side(), side(), side(), side()},
                   canvas);
  }
  SUCCEED("sanitizers have seen no mistake");
}
