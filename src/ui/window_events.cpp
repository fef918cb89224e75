#include "ui/window_events.h"

#include <SDL.h>
#include <imgui.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/language.h"
#include "io/assets.h"
#include "ui/game/brushes.h"
#include "ui/game/device_keys.h"
#include "ui/game/key_map.h"
#include "ui/game/saves.h"
#include "ui/game/selection.h"
#include "ui/game/worlds.h"

namespace quicksand {
namespace {

// A field for text takes the keyboard two frames after it has been asked to.
constexpr int kFramesToFocus = 4;

void type_escape() {
  for (const Uint32 type : {SDL_KEYDOWN, SDL_KEYUP}) {
    SDL_Event event{};
    event.type = type;
    event.key.state = type == SDL_KEYDOWN ? SDL_PRESSED : SDL_RELEASED;
    event.key.keysym.sym = SDLK_ESCAPE;
    event.key.keysym.scancode = SDL_SCANCODE_ESCAPE;
    SDL_PushEvent(&event);
  }
}

bool popup_open() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel); }

std::string_view name_of_button(uint8_t button) {
  return button >= 1 && button <= kMouseButtons.size() ? kMouseButtons[button - 1U] : std::string_view();
}

std::string_view name_of_wheel(const SDL_MouseWheelEvent& wheel) { return wheel.y > 0 ? kWheelUp : kWheelDown; }

// Keys go by what the layout has there, and by their place on an American keyboard where that means nothing: "[" and
// "`" are no keys of their own on most, and with Cyrillic letters none is. But what is a letter or digit of ASCII goes
// by that alone, and no other sign of ASCII by a letter's place.
bool may_go_by_place(const SDL_KeyboardEvent& key) {
  const SDL_Keycode sign = key.keysym.sym;
  const SDL_Scancode place = key.keysym.scancode;
  if ((sign >= SDLK_a && sign <= SDLK_z) || (sign >= SDLK_0 && sign <= SDLK_9)) return false;
  const bool is_ascii = sign > 0 && sign < 0x80;  // dead keys have no sign
  return !is_ascii || place < SDL_SCANCODE_A || place > SDL_SCANCODE_Z;
}

// Other keys are held with it.
bool modifies(const SDL_KeyboardEvent& key) { return key.keysym.sym >= SDLK_LCTRL && key.keysym.sym <= SDLK_RGUI; }

}  // namespace

void WindowEvents::begin_gamepads() {
  const auto complain = [&](const std::string& why) {
    game_.toasts.complain(said("Gamepads, or their mappings, cannot be used:\n") + why);
  };
  if (const Status pads = pads_.begin(); !pads) return complain(pads.failure().text());
  const Result<std::string> mappings = read_pad_mappings();
  if (!mappings) return complain(mappings.failure().text());
  if (mappings->empty()) return;
  if (const Status added = pads_.add_mappings(*mappings); !added)
    complain(pad_mappings_file().string() + ": " + added.failure().text());
}

void WindowEvents::handle(double seconds, double now) {
  now_ = now;
  handle_events();
  follow_pads(seconds);
}

PointerInput WindowEvents::take_pointer(double seconds) {
  PointerInput pointer = ImGuiLayer::pointer();
  pointer.passed = passed_;
  over_panel_ = pointer.over_panel;
  pointer_keys_.take_frame(pointer, seconds);
  take_touches(pointer);
  return pointer;
}

// Events that wait do not begin to anew: some are handled before.
void WindowEvents::expect_field() {
  if (frames_to_focus_ == 0) frames_to_focus_ = kFramesToFocus;
}

bool WindowEvents::take_activity() { return std::exchange(is_active_, false); }

