// Keys that are on no keyboard, by the names that they have in the map of keys (key_map.h): the buttons and the wheel
// of the mouse. No key of SDL's has such a name.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace quicksand {

enum class Device : uint8_t { kKeyboard, kMouse };

// SDL's button 1 and those that follow.
inline constexpr std::array<std::string_view, 5> kMouseButtons{"Left button", "Middle button", "Right button",
                                                               "Side button 1", "Side button 2"};
inline constexpr std::string_view kWheelUp = "Wheel up";  // away from the player
inline constexpr std::string_view kWheelDown = "Wheel down";

// On which device a key is, with or without modifiers.
Device device_of(std::string_view key);

// The name of a key without modifiers, however its letters are written; empty: there is none on these devices.
std::string device_key(std::string_view text);

}  // namespace quicksand
