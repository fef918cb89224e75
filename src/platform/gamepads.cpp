#include "platform/gamepads.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace quicksand {
namespace {

std::string name_of(const char* name) { return name ? name : "?"; }

}  // namespace

Status Gamepads::begin() {
  if (SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) != 0) return fail(SDL_GetError());
  begun_ = true;
  return Done{};
}

Status Gamepads::add_mappings(const std::string& mappings) {
  SDL_RWops* const lines = SDL_RWFromConstMem(mappings.data(), static_cast<int>(mappings.size()));
  const int added = lines ? SDL_GameControllerAddMappingsFromRW(lines, 1) : -1;
  if (added > 0) return Done{};
  return fail(added < 0 ? SDL_GetError() : "no mapping in it is for this system");
}

Gamepads::~Gamepads() {
  pads_.clear();
  if (begun_) SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
}

std::optional<GamepadEvent> Gamepads::take(const SDL_Event& event) {
  switch (event.type) {
    case SDL_CONTROLLERDEVICEADDED:
      return open(event.cdevice.which);
    case SDL_CONTROLLERDEVICEREMOVED:
      return close(event.cdevice.which);
    case SDL_JOYDEVICEADDED:
      return meet(event.jdevice.which);
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
      return GamepadEvent{.kind = GamepadEvent::kButton,
                          .pad = event.cbutton.which,
                          .name = "",
                          .number = event.cbutton.button,
                          .down = event.type == SDL_CONTROLLERBUTTONDOWN};
    case SDL_CONTROLLERAXISMOTION:
      return GamepadEvent{.kind = GamepadEvent::kAxis,
                          .pad = event.caxis.which,
                          .name = "",
                          .number = event.caxis.axis,
                          .value = std::max(event.caxis.value / 32767.0, -1.0)};
    default:
      return std::nullopt;
  }
}

std::optional<GamepadEvent> Gamepads::open(int device) {
  Pad pad{std::unique_ptr<SDL_GameController, Close>(SDL_GameControllerOpen(device)), ""};
  if (!pad.controller) return std::nullopt;  // it has gone already
  pad.name = name_of(SDL_GameControllerName(pad.controller.get()));
  const SDL_JoystickID id = SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(pad.controller.get()));
  const std::string name = pad.name;
  if (!pads_.try_emplace(id, std::move(pad)).second) return std::nullopt;  // SDL tells of it twice at the start
  return GamepadEvent{.kind = GamepadEvent::kCame, .pad = id, .name = name};
}

std::optional<GamepadEvent> Gamepads::close(SDL_JoystickID id) {
  const auto found = pads_.find(id);
  if (found == pads_.end()) return std::nullopt;
  const std::string name = found->second.name;
  pads_.erase(found);
  return GamepadEvent{.kind = GamepadEvent::kWent, .pad = id, .name = name};
}

std::optional<GamepadEvent> Gamepads::meet(int device) {
  if (SDL_IsGameController(device) == SDL_TRUE) return std::nullopt;
  const std::string name = name_of(SDL_JoystickNameForIndex(device));
  if (!unknown_.insert(name).second) return std::nullopt;
  return GamepadEvent{.kind = GamepadEvent::kUnknown, .name = name};
}

}  // namespace quicksand
