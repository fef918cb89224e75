// What the player does with mouse, keys, gamepads and fingers, and what happens to the window: SDL's events, and what
// they mean to the panels and the game. ImGui has to have begun (imgui_layer.h).
#pragma once

#include <SDL.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/geometry.h"
#include "platform/gamepads.h"
#include "platform/page.h"
#include "platform/window.h"
#include "ui/game/game_state.h"
#include "ui/game/gamepad.h"
#include "ui/game/pointer.h"
#include "ui/game/pointer_keys.h"
#include "ui/game/touch_gestures.h"
#include "ui/imgui_layer.h"
#include "ui/panels/layout.h"

namespace quicksand {

class WindowEvents {
 public:
  // All outlive it.
  WindowEvents(Window& window, ImGuiLayer& imgui, GameState& game) : window_(window), imgui_(imgui), game_(game) {}

  // Says so to the player if gamepads cannot be used.
  void begin_gamepads();

  // What came since the last frame, and what sticks do in one of that many seconds. Before the frame of ImGui; `now` in
  // seconds since any moment.
  void handle(double seconds, double now);

  // The pointer of the frame that ImGui has begun. Once a frame.
  PointerInput take_pointer(double seconds);

  // Where pictures may be dropped for the brush.
  void set_palette(const Box& box) { palette_ = box; }

  // A field for text is about to open: what is typed waits until that has the keyboard.
  void expect_field();
  // Whether something was asked for that opens one.
  bool opens_field() const;

  // Whether the player has done anything since this was asked.
  bool take_activity();

 private:
  void handle_events();
  bool next_event(SDL_Event& event);
  static bool ends_input(const SDL_Event& event);
  static bool panel_has_keyboard();
  void handle_event(const SDL_Event& event);
  void grant(PageWish wish);
  void handle_pad(const GamepadEvent& told);
  void press_pad(std::string_view key);
  void release_pad(std::string_view key);
  void follow_pads(double seconds);
  void take_touches(PointerInput& pointer);
  Point place_of(const SDL_TouchFingerEvent& finger) const;
  void take_file(const char* file);
  std::string with_modifiers(std::string_view key) const;
  void choose(const SDL_KeyboardEvent& key);
  bool chooses(const SDL_Event& event);
  void press(const SDL_KeyboardEvent& key);

  Window& window_;
  ImGuiLayer& imgui_;
  GameState& game_;
  double now_ = 0;          // of this frame
  bool is_active_ = false;  // take_activity()
  Box palette_;             // of this frame, or the one before
  std::optional<SDL_Event> postponed_;
  std::optional<SDL_Event> ended_by_;  // what a key that ends_input() is for ImGui in the next frame: one that comes up
  int frames_to_focus_ = 0;            // that events wait at most
  bool takes_text_ = false;            // what the last key wrote is for a panel
  unsigned modifiers_ = 0;             // SDL's, as of the last key that went down or up
  bool draws_anew_ = false;            // before what follows: the pointer, or panels, may be others then
  PointerKeys pointer_keys_;
  TouchGestures touches_;
  Gamepads pads_;
  Gamepad pad_;
  bool over_panel_ = false;    // the pointer was, in this frame or the one before
  std::vector<Point> passed_;  // where the pointer has been in this frame, in mouse positions
};

}  // namespace quicksand
