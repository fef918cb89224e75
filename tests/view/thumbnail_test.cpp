#include "view/thumbnail.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/random.h"

using namespace quicksand;

TEST_CASE("a thumbnail fits, keeps its proportions and its mean colour") {
  for (uint32_t round = 0; round < 60; ++round) {
    const auto lot = [&](uint32_t what, int most) {
      return 1 + static_cast<int>(dice_word(row_key(4, round, 1, 0), what) % static_cast<uint32_t>(most));
    };
    Image image({lot(0, 700), lot(1, 500)});
    const int red = lot(2, 255);
    for (size_t i = 0; i < image.rgba.size(); ++i)
      image.rgba[i] = static_cast<uint8_t>(i % 4 == 0 ? red : (i % 8 < 4 ? 0 : 200));
    const GridSize most{lot(3, 240), lot(4, 150)};
    const Image small = thumbnail(image, most);
    INFO(image.size.width << " x " << image.size.height << " into " << most.width << " x " << most.height);
    CHECK(small.size.width <= most.width);
    CHECK(small.size.height <= most.height);
    CHECK(std::min(small.size.width, small.size.height) >= 1);
    CHECK(small.rgba.size() == static_cast<size_t>(small.size.cells()) * 4);
    for (size_t i = 0; i < small.rgba.size(); i += 4) CHECK(small.rgba[i] == red);
    const bool fits = image.size.width <= most.width && image.size.height <= most.height;
    CHECK((small.size == image.size) == fits);
    const double shrink = std::max({1.0, image.size.width / double(most.width), image.size.height / double(most.height)});
    CHECK(std::abs(small.size.width - image.size.width / shrink) <= 1);
    CHECK(std::abs(small.size.height - image.size.height / shrink) <= 1);
  }
}

TEST_CASE("a picture in a frame is not distorted, and no more is cut off than may be") {
  for (uint32_t round = 0; round < 200; ++round) {
    const auto lot = [&](uint32_t what, uint32_t most) {
      return 1 + static_cast<int>(dice_word(row_key(5, round, 1, 0), what) % most);
    };
    const GridSize picture{lot(0, 400), lot(1, 400)};
    const double width = lot(2, 300);
    const double height = lot(3, 300);
    const double most_cut = lot(4, 50) / 100.0;
    const Framing framing = frame_picture(picture, width, height, most_cut);
    INFO(round);
    const double wide = framing.right - framing.left;
    const double high = framing.bottom - framing.top;
    // As many pixels of the frame to one of the picture along both sides.
    CHECK(framing.width * width / (wide * picture.width) == Approx(framing.height * height / (high * picture.height)));
    CHECK(wide >= 1 - most_cut - 1e-9);
    CHECK(high >= 1 - most_cut - 1e-9);
    CHECK(framing.left + framing.right == Approx(1));
    CHECK(framing.top + framing.bottom == Approx(1));
    CHECK(std::max(framing.width, framing.height) == Approx(1));
    if (wide < 1 || high < 1) CHECK((std::min(wide, high) == Approx(1 - most_cut) || std::min(framing.width, framing.height) == Approx(1)));
  }
}
