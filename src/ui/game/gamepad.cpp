#include "ui/game/gamepad.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/language.h"
#include "core/printable.h"
#include "io/assets.h"
#include "io/files.h"
#include "ui/game/device_keys.h"

namespace quicksand {
namespace {

// SDL's axes.
constexpr int kLeftX = 0;
constexpr int kLeftY = 1;
constexpr int kRightX = 2;
constexpr int kRightY = 3;
constexpr int kLeftTrigger = 4;
constexpr int kRightTrigger = 5;

constexpr double kPointerSpeed = 0.7;  // heights of the window a second, at a full tilt
constexpr double kViewSpeed = 0.9;

double clamped(double value) { return std::isfinite(value) ? std::clamp(value, -1.0, 1.0) : 0; }

// How often a key has repeated that has been down for so long.
int repeats_in(double seconds) {
  if (seconds < Gamepad::kSecondsToRepeat) return 0;
  return 1 + static_cast<int>((seconds - Gamepad::kSecondsToRepeat) / Gamepad::kRepeatSeconds);
}

}  // namespace

bool Gamepad::is_held(std::string_view key) const { return std::ranges::count(held_, key, &Held::key) > 0; }

std::vector<Gamepad::Change> Gamepad::set(int pad, std::string_view key, bool down) {
  const bool was_held = is_held(key);
  std::erase_if(held_, [&](const Held& each) { return each.pad == pad && each.key == key; });
  if (down) held_.push_back({pad, key});
  const bool is_held_now = is_held(key);
  if (was_held == is_held_now) return {};
  if (is_held_now)
    pressed_.push_back({key});
  else
    std::erase_if(pressed_, [&](const Pressed& each) { return each.key == key; });
  return {{key, is_held_now}};
}

std::vector<Gamepad::Change> Gamepad::press(int pad, int button, bool down) {
  if (button < 0 || button >= static_cast<int>(kPadButtons.size())) return {};
  return set(pad, kPadButtons[static_cast<size_t>(button)], down);
}

std::vector<Gamepad::Change> Gamepad::tilt(int pad, int axis, double value) {
  value = clamped(value);
  if (axis == kLeftTrigger || axis == kRightTrigger) {
    if (value > kLoose && value < kPulled) return {};
    return set(pad, axis == kLeftTrigger ? kPadLeftTrigger : kPadRightTrigger, value >= kPulled);
  }
  if (axis < kLeftX || axis > kRightY) return {};
  Sticks& sticks = sticks_[pad];
  Point& stick = axis == kLeftX || axis == kLeftY ? sticks.left : sticks.right;
  (axis == kLeftX || axis == kRightX ? stick.x : stick.y) = value;
  return {};
}

std::vector<Gamepad::Change> Gamepad::pull_out(int pad) {
  sticks_.erase(pad);
  std::vector<Change> changes;
  for (const Held& each : std::vector<Held>(held_))
    if (each.pad == pad)
      for (const Change& change : set(pad, each.key, false)) changes.push_back(change);
  return changes;
}

Gamepad::Frame Gamepad::take_frame(double seconds) {
  Point left;
  Point right;
  for (const auto& [pad, sticks] : sticks_) {
    left = {clamped(left.x + sticks.left.x), clamped(left.y + sticks.left.y)};
    right = {clamped(right.x + sticks.right.x), clamped(right.y + sticks.right.y)};
  }
  const Point pointer = pointer_.move(left, seconds);
  const Point view = view_.move(right, seconds);
  Frame frame;
  frame.pointer = {kPointerSpeed * pointer.x, kPointerSpeed * pointer.y};
  frame.view = {kViewSpeed * view.x, kViewSpeed * view.y};
  for (Pressed& each : pressed_) {
    const int before = repeats_in(each.seconds);
    each.seconds += seconds;
    frame.repeated.insert(frame.repeated.end(), static_cast<size_t>(repeats_in(each.seconds) - before), each.key);
  }
  const auto is_tilted = [](Point raw) { return std::hypot(raw.x, raw.y) > kDeadZone; };
  frame.is_used = !pressed_.empty() || is_tilted(left) || is_tilted(right);
  return frame;
}

std::filesystem::path pad_mappings_file() { return user_config_folder() / "gamecontrollerdb.txt"; }

Result<std::string> read_pad_mappings() {
  constexpr size_t kMostBytes = 8 << 20;  // the largest collection has one
  std::error_code error;
  if (!std::filesystem::exists(pad_mappings_file(), error)) return std::string();
  return read_file(pad_mappings_file(), kMostBytes);
}

void tell_of_pad(GameState& game, PadNews news, const std::string& name) {
  const std::string shown = printable(name);
  if (news == PadNews::kCame) game.toasts.say(said("Gamepad \"{1}\": plugged in", {shown}));
  if (news == PadNews::kWent) game.toasts.say(said("Gamepad \"{1}\": pulled out", {shown}));
  if (news == PadNews::kUnknown)
    game.toasts.complain(
        said("Gamepad \"{1}\" cannot be used: which of its buttons is which is not known. A line of "
             "SDL's mappings for it in this file helps, at the next start:\n{2}",
             {shown, pad_mappings_file().string()}));
}

}  // namespace quicksand
