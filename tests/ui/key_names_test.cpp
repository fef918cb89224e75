// The window gives keys the names that SDL has for them; the table of keys must use the same.
#include <SDL_keyboard.h>

#include <catch2/catch.hpp>

#include "ui/game/controls.h"

using namespace quicksand;

TEST_CASE("every key that is bound has the name that SDL gives it") {
  for (const auto* const table : {&controls(), &tool_controls(), &view_controls()})
    for (const Control& control : *table)
      for (const KeyBinding& binding : control.bindings) {
        const std::string name = binding.key.starts_with("Ctrl+") ? binding.key.substr(5) : binding.key;
        INFO(binding.key);
        CHECK(SDL_GetKeyName(SDL_GetKeyFromName(name.c_str())) == name);
      }
}
