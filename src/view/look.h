// How materials look: what the simulation does not know.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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
  std::string category;     // heading in the palette
  std::string description;  // one line, shown as a tooltip
  Rgb colour;
  uint8_t grain = 0;     // how far a cell's grain seed moves its colour: 0 not at all, 255 from black to twice as bright
  uint8_t opacity = 0;   // the share of light that is lost on the way through a cell, in 255ths
  uint8_t emission = 0;  // how brightly it glows in its colour, in 255ths of kMostEmission
  uint8_t density = 0;   // its place between the lightest and the heaviest of the set
  bool liquid = false;   // drawn as a body with a surface, not as grains
  bool gas = false;      // drawn as haze
  bool rigid = false;    // stands where it is
  uint8_t pattern = 0;   // an index of kPatterns (pattern.h)
  uint8_t damp = 0;      // the wetness at which it coheres well; 0: it cannot be wet
  uint8_t soaked = 0;    // the wetness that it has at most

  bool operator==(const MaterialLook&) const = default;
};

// Indexed like the world's palette; entry 0 is the background.
using Looks = std::vector<MaterialLook>;

}  // namespace quicksand
