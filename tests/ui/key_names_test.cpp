// The window gives keys the names that SDL has for them; the table of keys must use the same.
#include <SDL_keyboard.h>

#include <catch2/catch.hpp>

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
  for (const char* const none : {"", "Ctrl+", "Ctrl", "Ctrl+Shift+", "Hyper+A", "Spaec"})
    CHECK_FALSE(parse_key(none, sdl_name));
}
