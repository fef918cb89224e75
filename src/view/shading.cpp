#include "view/shading.h"

#include <algorithm>
#include <cmath>

namespace quicksand {
namespace {

struct Colour {
  float r, g, b;

  Colour operator*(float f) const { return {r * f, g * f, b * f}; }
};

Colour mix(Colour a, Colour b, float share) {
  return {a.r + (b.r - a.r) * share, a.g + (b.g - a.g) * share, a.b + (b.b - a.b) * share};
}

Colour colour_of(Rgb rgb) { return {rgb.r / 255.0F, rgb.g / 255.0F, rgb.b / 255.0F}; }

uint8_t to_byte(float value) { return static_cast<uint8_t>(std::clamp(value, 0.0F, 1.0F) * 255.0F + 0.5F); }

// Liquid fills the gaps between grains, and less light finds its way out again: fast at first, then slower.
Colour darkened(Colour dry, uint8_t wetness) {
  const float wet = wetness / 255.0F;
  const float dark = wet * (2.0F - wet);
  return {dry.r * (1.0F - 0.50F * dark), dry.g * (1.0F - 0.52F * dark), dry.b * (1.0F - 0.48F * dark)};
}

// Void, where numbers are shown.
constexpr Colour kNothing{0.03F, 0.03F, 0.04F};

// Where a cell looks to see how much of the sky is hidden.
constexpr Cell kSkyTaps[] = {{0, -1}, {-1, -2}, {1, -2}, {0, -4}, {-3, -6}, {3, -6}, {0, -9}, {0, -14}};

class Shader {
 public:
  Shader(const CellWindow& window, const Looks& looks) : window_(window), looks_(looks) {}

  Colour shade(int column, int row) const {
    const SampledCell& cell = window_.at(column, row);
    if (window_.mode == DisplayMode::kDensity) return density(cell);
    if (window_.mode == DisplayMode::kWetness) return wetness(cell);
    return marked(material_colour(column, row), cell.mark);
  }

 private:
  Colour material_colour(int column, int row) const {
    const SampledCell cell = window_.at(column, row);
    const MaterialLook& look = looks_[cell.entry];
    if (cell.entry == 0) return gap(column, row);
    const Colour own = colour(cell);
    if (look.gas) return mix(background(row), own, haze(column, row));
    Colour lit = own * (0.58F + 0.46F * sky(column, row));
    if (is_open(column, row - 1))
      lit = mix(lit, look.liquid ? Colour{1, 1, 1} : lit * 1.25F, look.liquid ? 0.32F : 1.0F);
    return lit;
  }

  // From violet over green to yellow: brighter with every step, so that it can be told apart without colours.
  Colour density(const SampledCell& cell) const {
    if (cell.entry == 0) return kNothing;
    const float share = looks_[cell.entry].density / 255.0F;
    return share < 0.5F ? mix({0.27F, 0.05F, 0.38F}, {0.13F, 0.57F, 0.55F}, share * 2)
                        : mix({0.13F, 0.57F, 0.55F}, {0.99F, 0.91F, 0.14F}, share * 2 - 1);
  }

  Colour wetness(const SampledCell& cell) const {
    if (cell.entry == 0) return kNothing;
    if (looks_[cell.entry].liquid) return {0.16F, 0.2F, 0.3F};
    const Colour own = colour_of(looks_[cell.entry].colour);
    const float grey = 0.3F * own.r + 0.59F * own.g + 0.11F * own.b;
    const float share = cell.wetness / 255.0F;
    return mix(Colour{1, 1, 1} * (0.2F + 0.4F * grey), {0.1F, 0.45F, 1}, share == 0 ? 0 : 0.25F + 0.75F * share);
  }

  static Colour marked(Colour colour, Mark mark) {
    const float grey = 0.3F * colour.r + 0.59F * colour.g + 0.11F * colour.b;
    switch (mark) {
      case Mark::kNone:
        return colour;
      case Mark::kAsleep:
        return Colour{1, 1, 1} * (0.6F * grey);
      case Mark::kFrozen:
        return {0.42F * grey + 0.02F, 0.62F * grey + 0.05F, 0.95F * grey + 0.12F};
      case Mark::kActive:
        return {0.6F * grey + 0.55F, 0.45F * grey + 0.22F, 0.3F * grey};
    }
    return colour;
  }

  Colour background(int row) const {
    const float depth = (window_.rect.y + (row + 0.5F) * window_.step) / window_.world.height;
    return colour_of(looks_[0].colour) * (1.7F - 1.1F * depth);
  }

  Colour colour(const SampledCell& cell) const {
    const MaterialLook& look = looks_[cell.entry];
    const float grain = 1.0F + look.grain / 255.0F * ((cell.tint - 127.5F) / 127.5F);
    return darkened(colour_of(look.colour) * grain, cell.wetness);
  }

  // Void between falling grains takes on some of their colour, so that a stream is a body and not a raster.
  Colour gap(int column, int row) const {
    Colour sum{0, 0, 0};
    float weight = 0;
    for (const Cell tap : {Cell{0, -1}, Cell{0, 1}, Cell{-1, 0}, Cell{1, 0}}) {
      if (is_open(column + tap.x, row + tap.y)) continue;
      const Colour colour = this->colour(near(column + tap.x, row + tap.y));
      sum = {sum.r + colour.r, sum.g + colour.g, sum.b + colour.b};
      weight += 1;
    }
    if (weight < 2) return background(row);
    return mix(background(row), sum * (1 / weight), 0.2F * (weight - 1));
  }

  const SampledCell& near(int column, int row) const {
    return window_.at(std::clamp(column, 0, window_.size.width - 1), std::clamp(row, 0, window_.size.height - 1));
  }

  // Above the world is sky; beside and below it is the nearest cell of the window.
  bool is_open(int column, int row) const {
    if (row < 0) return true;
    const SampledCell& cell = near(column, row);
    return cell.entry == 0 || looks_[cell.entry].gas;
  }

  float sky(int column, int row) const {
    int open = 0;
    for (const Cell tap : kSkyTaps) open += is_open(column + tap.x, row + tap.y) ? 1 : 0;
    return static_cast<float>(open) / std::size(kSkyTaps);
  }

  float haze(int column, int row) const {
    int gas = 0;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) gas += looks_[near(column + dx, row + dy).entry].gas ? 1 : 0;

    return 0.25F + 0.07F * static_cast<float>(gas);
  }

  const CellWindow& window_;
  const Looks& looks_;
};

}  // namespace

Rgb wet_colour(Rgb dry, uint8_t wetness) {
  const Colour wet = darkened(colour_of(dry), wetness);
  return {to_byte(wet.r), to_byte(wet.g), to_byte(wet.b)};
}

Image shade(const CellWindow& window, const Looks& looks) {
  Image image(window.size);
  const Shader shader(window, looks);
  for (int row = 0; row < window.size.height; ++row) {
    for (int column = 0; column < window.size.width; ++column) {
      const Colour colour = shader.shade(column, row);
      uint8_t* const pixel = image.pixel(column, row);
      pixel[0] = to_byte(colour.r);
      pixel[1] = to_byte(colour.g);
      pixel[2] = to_byte(colour.b);
      pixel[3] = 255;
    }
  }
  return image;
}

Image world_picture(const World& world, const Looks& looks, DisplayMode mode, int limit) {
  const CellRect whole{0, 0, world.size().width, world.size().height};
  CellWindow window;
  sample_cells(world, whole, step_for(whole, limit), mode, window);
  return shade(window, looks);
}

}  // namespace quicksand
