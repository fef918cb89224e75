// What glows by itself, not by its material: hot cells, and those that carry a spark. In the fancy mode a cell's value
// (cell_window.h) is its wetness, or how it glows; shaders/cell.glsl reads it.
#pragma once

#include <algorithm>
#include <cstdint>

namespace quicksand {

// Up to here it is the wetness: three quarters of it.
inline constexpr uint8_t kMostWetValue = 191;
// From here to there heat, from kLeastGlow to kMostGlow degrees Celsius: from where iron begins to glow to where it is
// white.
inline constexpr uint8_t kFirstHotValue = 192;
inline constexpr uint8_t kLastHotValue = 247;
inline constexpr int kLeastGlow = 500;
inline constexpr int kMostGlow = 1600;
// From here on sparks, the brighter the younger they are: they leave a trail.
inline constexpr uint8_t kFirstSparkValue = 248;
inline constexpr int kSparkTrail = 8;  // ticks

constexpr uint8_t value_of_wetness(uint8_t wetness) { return static_cast<uint8_t>(wetness * 3 / 4); }
constexpr uint8_t wetness_of_value(uint8_t value) {
  return value > kMostWetValue ? uint8_t{0} : static_cast<uint8_t>(std::min((value * 4 + 2) / 3, 255));
}
// 0: it does not glow.
constexpr uint8_t value_of_heat(int degrees) {
  if (degrees < kLeastGlow) return 0;
  const int step =
      (std::min(degrees, kMostGlow) - kLeastGlow) * (kLastHotValue - kFirstHotValue) / (kMostGlow - kLeastGlow);
  return static_cast<uint8_t>(kFirstHotValue + step);
}
// `full` is the charge of a spark of the material, `charge` what the cell holds.
constexpr uint8_t value_of_charge(uint8_t full, uint8_t charge) {
  const int age = full - charge;
  return full == 0 || charge == 0 || age < 0 || age >= kSparkTrail
             ? uint8_t{0}
             : static_cast<uint8_t>(255 - age * (255 - kFirstSparkValue) / kSparkTrail);
}

}  // namespace quicksand
