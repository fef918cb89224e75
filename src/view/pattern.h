// Patterns by which materials can be told apart without their colours: 8x8 cells each, repeated over the world.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace quicksand {

struct Pattern {
  std::string_view name;        // as material files have it
  std::array<uint8_t, 8> rows;  // from the top; the highest bit is the leftmost cell; a set bit is drawn darker
};

// The first is for materials without one.
inline constexpr std::array<Pattern, 10> kPatterns{{
    {"none", {}},
    {"dots", {0b00000000, 0b01100110, 0b01100110, 0b00000000, 0b00000000, 0b01100110, 0b01100110, 0b00000000}},
    {"rows", {0b11111111, 0b11111111, 0b00000000, 0b00000000, 0b11111111, 0b11111111, 0b00000000, 0b00000000}},
    {"columns", {0b11001100, 0b11001100, 0b11001100, 0b11001100, 0b11001100, 0b11001100, 0b11001100, 0b11001100}},
    {"rising", {0b00000011, 0b00000110, 0b00001100, 0b00011000, 0b00110000, 0b01100000, 0b11000000, 0b10000001}},
    {"falling", {0b11000000, 0b01100000, 0b00110000, 0b00011000, 0b00001100, 0b00000110, 0b00000011, 0b10000001}},
    {"checks", {0b11110000, 0b11110000, 0b11110000, 0b11110000, 0b00001111, 0b00001111, 0b00001111, 0b00001111}},
    {"bricks", {0b11111111, 0b10000000, 0b10000000, 0b10000000, 0b11111111, 0b00001000, 0b00001000, 0b00001000}},
    {"waves", {0b00000000, 0b00110000, 0b01111000, 0b11001100, 0b10000111, 0b00000011, 0b00000000, 0b00000000}},
    {"crosses", {0b00000000, 0b01100110, 0b00111100, 0b00011000, 0b00011000, 0b00111100, 0b01100110, 0b00000000}},
}};

inline std::optional<uint8_t> find_pattern(std::string_view name) {
  for (size_t i = 0; i < kPatterns.size(); ++i)
    if (kPatterns[i].name == name) return static_cast<uint8_t>(i);
  return std::nullopt;
}

}  // namespace quicksand
