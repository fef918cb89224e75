// The pointer over the world: uses the tool, erases, picks, pans and zooms.
#pragma once

#include <vector>

#include "ui/game/game_state.h"

namespace quicksand {

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
  Button left;
  Button right;
  bool middle_clicked = false;  // the middle button came up where it had gone down
  bool middle_dragged = false;  // it is down and has been moved
  double wheel = 0;             // steps; positive is away from the player
  double zoom = 0;              // steps of the wheel while Ctrl was down
  bool shift = false;
  bool control = false;
  bool alt = false;
};

// Whether the pointer is over the world's part of the window, and nothing covers it.
bool is_over_world(const GameState& game, const PointerInput& input);

// Once in each frame, before its ticks.
void handle_pointer(GameState& game, const PointerInput& input);

// A step of the held tool, if one is held. `steps_left`: of this frame, this one included; at least 1. `time_stands`:
// it goes with no tick.
void hold_tool(GameState& game, int steps_left, bool time_stands);

}  // namespace quicksand
