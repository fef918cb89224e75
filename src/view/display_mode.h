// What of a world is shown.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace quicksand {

enum class DisplayMode : uint8_t {
  kFancy,      // the materials in the light of what glows and of the sky; needs OpenGL
  kPlain,      // the materials
  kActivity,   // what moves, what could, and what sleeps
  kTiles,      // the blocks that the solver works on, and which of its threads did
  kDensity,    // how heavy each cell is
  kWetness,    // how much liquid each cell holds
  kAirborne,   // what falls freely
  kMovement,   // where something has just moved
  kHighlight,  // one material
};

struct DisplayModeInfo {
  std::string_view name;     // as --display takes it
  std::string_view meaning;  // for the player
};

// In the order of DisplayMode; the key 1 is the first one.
inline constexpr std::array<DisplayModeInfo, 9> kDisplayModes{{
    {"fancy", "in the light of what glows and of the sky"},
    {"plain", "materials as they are"},
    {"activity", "orange can move, blue cannot now, grey is not even looked at"},
    {"tiles", "blocks of the solver: a colour for each thread, grey sleeps"},
    {"density", "violet is light, green like water, yellow heavy"},
    {"wetness", "the bluer the wetter"},
    {"airborne", "bright is what has nothing below it"},
    {"movement", "bright where something has just moved"},
    {"highlight", "where the chosen material is"},
}};

inline const DisplayModeInfo& info_of(DisplayMode mode) { return kDisplayModes[static_cast<size_t>(mode)]; }

inline std::optional<DisplayMode> find_display_mode(std::string_view name) {
  for (size_t i = 0; i < kDisplayModes.size(); ++i)
    if (kDisplayModes[i].name == name) return static_cast<DisplayMode>(i);
  return std::nullopt;
}

// A mode, with what belongs to it.
struct View {
  DisplayMode mode = DisplayMode::kPlain;
  uint8_t highlighted = 1;  // the entry of the palette that kHighlight shows
  bool patterns = false;    // materials are told apart by patterns, too (pattern.h)
  bool distinct = false;    // the colours are for everybody's eyes (colour_vision.h): effects leave them alone

  bool discs = false;  // the renderer draws airborne grains, which otherwise look like cells

  bool operator==(const View&) const = default;
};

}  // namespace quicksand
