#include "ui/game/pointer_keys.h"

#include <algorithm>
#include <utility>

#include "ui/game/key_map.h"

namespace quicksand {
namespace {

constexpr double kZoomStepsASecond = 6;  // while a key that zooms is held
constexpr double kClickSlack = 6;        // mouse positions that the pointer moves at most in a click
constexpr int kMostSteps = 32;           // of the wheel, in an event

bool modifies(PointerRole role) { return role == PointerRole::kStraight || role == PointerRole::kRectangle; }

}  // namespace

bool PointerKeys::press(const GameState& game, std::string_view key) {
  const std::vector<const Action*> meant = meant_by(game, key);
  const bool picks = std::ranges::count(meant, PointerRole::kPick, &Action::role) > 0;
  const bool moves = std::ranges::count(meant, PointerRole::kPan, &Action::role) > 0;
  const std::string bare(without_modifiers(key));
  const bool is_held = std::ranges::count(down_, bare, &Down::key) > 0;
  for (const Action* const action : meant) {
    if (action->role == PointerRole::kNone) return false;
    if (is_held || (is_down(action->role) && !modifies(action->role))) continue;
    if (action->role == PointerRole::kPick && moves) continue;  // when it comes up
    if (action->role == PointerRole::kPick) picks_ = true;
    if (action->role == PointerRole::kPan) may_click_ = picks;
    down_.push_back({bare, action->role});
  }
  return !meant.empty();
}

void PointerKeys::press_button(const GameState& game, std::string_view key) {
  if (press(game, key)) return;
  for (const Action* const action : meant_by(game, key)) do_at_once(*action, 1);
}

void PointerKeys::turn(const GameState& game, std::string_view key, int steps) {
  steps = std::min(steps, kMostSteps);
  const std::vector<const Action*> meant = meant_by(game, key);
  if (meant.empty()) return;
  const PointerRole role = meant.front()->role;
  if (role == PointerRole::kNone) return do_at_once(*meant.front(), steps);
  if (role == PointerRole::kZoomIn || role == PointerRole::kZoomOut) {
    zoom_ += role == PointerRole::kZoomIn ? steps : -steps;
    return;
  }
  press(game, key);  // it does what a click does
  release(without_modifiers(key));
}

void PointerKeys::do_at_once(const Action& action, int times) {
  acts_.insert(acts_.end(), static_cast<size_t>(action.repeats ? times : 1), &action);
}

void PointerKeys::release(std::string_view key) {
  for (const Down& each : down_) {
    if (each.key != key) continue;
    if (each.role == PointerRole::kPan) came_up_to_pick_ = std::exchange(may_click_, false);
    if (each.pressed) came_up_.push_back(each);
  }
  std::erase_if(down_, [&](const Down& each) { return each.key == key; });
}

void PointerKeys::let_go() { *this = PointerKeys(); }

bool PointerKeys::is_down(PointerRole role) const { return std::ranges::count(down_, role, &Down::role) > 0; }

PointerInput::Button PointerKeys::button(PointerRole role) const {
  const auto pressed = [&](const Down& each) { return each.role == role && each.pressed; };
  return {std::ranges::any_of(down_, pressed) || std::ranges::any_of(came_up_, pressed), is_down(role)};
}

// A click becomes a drag once the pointer has been far enough away.
void PointerKeys::drag(PointerInput& input) {
  const PointerInput::Button moves = button(PointerRole::kPan);
  if (moves.pressed) {
    from_ = input.at;
    farthest_ = 0;
  }
  if (moves.held) {
    const Point way{input.at.x - from_.x, input.at.y - from_.y};
    farthest_ = std::max(farthest_, way.x * way.x + way.y * way.y);
  }
  const bool has_moved = farthest_ >= kClickSlack * kClickSlack;
  input.pans = moves.held && has_moved;
  input.picks = picks_ || (came_up_to_pick_ && !has_moved);
}

void PointerKeys::take_frame(PointerInput& input, double seconds) {
  input.use = button(PointerRole::kUse);
  input.erase = button(PointerRole::kErase);
  input.shift = is_down(PointerRole::kStraight);
  input.control = is_down(PointerRole::kRectangle);
  drag(input);
  for (const auto& [role, way] : {std::pair{PointerRole::kZoomIn, 1}, {PointerRole::kZoomOut, -1}})
    if (is_down(role)) zoom_ += way * kZoomStepsASecond * seconds;
  input.zoom = std::exchange(zoom_, 0);
  input.acts = std::exchange(acts_, {});
  picks_ = came_up_to_pick_ = false;
  came_up_.clear();
  for (Down& each : down_) each.pressed = false;
}

}  // namespace quicksand
