// What of a world is shown.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace quicksand {

enum class DisplayMode : uint8_t {
  kPlain,     // the materials
  kActivity,  // what moves, what could, and what sleeps
  kLit,       // the materials in the light of what glows and of the sky; needs OpenGL
  kDensity,   // how heavy each cell is
  kWetness,   // how much liquid each cell holds
};

struct DisplayModeInfo {
  std::string_view name;     // as --display takes it
  std::string_view meaning;  // for the player
};

// In the order of DisplayMode; the key 1 is the first one.
inline constexpr std::array<DisplayModeInfo, 5> kDisplayModes{{
    {"plain", "materials as they are"},
    {"activity", "orange can move, blue is looked after, grey sleeps"},
    {"lit", "in the light of what glows and of the sky"},
    {"density", "violet is light, green like water, yellow heavy"},
    {"wetness", "the bluer the wetter"},
}};

inline const DisplayModeInfo& info_of(DisplayMode mode) { return kDisplayModes[static_cast<size_t>(mode)]; }

inline std::optional<DisplayMode> find_display_mode(std::string_view name) {
  for (size_t i = 0; i < kDisplayModes.size(); ++i)
    if (kDisplayModes[i].name == name) return static_cast<DisplayMode>(i);
  return std::nullopt;
}

}  // namespace quicksand
