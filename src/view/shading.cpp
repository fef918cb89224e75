#include "view/shading.h"

#include <array>
#include <iterator>
#include <vector>

#include "view/colour.h"
#include "view/glowing.h"
#include "view/overlay.h"
#include "view/relief.h"

namespace quicksand {
namespace {

// What wet grains lose of their colour.
constexpr Colour kWetLoss{0.50F, 0.52F, 0.48F};

// Where a pattern is dark.
constexpr float kPatternShade = 0.62F;

constexpr int kMostOpen = static_cast<int>(std::size(kSkyTaps));

// Of a dry grain, whatever lies around it.
Colour grain_colour(const MaterialLook& look, uint8_t grain_seed) {
  return colour_of(look.colour) * (1.0F + look.grain / 255.0F * ((grain_seed - 127.5F) / 127.5F));
}

// The colour of what is no gas, the brighter the more of the places above it are open, and where it lies at the
// surface.
Colour lit_from_sky(const Colour& colour, bool is_liquid, int open, bool at_surface) {
  const Colour lit = colour * (0.58F + 0.46F * static_cast<float>(open) / kMostOpen);
  if (!at_surface) return lit;
  return is_liquid ? mix(lit, {1, 1, 1}, 0.32F) : lit * 1.25F;
}

Rgb to_bytes(const Colour& colour) { return {to_byte(colour.r), to_byte(colour.g), to_byte(colour.b)}; }

class Shader {
 public:
  Shader(const CellWindow& window, const Looks& looks)
      : window_(window),
        looks_(looks),
        overlaid_(has_overlay(window.view.mode)),
        overlay_(overlay_colours(window.view.mode)) {}

  Colour shade(int column, int row) const {
    const Colour colour = material_colour(column, row);
    return overlaid_ ? overlaid(colour, overlay_[window_.at(column, row).value]) : colour;
  }

 private:
  Colour material_colour(int column, int row) const {
    const SampledCell& cell = window_.at(column, row);
    const int around = cell.around & kAroundCount;
    switch (cell.kind()) {
      case CellKind::kVoid:
        return around == 0 ? background(row)
                           : mix(background(row), cell_colour(cell), 0.2F * static_cast<float>(around - 1));
      case CellKind::kGas:
        return mix(background(row), cell_colour(cell), 0.25F + 0.07F * static_cast<float>(around));
      case CellKind::kGrain:
      case CellKind::kLiquid:
        break;
    }
    return lit_from_sky(cell_colour(cell), cell.kind() == CellKind::kLiquid, around,
                        (cell.around & kAroundSurface) != 0);
  }

  static Colour overlaid(Colour colour, const OverlayColour& overlay) {
    const float grey = 0.3F * colour.r + 0.59F * colour.g + 0.11F * colour.b;
    const Colour scale = colour_of(overlay.scale);
    const Colour offset = colour_of(overlay.offset);
    return {grey * scale.r + offset.r, grey * scale.g + offset.g, grey * scale.b + offset.b};
  }

  Colour background(int row) const {
    const float depth = (window_.rect.y + (row + 0.5F) * window_.step) / window_.world.height;
    return colour_of(looks_[0].colour) * (1.7F - 1.1F * depth);
  }

  // As cell_colour() in shaders/cell.glsl.
  Colour cell_colour(const SampledCell& cell) const {
    const float pattern = (cell.around & kAroundDark) != 0 ? kPatternShade : 1.0F;
    const bool is_fancy = window_.view.mode == DisplayMode::kFancy;
    const uint8_t wetness = overlaid_ ? uint8_t{0} : is_fancy ? wetness_of_value(cell.value) : cell.value;
    return darkened(grain_colour(looks_[cell.entry], cell.grain_seed) * pattern, wetness, kWetLoss);
  }

  const CellWindow& window_;
  const Looks& looks_;
  bool overlaid_;
  std::array<OverlayColour, 256> overlay_;
};

}  // namespace

Rgb wet_colour(Rgb dry, uint8_t wetness) { return to_bytes(darkened(colour_of(dry), wetness, kWetLoss)); }

std::vector<Rgb> shades_of(const MaterialLook& look) {
  std::vector<Rgb> shades{look.colour};
  if (look.gas) return shades;
  const auto add = [&](uint8_t wetness, int open, bool at_surface) {
    for (int seed = 0; seed < 256; ++seed) {
      const Colour grain = darkened(grain_colour(look, static_cast<uint8_t>(seed)), wetness, kWetLoss);
      shades.push_back(to_bytes(lit_from_sky(grain, look.liquid, open, at_surface)));
    }
  };
  for (int open = 0; open <= kMostOpen; ++open)
    for (const bool at_surface : {false, true}) add(0, open, at_surface);
  for (int wetness = 1; wetness <= look.soaked; ++wetness) add(static_cast<uint8_t>(wetness), 0, false);
  return shades;
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

Image world_picture(const World& world, const Looks& looks, const View& view, const MotionTrail* trail, int limit) {
  const CellRect whole{0, 0, world.size().width, world.size().height};
  if (has_relief(world, view)) {
    Parallel alone(1);
    return relief_picture(world, looks, whole, step_for(whole, limit), 1, alone);
  }
  CellWindow window;
  look_at(world, looks, whole, step_for(whole, limit), view, trail, window);
  return shade(window, looks);
}

}  // namespace quicksand