// ImGui looks at keys and pointer once a frame. What would not exist for it, because it comes and goes between two
// frames, is handed over in several of them:
//   the second change of a key that a panel may want, its release or next press, and what follows (but not of one
//   that wrote a letter: letters are kept); what follows a button that goes down or comes up, because the pointer may
//   be elsewhere by then; what follows Enter in a panel, because it may mean another tool or world by then; what
//   follows Esc, because that closes in its frame whatever is open, and is not to close what the next key opens;
//   what follows a key that opens a field for text, until that takes the keyboard: or words would be taken for keys.
// All else is handled at once, so that no key of the game waits for a slow picture.
void WindowEvents::handle_events() {
  passed_.clear();
  game_.wishes.close_dialog = false;
  if (ended_by_) imgui_.handle(*std::exchange(ended_by_, std::nullopt));
  const bool has_focus = ImGui::GetIO().WantTextInput && !game_.wishes.console;
  if (frames_to_focus_ > 0 && --frames_to_focus_ > 0 && !has_focus) return;
  frames_to_focus_ = 0;
  game_.wishes.console = false;
  std::vector<SDL_Keycode> changed;  // keys that went down or up in this frame
  for (SDL_Event event; next_event(event);) {
    if (event.type == SDL_KEYDOWN || event.type == SDL_KEYUP) {
      const SDL_Keycode key = event.key.keysym.sym;
      const bool again = event.key.repeat == 0 && std::find(changed.begin(), changed.end(), key) != changed.end();
      if (again && panel_has_keyboard()) {
        postponed_ = event;
        return;
      }
      changed.push_back(key);
    }
    if (event.type == SDL_TEXTINPUT && !changed.empty()) changed.pop_back();
    handle_event(event);
    if (ends_input(event)) {
      ended_by_ = event;
      ended_by_->type = SDL_KEYUP;
      return;
    }
    const bool is_button = event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEBUTTONUP;
    if (is_button || std::exchange(draws_anew_, false)) return;
    if (event.type == SDL_KEYDOWN && opens_field()) {
      expect_field();
      return;
    }
  }
}

bool WindowEvents::opens_field() const {
  const Wishes& wishes = game_.wishes;
  return wishes.search || wishes.save_dialog || wishes.open_dialog || wishes.console || wishes.words;
}

bool WindowEvents::next_event(SDL_Event& event) {
  if (!postponed_) return SDL_PollEvent(&event) != 0;
  event = *std::exchange(postponed_, std::nullopt);
  return true;
}

// A key with which a panel takes what was typed: it does so in this frame. ImGui would go on taking lines, empty ones,
// and closing what opens while the key is held: for ImGui it comes up again in the next frame, and is not repeated.
bool WindowEvents::ends_input(const SDL_Event& event) {
  if (event.type != SDL_KEYDOWN || !panel_has_keyboard()) return false;
  const SDL_Keycode key = event.key.keysym.sym;
  return key == SDLK_RETURN || key == SDLK_KP_ENTER || key == SDLK_ESCAPE;
}

// ImGui wants text for two more frames after Enter has ended a field.
bool WindowEvents::panel_has_keyboard() {
  return (ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive()) || popup_open();
}

void WindowEvents::handle_event(const SDL_Event& event) {
  is_active_ = true;
  // The letter of a key that the game has taken is no text.
  if (event.type == SDL_KEYDOWN) takes_text_ = panel_has_keyboard();
  if (event.type == SDL_TEXTINPUT && !takes_text_) return;
  if (ends_input(event) && event.key.repeat != 0) return;
  if (event.type == SDL_KEYDOWN && !game_.key_choice.action.empty()) return choose(event.key);
  if (game_.key_choice.takes_pointer && chooses(event)) return;
  if (const std::optional<GamepadEvent> told = pads_.take(event)) return handle_pad(*told);
  // The Esc that stands for a pad's button is of no window.
  if (event.type == SDL_MOUSEBUTTONDOWN || (event.type == SDL_KEYDOWN && event.key.windowID != 0))
    game_.uses_pad = false;
  if (const std::optional<PageWish> wish = page_wish(event)) return grant(*wish);
  imgui_.handle(event);
  switch (event.type) {
    case SDL_QUIT:
      game_.wishes.quit = true;
      break;
    case SDL_DROPFILE:
      take_file(event.drop.file);
      SDL_free(event.drop.file);
      break;
    case SDL_DISPLAYEVENT:
      window_.come_into_view();
      break;
    case SDL_WINDOWEVENT:
      if (event.window.event != SDL_WINDOWEVENT_FOCUS_LOST) break;
      end_stroke(game_);
      pointer_keys_.let_go();
      touches_.let_go();
      pad_.let_go();
      imgui_.press_left(false);
      modifiers_ = 0;
      break;
    case SDL_MOUSEMOTION:
      passed_.push_back({static_cast<double>(event.motion.x), static_cast<double>(event.motion.y)});
      break;
    case SDL_MOUSEBUTTONDOWN:
      passed_.clear();  // before the button went down
      if (event.button.which == SDL_TOUCH_MOUSEID) break;
      game_.uses_touch = false;
      pointer_keys_.press_button(game_, with_modifiers(name_of_button(event.button.button)));
      break;
    case SDL_MOUSEBUTTONUP:
      pointer_keys_.release(name_of_button(event.button.button));
      break;
    case SDL_KEYDOWN:
      modifiers_ = event.key.keysym.mod;
      if (event.key.keysym.sym == SDLK_ESCAPE && ImGuiLayer::close_menus()) break;
      if (!panel_has_keyboard() || modifies(event.key)) press(event.key);
      // Held, it has closed all that there was.
      if (event.key.keysym.sym == SDLK_ESCAPE && event.key.repeat == 0) game_.wishes.close_dialog = draws_anew_ = true;
      break;
    case SDL_KEYUP:
      modifiers_ = event.key.keysym.mod;
      pointer_keys_.release(SDL_GetKeyName(event.key.keysym.sym));
      if (may_go_by_place(event.key)) pointer_keys_.release(SDL_GetScancodeName(event.key.keysym.scancode));
      break;
    case SDL_MOUSEWHEEL:
      if (event.wheel.y != 0)
        pointer_keys_.turn(game_, with_modifiers(name_of_wheel(event.wheel)), std::abs(event.wheel.y));
      break;
    case SDL_FINGERDOWN:
      game_.uses_touch = true;
      // SDL has moved the pointer there, and pressed its button, a frame ago.
      if (touches_.is_active() || !over_panel_) touches_.down(event.tfinger.fingerId, place_of(event.tfinger), now_);
      break;
    case SDL_FINGERMOTION:
      touches_.move(event.tfinger.fingerId, place_of(event.tfinger));
      break;
    case SDL_FINGERUP:
      touches_.up(event.tfinger.fingerId, now_);
      break;
    default:
      break;
  }
}

