// Patterns by which materials can be told apart without their colours: 8x8 cells each, repeated over the world.
#pragma once

#include <array>
#include <cstdint>
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

// In place of a pattern's number: as it is this material's turn.
inline constexpr uint8_t kPatternByTurn = 255;

// Their names, in the same order.
inline constexpr auto kPatternNames = [] {
  std::array<std::string_view, kPatterns.size()> names;
  for (size_t i = 0; i < names.size(); ++i) names[i] = kPatterns[i].name;
  return names;
}();

}  // namespace quicksand
