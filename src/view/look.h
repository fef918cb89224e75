// How materials look: what the simulation does not know, and the table of what files say of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/property.h"
#include "view/pattern.h"

namespace quicksand {

struct Rgb {
  uint8_t r = 0;
  uint8_t g = 0;
  uint8_t b = 0;

  bool operator==(const Rgb&) const = default;
};

inline constexpr Rgb kDefaultBackground{0x0c, 0x0f, 0x16};
inline constexpr Rgb kWallColour{0x5a, 0x60, 0x6e};

// The strongest glow, in units of the brightness of a white wall under the open sky.
inline constexpr double kMostEmission = 8;

struct MaterialLook {
  // What files say of it: kLookProperties below has a row for each.
  std::string label;        // its name in the window; empty: as the file calls it
  std::string category;     // heading in the palette
  std::string description;  // one line, shown as a tooltip
  Rgb colour;
  uint8_t grain = 0;     // how far a cell's grain seed moves its colour: 0 not at all, 255 from black to twice as bright
  uint8_t opacity = 0;   // the share of light that is lost on the way through a cell, in 255ths
  uint8_t emission = 0;  // how brightly it glows in its colour, in 255ths of kMostEmission
  uint8_t pattern = 0;   // an index of kPatterns (pattern.h)

  // What follows from how it behaves.
  uint8_t density = 0;  // its place between the lightest and the heaviest of the set
  bool liquid = false;  // drawn as a body with a surface, not as grains
  bool gas = false;     // drawn as haze
  bool rigid = false;   // stands where it is
  uint8_t damp = 0;     // the wetness at which it coheres well; 0: it cannot be wet
  uint8_t soaked = 0;   // the wetness that it has at most
  uint8_t spark = 0;    // its charge while it carries a spark; 0: it never does

  bool operator==(const MaterialLook&) const = default;
};

// Indexed like the world's palette; entry 0 is the background.
using Looks = std::vector<MaterialLook>;

// A colour like "#d9b65c"; the member is an Rgb.
template <class Member>
struct HexColour {
  Member member;
};
template <class Member>
HexColour(Member) -> HexColour<Member>;

inline double usual_opacity(const MaterialLook& look) {
  return look.gas ? 0.03 : look.liquid ? 0.06 : look.rigid ? 0.35 : 0.25;
}

// One row each (core/property.h): keys of material files. Colours and numbers reach the shaders, too, under the same
// names (render/palette_texture.h); the members of numbers are bytes.
inline constexpr std::tuple kLookProperties{
    Property{"label", Text{&MaterialLook::label}, "its name in the window, in any letters; else its name"},
    Property{"category", Text{&MaterialLook::category}, "its heading in the palette"}.default_value("other"),
    Property{"description", Text{&MaterialLook::description}, "one line, shown under the pointer in the palette"},
    Property{"colour", HexColour{&MaterialLook::colour}, "its colour, like #d9b65c"}.required(),
    Property{"grain", Fixed{&MaterialLook::grain, 0, 1, 255},
             "how far a grain's own shade moves its colour: 0 not at all, 1 from black to twice as bright"}
        .default_value([](const MaterialLook& look) { return look.liquid ? 0.04 : 0.16; }),
    Property{"opacity", Fixed{&MaterialLook::opacity, 0, 1, 255},
             "the share of light that is lost on the way through a cell"}
        .default_value(usual_opacity),
    Property{"emission", Fixed{&MaterialLook::emission, 0, kMostEmission, 255 / kMostEmission},
             "how brightly it glows, in its own colour; 1 is a white wall under the open sky"},
    Property{"pattern", OneOf{&MaterialLook::pattern, kPatternNames},
             "drawn where the player wants patterns; materials take turns"}
        .default_value([](const MaterialLook&) { return kPatternByTurn; })};

}  // namespace quicksand
