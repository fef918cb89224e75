// The gamepads that are plugged in, as far as SDL knows which of their buttons is which.
#pragma once

#include <SDL.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "core/result.h"

namespace quicksand {

struct GamepadEvent {
  enum Kind : uint8_t {
    kCame,
    kWent,
    kUnknown,  // one came, but it has no mapping
    kButton,
    kAxis
  };

  Kind kind = kCame;
  int pad = 0;
  std::string name;   // of the pad, unless it is a button or an axis
  int number = 0;     // SDL's, of the button or the axis
  bool down = false;  // the button is
  double value = 0;   // of the axis, from -1 to 1
};

class Gamepads {
 public:
  Gamepads() = default;
  ~Gamepads();
  Gamepads(const Gamepads&) = delete;
  Gamepads& operator=(const Gamepads&) = delete;

  // From now on SDL's events tell of pads, first of those that are there. Fails where no pad can be used at all.
  Status begin();

  // Mappings besides SDL's own: lines as of SDL_GAMECONTROLLERCONFIG. Fails where none of them is one.
  Status add_mappings(const std::string& mappings);

  // What an event tells of a pad; none: nothing.
  std::optional<GamepadEvent> take(const SDL_Event& event);

 private:
  std::optional<GamepadEvent> open(int device);
  std::optional<GamepadEvent> close(SDL_JoystickID pad);
  std::optional<GamepadEvent> meet(int device);

  struct Close {
    void operator()(SDL_GameController* pad) const { SDL_GameControllerClose(pad); }
  };
  struct Pad {
    std::unique_ptr<SDL_GameController, Close> controller;
    std::string name;
  };
  std::map<SDL_JoystickID, Pad> pads_;
  std::set<std::string> unknown_;  // that have been told of
  bool begun_ = false;
};

}  // namespace quicksand
