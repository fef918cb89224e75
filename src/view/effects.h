// What the fancy display mode adds to the plain picture, and how finely: the player's settings, and presets of them.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/property.h"

namespace quicksand {

// Zero switches off; the more the finer, and the slower to draw.
struct Effects {
  int blur = 2;    // liquids and gases run together into bodies: 1 coarsely, 2 finely
  int edges = 1;   // bodies and grains get light and dark edges: 1
  int light = 3;   // an index of kLightLevels
  int bloom = 1;   // what is bright shines over its edge: 1 near, 2 far
  int dither = 1;  // smooth shades instead of bands: 1
  int detail = 2;  // 1..kMostDetail: pixels along the side of a cell, where it is enlarged

  bool operator==(const Effects&) const = default;
};

inline constexpr int kMostBlur = 2;
inline constexpr int kMostBloom = 2;
inline constexpr int kMostDetail = 4;

// How light is found. Without any, what lies deep is darker, and that is all. The simple kind lets light through walls;
// radiance cascades do not, and have so many texels along the longer side of the picture.
struct LightLevel {
  std::string_view name;
  int texels;
};
inline constexpr int kSimpleLight = 1;
inline constexpr std::array<LightLevel, 6> kLightLevels{
    {{"off", 0}, {"simple", 0}, {"coarse", 48}, {"medium", 96}, {"fine", 192}, {"finest", 384}}};

// A row for each (core/property.h): keys of the settings, and words of the command line.
inline constexpr std::array kEffectProperties{
    Property{"blur", Whole{&Effects::blur, 0, kMostBlur}, "liquids and gases run together: 1 coarsely, 2 finely"},
    Property{"edges", Whole{&Effects::edges, 0, 1}, "bodies and grains get light and dark edges"},
    Property{"light", Whole{&Effects::light, 0, static_cast<int>(kLightLevels.size()) - 1},
             "how light is found: from none over the simple kind to the finest"},
    Property{"bloom", Whole{&Effects::bloom, 0, kMostBloom}, "what is bright shines over its edge: 1 near, 2 far"},
    Property{"dither", Whole{&Effects::dither, 0, 1}, "smooth shades instead of bands"},
    Property{"detail", Whole{&Effects::detail, 1, kMostDetail},
             "pixels along the side of a cell, where it is enlarged"}};

struct EffectsPreset {
  std::string_view name;
  Effects effects;
};

// From the fastest to the finest.
inline constexpr std::array<EffectsPreset, 5> kEffectsPresets{{
    {"low", {1, 1, 1, 1, 1, 1}},
    {"medium", {2, 1, 1, 1, 1, 2}},
    {"high", {2, 1, 3, 1, 1, 2}},
    {"very-high", {2, 1, 4, 2, 1, 3}},
    {"ultra", {2, 1, 5, 2, 1, 4}},
}};

inline std::optional<size_t> find_effects_preset(std::string_view name) {
  for (size_t i = 0; i < kEffectsPresets.size(); ++i)
    if (kEffectsPresets[i].name == name) return i;
  return std::nullopt;
}

}  // namespace quicksand