void WindowEvents::grant(PageWish wish) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const std::filesystem::path world = folder / (name_to_keep(game_) + ".png");
  const std::filesystem::path recording = folder / (name_to_keep(game_) + ".json");
  if (const Status saved = game_.session.save(world); !saved)
    return game_.toasts.complain(said("Not saved:\n") + saved.failure().text());
  if (wish == PageWish::kWorldFile) return hand_out(world);
  const bool is_recorded = game_.session.save(recording).ok();
  put_in_address(world, is_recorded ? recording : std::filesystem::path());
}

void WindowEvents::handle_pad(const GamepadEvent& told) {
  std::vector<Gamepad::Change> changes;
  switch (told.kind) {
    case GamepadEvent::kCame:
      return tell_of_pad(game_, PadNews::kCame, told.name);
    case GamepadEvent::kUnknown:
      return tell_of_pad(game_, PadNews::kUnknown, told.name);
    case GamepadEvent::kWent:
      tell_of_pad(game_, PadNews::kWent, told.name);
      changes = pad_.pull_out(told.pad);
      break;
    case GamepadEvent::kButton:
      changes = pad_.press(told.pad, told.number, told.down);
      break;
    case GamepadEvent::kAxis:
      changes = pad_.tilt(told.pad, told.number, told.value);
      break;
  }
  for (const Gamepad::Change& change : changes) change.down ? press_pad(change.key) : release_pad(change.key);
}

// Over panels the pad has a click and an Esc; what its keys are bound to they do there, too, but not while a panel
// has the keyboard.
void WindowEvents::press_pad(std::string_view key) {
  draws_anew_ = true;
  game_.uses_pad = true;
  passed_.clear();
  if (!game_.key_choice.action.empty() && game_.key_choice.key.empty()) {
    game_.key_choice.takes_pointer = false;
    return choose_key(game_, std::string(key));
  }
  if (key == kPadClick) imgui_.press_left(true);
  if (key == kPadClose && ImGuiLayer::close_menus()) return;
  if (panel_has_keyboard()) {
    if (key == kPadClose) type_escape();
    return;
  }
  if (key == kPadClick && over_panel_) return;
  const std::string name = with_modifiers(key);
  if (!pointer_keys_.press(game_, name)) press_key(game_, name, false);
}

void WindowEvents::release_pad(std::string_view key) {
  draws_anew_ = true;
  if (key == kPadClick) imgui_.press_left(false);
  pointer_keys_.release(key);
}

