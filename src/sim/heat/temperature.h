// Temperatures of cells: whole eighths of a kelvin, from 0 to 65535.
//
// A cell keeps how much warmer than the world's ambient temperature it is, modulo 2^16, in two planes of bytes: what is as
// warm as its surroundings holds 0, and costs nothing (cells/cell_planes.h). Void has no heat of its own: it is as warm as
// the surroundings, always.
#pragma once

#include <algorithm>
#include <cstdint>

namespace quicksand {

// So many units to a kelvin; and the unit that is called 0 degrees Celsius.
inline constexpr int kUnitsPerKelvin = 8;
inline constexpr int kZeroCelsius = 2185;

inline constexpr int kHottest = 65535;

// In degrees Celsius, as files say them: whole ones within what cells can hold.
inline constexpr int kLeastCelsius = -273;
inline constexpr int kMostCelsius = 7900;

// 20 degrees.
inline constexpr uint16_t kRoomTemperature = kZeroCelsius + 20 * kUnitsPerKelvin;

// From eighths of a degree Celsius, kLeastCelsius to kMostCelsius degrees.
constexpr uint16_t temperature_of(int eighths) { return static_cast<uint16_t>(kZeroCelsius + eighths); }

// Between what cells keep and temperatures.
constexpr uint16_t temperature_of(uint8_t low, uint8_t high, uint16_t ambient) {
  return static_cast<uint16_t>(low + 256 * high + ambient);
}
constexpr uint16_t excess_of(uint16_t temperature, uint16_t ambient) {
  return static_cast<uint16_t>(temperature - ambient);
}

constexpr uint16_t warmed(uint16_t temperature, int by) {
  return static_cast<uint16_t>(std::clamp(temperature + by, 0, kHottest));
}

}  // namespace quicksand
