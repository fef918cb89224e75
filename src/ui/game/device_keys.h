// Keys that are on no keyboard, by the names that they have in the map of keys (key_map.h): the buttons and the wheel
// of the mouse, and the buttons of gamepads. No key of SDL's has such a name.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace quicksand {

enum class Device : uint8_t { kKeyboard, kMouse, kGamepad };

// SDL's button 1 and those that follow.
inline constexpr std::array<std::string_view, 5> kMouseButtons{"Left button", "Middle button", "Right button",
                                                               "Side button 1", "Side button 2"};
inline constexpr std::string_view kWheelUp = "Wheel up";  // away from the player
inline constexpr std::string_view kWheelDown = "Wheel down";

// SDL's button 0 of game controllers and those that follow: by where they are on the pad, whatever is printed on them.
inline constexpr std::array<std::string_view, 21> kPadButtons{
    "Pad A",     "Pad B",     "Pad X",        "Pad Y",        "Pad Back",     "Pad Guide",    "Pad Start",
    "Pad L3",    "Pad R3",    "Pad LB",       "Pad RB",       "Pad up",       "Pad down",     "Pad left",
    "Pad right", "Pad Share", "Pad paddle 1", "Pad paddle 2", "Pad paddle 3", "Pad paddle 4", "Pad touchpad"};
inline constexpr std::string_view kPadLeftTrigger = "Pad LT";
inline constexpr std::string_view kPadRightTrigger = "Pad RT";
// On panels these are a click and Esc, whatever else they do.
inline constexpr std::string_view kPadClick = kPadButtons[0];
inline constexpr std::string_view kPadClose = kPadButtons[1];

// On which device a key is, with or without modifiers.
Device device_of(std::string_view key);

// The name of a key without modifiers, however its letters are written; empty: there is none on these devices.
std::string device_key(std::string_view text);

}  // namespace quicksand