// What sticks and held keys do in a frame.
void WindowEvents::follow_pads(double seconds) {
  constexpr double kScrollSteps = 12;  // of the wheel, for a height of the window
  const Gamepad::Frame pad = pad_.take_frame(seconds);
  if (!pad.is_used) return;
  is_active_ = true;
  const double height = window_.size().height;
  if (pad.pointer.x != 0 || pad.pointer.y != 0)
    passed_.push_back(imgui_.steer({height * pad.pointer.x, height * pad.pointer.y}));
  if (over_panel_)
    ImGuiLayer::scroll(-kScrollSteps * pad.view.y);
  else
    game_.camera.pan(-height * pad.view.x, -height * pad.view.y);
  if (panel_has_keyboard()) return;
  for (const std::string_view key : pad.repeated) press_key(game_, with_modifiers(key), true);
}

// To the panels a finger is the mouse, as SDL makes it; over the world it is not.
void WindowEvents::take_touches(PointerInput& pointer) {
  if (!touches_.is_active()) return;
  is_active_ = true;
  const TouchGestures::Frame touch = touches_.take_frame(now_);
  if (touch.draws) {
    pointer.use = touch.use;
    pointer.at = touch.at;
    pointer.passed = touch.passed;
    pointer.takes_back = touch.takes_back;
  } else {
    pointer.at = touch.middle;
    pointer.picks = touch.picks;
  }
  pointer.in_window = true;
  pointer.over_panel = false;  // it came down beside them
  if (touch.zoom == 1 && touch.pan.x == 0 && touch.pan.y == 0) return;
  game_.camera.pan(touch.pan.x, touch.pan.y);
  game_.camera.zoom_at(touch.middle, touch.zoom);
}

Point WindowEvents::place_of(const SDL_TouchFingerEvent& finger) const {
  const GridSize size = window_.size();
  return {finger.x * static_cast<double>(size.width), finger.y * static_cast<double>(size.height)};
}

// A world, or over the palette a picture for the brush.
void WindowEvents::take_file(const char* file) {
  const CellPos at = window_.pointer_now();
  const auto lies_in = [](int place, float first, float extent) {
    return static_cast<float>(place) >= first && static_cast<float>(place) < first + extent;
  };
  if (lies_in(at.x, palette_.at.x, palette_.size.x) && lies_in(at.y, palette_.at.y, palette_.size.y))
    add_brush(game_, file);
  else
    open_scene(game_, file);
}

// As in key_map.h.
std::string WindowEvents::with_modifiers(std::string_view key) const {
  const auto held = [&](unsigned modifier, const char* name) { return (modifiers_ & modifier) != 0 ? name : ""; };
  return std::string(held(KMOD_CTRL, "Ctrl+")) + held(KMOD_SHIFT, "Shift+") + held(KMOD_ALT, "Alt+") + std::string(key);
}

// For the panel of keys. Keys that other keys are held with are chosen only for what is done while they are held, and
// those without a name not at all.
void WindowEvents::choose(const SDL_KeyboardEvent& key) {
  takes_text_ = false;
  modifiers_ = key.keysym.mod;
  const char* name = SDL_GetKeyName(key.keysym.sym);
  if (*name == '\0') name = SDL_GetScancodeName(key.keysym.scancode);  // a dead key
  const Action* const action = find_action(game_.key_choice.action);
  if (key.repeat != 0 || *name == '\0' || !action) return;
  if (!modifies(key)) return choose_key(game_, with_modifiers(name));
  if (action->role == PointerRole::kStraight || action->role == PointerRole::kRectangle) choose_key(game_, name);
}

// Over what shows the keys of the action that waits for one. Whether the event is one of a button or the wheel.
bool WindowEvents::chooses(const SDL_Event& event) {
  std::string_view name;
  if (event.type == SDL_MOUSEBUTTONDOWN && event.button.which != SDL_TOUCH_MOUSEID)
    name = name_of_button(event.button.button);
  if (event.type == SDL_MOUSEWHEEL && event.wheel.y != 0) name = name_of_wheel(event.wheel);
  if (name.empty()) return false;
  game_.key_choice.takes_pointer = false;
  choose_key(game_, with_modifiers(name));
  return true;
}

void WindowEvents::press(const SDL_KeyboardEvent& key) {
  std::string name = with_modifiers(SDL_GetKeyName(key.keysym.sym));
  if (may_go_by_place(key) && !is_bound(game_, name)) name = with_modifiers(SDL_GetScancodeName(key.keysym.scancode));
  draws_anew_ = key.repeat == 0 && pointer_keys_.press(game_, name) && !modifies(key);
  if (draws_anew_)
    passed_.clear();
  else
    press_key(game_, name, key.repeat != 0);
}

}  // namespace quicksand
