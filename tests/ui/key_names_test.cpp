// The window gives keys the names that SDL has for them; the table of keys must use the same.
#include <SDL_gamecontroller.h>
#include <SDL_keyboard.h>

#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "ui/game/device_keys.h"
#include "ui/game/key_map.h"

using namespace quicksand;

TEST_CASE("every key that is bound has the name that SDL gives it") {
  const auto sdl_name = [](const std::string& name) {
    return std::string(SDL_GetKeyName(SDL_GetKeyFromName(name.c_str())));
  };
  for (const ActionInRow& each : all_actions())
    for (const std::string& key : each.action->keys) {
      INFO(key);
      CHECK(parse_key(key, sdl_name) == key);
    }
  CHECK(parse_key("alt+ctrl+space", sdl_name) == "Ctrl+Alt+Space");
  CHECK(parse_key("SHIFT++", sdl_name) == "Shift++");
  CHECK(parse_key("alt+LEFT BUTTON", sdl_name) == "Alt+Left button");
  // Buttons and the wheel have names that no key has.
  for (const std::string_view name :
       {"Left button", "Middle button", "Right button", "Side button 1", "Side button 2", "Wheel up", "Wheel down"}) {
    INFO(name);
    CHECK(device_key(name) == name);
    CHECK(sdl_name(std::string(name)).empty());
    CHECK(device_of("Ctrl+" + std::string(name)) == Device::kMouse);
  }
  for (const std::string_view name : kPadButtons) {
    INFO(name);
    CHECK(device_key(name) == name);
    CHECK(sdl_name(std::string(name)).empty());
    CHECK(device_of("Shift+" + std::string(name)) == Device::kGamepad);
  }
  for (const char* const key : {"Left", "Shift+Right", "W", "+", "Ctrl++"}) CHECK(device_of(key) == Device::kKeyboard);
  for (const char* const none : {"", "Ctrl+", "Ctrl", "Ctrl+Shift+", "Hyper+A", "Spaec"})
    CHECK_FALSE(parse_key(none, sdl_name));
}

TEST_CASE("the buttons of gamepads have their names in SDL's order") {
  REQUIRE(kPadButtons.size() == SDL_CONTROLLER_BUTTON_MAX);
  const std::map<std::string, std::string> ours{{"a", "Pad A"},
                                                {"b", "Pad B"},
                                                {"x", "Pad X"},
                                                {"y", "Pad Y"},
                                                {"back", "Pad Back"},
                                                {"guide", "Pad Guide"},
                                                {"start", "Pad Start"},
                                                {"leftstick", "Pad L3"},
                                                {"rightstick", "Pad R3"},
                                                {"leftshoulder", "Pad LB"},
                                                {"rightshoulder", "Pad RB"},
                                                {"dpup", "Pad up"},
                                                {"dpdown", "Pad down"},
                                                {"dpleft", "Pad left"},
                                                {"dpright", "Pad right"},
                                                {"misc1", "Pad Share"},
                                                {"paddle1", "Pad paddle 1"},
                                                {"paddle2", "Pad paddle 2"},
                                                {"paddle3", "Pad paddle 3"},
                                                {"paddle4", "Pad paddle 4"},
                                                {"touchpad", "Pad touchpad"}};
  for (size_t i = 0; i < kPadButtons.size(); ++i)
    CHECK(kPadButtons[i] == ours.at(SDL_GameControllerGetStringForButton(static_cast<SDL_GameControllerButton>(i))));
}
