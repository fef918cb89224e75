// Colours while a picture is computed on the CPU: three numbers, of which 1 is as bright as a screen gets.
#pragma once

#include <algorithm>
#include <cstdint>

#include "view/look.h"

namespace quicksand {

struct Colour {
  float r = 0;
  float g = 0;
  float b = 0;

  bool operator==(const Colour&) const = default;
  Colour operator*(float factor) const { return {r * factor, g * factor, b * factor}; }
};

// From `a`, at share 0, to `b`, at share 1.
inline Colour mix(const Colour& a, const Colour& b, float share) {
  return {a.r + (b.r - a.r) * share, a.g + (b.g - a.g) * share, a.b + (b.b - a.b) * share};
}

inline Colour colour_of(Rgb rgb) { return {rgb.r / 255.0F, rgb.g / 255.0F, rgb.b / 255.0F}; }

// What is too bright or too dark for a byte is cut off.
inline uint8_t to_byte(float value) { return static_cast<uint8_t>(std::clamp(value, 0.0F, 1.0F) * 255.0F + 0.5F); }

// What is wet is darker: liquid fills the gaps between grains, and less light finds its way out again, fast at first,
// then slower. `most` is what it loses of each colour where it is as wet as it gets.
inline Colour darkened(const Colour& dry, uint8_t wetness, const Colour& most) {
  const float wet = wetness / 255.0F;
  const float dark = wet * (2.0F - wet);
  return {dry.r * (1.0F - most.r * dark), dry.g * (1.0F - most.g * dark), dry.b * (1.0F - most.b * dark)};
}

}  // namespace quicksand
