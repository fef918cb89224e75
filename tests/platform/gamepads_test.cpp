// Real events of SDL's, of joysticks that it makes up.
#include "platform/gamepads.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace quicksand;

namespace {

class Pads {
 public:
  Pads() { SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1"); }

  std::vector<GamepadEvent> events() {
    SDL_JoystickUpdate();
    std::vector<GamepadEvent> told;
    for (SDL_Event event; SDL_PollEvent(&event) != 0;)
      if (const auto each = pads.take(event)) told.push_back(*each);
    return told;
  }

  Gamepads pads;
};

int attach(SDL_JoystickType type) { return SDL_JoystickAttachVirtual(type, 6, 15, 0); }

}  // namespace

TEST_CASE("a pad is told of when it comes, is used and is pulled out") {
  Pads player;
  REQUIRE(player.pads.begin().ok());
  player.events();
  const int device = attach(SDL_JOYSTICK_TYPE_GAMECONTROLLER);
  REQUIRE(device >= 0);
  std::vector<GamepadEvent> told = player.events();
  REQUIRE(told.size() == 1);
  CHECK(told[0].kind == GamepadEvent::kCame);
  CHECK_FALSE(told[0].name.empty());
  const int pad = told[0].pad;
  SDL_Joystick* const joystick = SDL_JoystickFromInstanceID(pad);
  REQUIRE(joystick);
  for (const bool down : {true, false}) {
    SDL_JoystickSetVirtualButton(joystick, SDL_CONTROLLER_BUTTON_X, down ? 1 : 0);
    told = player.events();
    REQUIRE(told.size() == 1);
    CHECK(told[0].kind == GamepadEvent::kButton);
    CHECK(told[0].pad == pad);
    CHECK(told[0].number == SDL_CONTROLLER_BUTTON_X);
    CHECK(told[0].down == down);
  }
  for (const auto& [raw, value] : {std::pair{Sint16{32767}, 1.0}, {Sint16{-32768}, -1.0}, {Sint16{0}, 0.0}}) {
    SDL_JoystickSetVirtualAxis(joystick, SDL_CONTROLLER_AXIS_LEFTY, raw);
    told = player.events();
    REQUIRE(told.size() == 1);
    CHECK(told[0].kind == GamepadEvent::kAxis);
    CHECK(told[0].number == SDL_CONTROLLER_AXIS_LEFTY);
    CHECK(told[0].value == Approx(value));
  }
  REQUIRE(SDL_JoystickDetachVirtual(device) == 0);
  told = player.events();
  REQUIRE_FALSE(told.empty());
  CHECK(told.back().kind == GamepadEvent::kWent);
  CHECK(told.back().pad == pad);
}

TEST_CASE("a joystick without a mapping is told of once, and is left alone") {
  Pads player;
  REQUIRE(player.pads.begin().ok());
  player.events();
  for (const bool first : {true, false}) {
    const int device = attach(SDL_JOYSTICK_TYPE_WHEEL);
    REQUIRE(device >= 0);
    const std::vector<GamepadEvent> told = player.events();
    REQUIRE(told.size() == (first ? 1 : 0));
    if (first) CHECK(told[0].kind == GamepadEvent::kUnknown);
    REQUIRE(SDL_JoystickDetachVirtual(device) == 0);
    CHECK(player.events().empty());
  }
}

TEST_CASE("mappings among which there is none are complained of, and one is enough") {
  Pads player;
  REQUIRE(player.pads.begin().ok());
  for (const char* const text : {"not a mapping\n", "\n", "#\n"}) CHECK_FALSE(player.pads.add_mappings(text).ok());
  CHECK(
      player.pads
          .add_mappings("not a mapping\n03000000aabbccddeeff000011220000,Test Pad,a:b0,b:b1,platform:Linux,\nnor this")
          .ok());
}
