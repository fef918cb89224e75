// The pointer over the world: uses the tool, erases, picks, pans and zooms. Which keys do so: pointer_keys.h.
#pragma once

#include <vector>

#include "ui/game/game_state.h"

namespace quicksand {

struct Action;

inline constexpr double kZoomStep = 1.25;

// The pointer in a frame. Places are mouse positions, as the camera's viewport.
struct PointerInput {
  struct Button {
    bool pressed = false;  // it went down in this frame
    bool held = false;     // it is down
  };

  bool in_window = true;    // the window has the pointer
  bool over_panel = false;  // a panel wants it
  Point at;
  std::vector<Point> passed;  // where it has been on the way there, in order
  Point moved;                // since the last frame
  // Of the roles (PointerRole):
  Button use;
  Button erase;
  bool takes_back = false;  // the stroke shall not have been
  bool picks = false;
  bool pans = false;
  double zoom = 0;                  // steps; positive is nearer
  bool shift = false;               // a straight line is wanted
  bool control = false;             // a rectangle is
  std::vector<const Action*> acts;  // what buttons and wheel of the mouse stand for besides roles, in order
};

// Whether the pointer is over the world's part of the window, and nothing covers it.
bool is_over_world(const GameState& game, const PointerInput& input);

// Once in each frame, before its ticks.
void handle_pointer(GameState& game, const PointerInput& input);

// What the pointer draws, or drags, shall not have begun.
void take_back_stroke(GameState& game);

// A step of the held tool, if one is held. `steps_left`: of this frame, this one included; at least 1. `time_stands`:
// it goes with no tick.
void hold_tool(GameState& game, int steps_left, bool time_stands);

}  // namespace quicksand
