// What of a world is shown.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quicksand {

// Those from kActivity on show a number of each cell: view/overlay.cpp has a row for each of them.
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
  kHeat,       // how warm each cell is
};

struct DisplayModeInfo {
  std::string_view name;     // as --display takes it
  std::string_view key;      // by SDL's name (ui/game/controls.h)
  std::string_view meaning;  // for the player
};

// In the order of DisplayMode.
inline constexpr auto kDisplayModes = std::to_array<DisplayModeInfo>({
    {"fancy", "1", "in the light of what glows and of the sky"},
    {"plain", "2", "materials as they are"},
    {"activity", "3", "orange can move, blue cannot now, grey is not even looked at"},
    {"tiles", "4", "blocks of the solver: a colour for each thread, grey sleeps"},
    {"density", "5", "violet is light, green like water, yellow heavy"},
    {"wetness", "6", "the bluer the wetter"},
    {"airborne", "7", "bright is what has nothing below it"},
    {"movement", "8", "bright where something has just moved"},
    {"highlight", "9", "where the chosen material is"},
    {"heat", "0", "blue is frost, grey 20 degrees, red 600, orange 1000, white 1600"},
});

inline const DisplayModeInfo& info_of(DisplayMode mode) { return kDisplayModes[static_cast<size_t>(mode)]; }

// "1 to 9"; with a tenth mode, which has the key 0, "1 to 9 and 0".
inline std::string display_mode_keys() {
  constexpr bool kHasZero = kDisplayModes.back().key == "0";
  const DisplayModeInfo& last = kDisplayModes[kDisplayModes.size() - (kHasZero ? 2 : 1)];
  return std::string(kDisplayModes.front().key) + " to " + std::string(last.key) + (kHasZero ? " and 0" : "");
}

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

  float daylight = 0.5F;  // of the fancy mode: 0 is night, 1 bright noon

  bool discs = false;  // the renderer draws airborne grains, which otherwise look like cells

  bool operator==(const View&) const = default;
};

}  // namespace quicksand
