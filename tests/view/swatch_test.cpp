#include "view/swatch.h"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "io/assets.h"
#include "io/material_file.h"

using namespace quicksand;

namespace {

// The mean colour of the lower half, where every material is.
Rgb middle_colour(const Image& image) {
  int sum[3] = {};
  for (int y = kSwatchCells / 2; y < kSwatchCells; ++y)
    for (int x = 0; x < kSwatchCells; ++x)
      for (int channel = 0; channel < 3; ++channel) sum[channel] += image.pixel(x, y)[channel];
  constexpr int kCells = kSwatchCells * kSwatchCells / 2;
  return {static_cast<uint8_t>(sum[0] / kCells), static_cast<uint8_t>(sum[1] / kCells),
          static_cast<uint8_t>(sum[2] / kCells)};
}

}  // namespace

TEST_CASE("a swatch shows its material's colour, and moves where the material can") {
  for (const char* const set : {"core", "classic", "dunes"}) {
    const auto materials = load_materials(set);
    REQUIRE(materials.ok());
    const Looks& looks = materials->looks;
    for (size_t i = 1; i < looks.size(); ++i) {
      INFO(set << ", material " << i);
      const auto entry = static_cast<uint8_t>(i);
      const Image image = swatch(looks, entry, 0);
      REQUIRE(image.size == GridSize{kSwatchCells, kSwatchCells});
      CHECK(image.rgba == swatch(looks, entry, 0).rgba);
      if (!looks[i].gas) {  // which is a haze over the background
        const Rgb mean = middle_colour(image);
        // Darker in the depth, by the same share in every channel.
        const Rgb colour = looks[i].colour;
        const double share = static_cast<double>(mean.r + mean.g + mean.b) / (colour.r + colour.g + colour.b + 1);
        CHECK(share > 0.35);
        CHECK(share < 1.3);
        CHECK(std::abs(mean.r - share * colour.r) < 30);
        CHECK(std::abs(mean.g - share * colour.g) < 30);
        CHECK(std::abs(mean.b - share * colour.b) < 30);
      }
      const bool moves = image.rgba != swatch(looks, entry, 3).rgba;
      if (looks[i].rigid) CHECK_FALSE(moves);
      if (!looks[i].rigid && looks[i].grain > 20) CHECK(moves);
    }
  }
}
