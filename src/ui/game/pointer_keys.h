// Keys that act through the pointer: buttons and wheel of the mouse, and whatever key the player has given a role to
// (PointerRole). Which of them are down, and what that means in a frame.
//
// A role belongs to the key that took it until this key comes up, whatever is bound to it meanwhile.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/game/controls.h"
#include "ui/game/pointer.h"

namespace quicksand {

class PointerKeys {
 public:
  // A key goes down, by its name with modifiers. Whether it has a role now; what else it may be bound to is not done.
  bool press(const GameState& game, std::string_view key);
  // A button of the mouse goes down: with what it is bound to besides roles, it does that over the world.
  void press_button(const GameState& game, std::string_view key);
  // The wheel turns by so many steps, at least 1, under the name of its way.
  void turn(const GameState& game, std::string_view key, int steps);
  // A key or button comes up, by its name without modifiers.
  void release(std::string_view key);
  // All come up, and nothing is meant by it.
  void let_go();

  // What they mean in a frame of this length, where the pointer stands at `input.at`; and what they meant once is done.
  void take_frame(PointerInput& input, double seconds);

 private:
  struct Down {
    std::string key;  // without modifiers
    PointerRole role = PointerRole::kNone;
    bool pressed = true;  // in this frame
  };

  void do_at_once(const Action& action, int times);
  bool is_down(PointerRole role) const;
  PointerInput::Button button(PointerRole role) const;
  void drag(PointerInput& input);

  std::vector<Down> down_;
  std::vector<Down> came_up_;  // in this frame, and had gone down in it, too
  std::vector<const Action*> acts_;
  double zoom_ = 0;  // steps in this frame
  bool picks_ = false;
  // Of the key that moves the view:
  Point from_;              // where it went down
  double farthest_ = 0;     // the square of how far the pointer has been from there
  bool may_click_ = false;  // it picks, too, if it comes up before the pointer has moved
  bool came_up_to_pick_ = false;
};

}  // namespace quicksand
