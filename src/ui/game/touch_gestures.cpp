#include "ui/game/touch_gestures.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace quicksand {
namespace {

constexpr double kTapSeconds = 0.3;  // that two fingers are down at most, to pick
constexpr double kSlack = 12;        // mouse positions that they move at most in a tap
constexpr double kNearest = 20;      // two fingers that are nearer do not zoom

}  // namespace

void TouchGestures::follow(double now) {
  if (phase_ != Phase::kWaits || now - since_ < kPatience) return;
  strokes_.push_back(std::exchange(waiting_, {}));
  phase_ = Phase::kDraws;
}

void TouchGestures::down(int64_t finger, Point at, double now) {
  if (std::ranges::count(fingers_, finger, &Finger::number) > 0) return move(finger, at);
  follow(now);
  fingers_.push_back({finger, at});
  if (phase_ == Phase::kIdle) {
    phase_ = Phase::kWaits;
    since_ = now;
    waiting_ = {.start = at, .at = at};
  } else if (phase_ == Phase::kWaits || phase_ == Phase::kDraws) {
    if (phase_ == Phase::kDraws) end_stroke(now - since_ <= kRegret);
    begin_view(now);
  } else {
    has_moved_ = true;  // three fingers are no tap of two
  }
}

void TouchGestures::move(int64_t finger, Point at) {
  const auto found = std::ranges::find(fingers_, finger, &Finger::number);
  if (found == fingers_.end()) return;
  found->at = at;
  if (phase_ != Phase::kWaits && phase_ != Phase::kDraws) return;
  Stroke& stroke = phase_ == Phase::kWaits ? waiting_ : strokes_.back();
  stroke.passed.push_back(at);
  stroke.at = at;
}

void TouchGestures::up(int64_t finger, double now) {
  const auto found = std::ranges::find(fingers_, finger, &Finger::number);
  if (found == fingers_.end()) return;
  follow(now);
  if (phase_ == Phase::kWaits) strokes_.push_back(std::exchange(waiting_, {}));
  if (phase_ == Phase::kWaits || phase_ == Phase::kDraws) strokes_.back().ended = true;
  if (phase_ == Phase::kViews && found - fingers_.begin() < 2) {
    picks_ = !has_moved_ && now - since_ <= kTapSeconds;
    phase_ = Phase::kSpent;
  }
  fingers_.erase(found);
  if (fingers_.empty()) phase_ = Phase::kIdle;
}

void TouchGestures::end_stroke(bool takes_back) {
  Stroke& stroke = strokes_.back();
  if (takes_back && !stroke.told) return strokes_.pop_back();
  stroke.ended = true;
  stroke.takes_back = takes_back;
}

void TouchGestures::begin_view(double now) {
  phase_ = Phase::kViews;
  since_ = now;
  last_ = span();
  has_moved_ = false;
}

TouchGestures::Span TouchGestures::span() const {
  const Point a = fingers_[0].at;
  const Point b = fingers_[1].at;
  return {{(a.x + b.x) / 2, (a.y + b.y) / 2}, std::max(distance(a, b), kNearest)};
}

// Its beginning and its end have a frame each.
void TouchGestures::tell_stroke(Frame& frame) {
  if (strokes_.empty()) return;
  Stroke& stroke = strokes_.front();
  frame.draws = true;
  if (!std::exchange(stroke.told, true)) {
    frame.use = {true, true};
    frame.at = stroke.start;
    return;
  }
  frame.use = {false, !stroke.ended};
  frame.takes_back = stroke.takes_back;
  frame.at = stroke.at;
  frame.passed = std::exchange(stroke.passed, {});
  if (stroke.ended) strokes_.pop_front();
}

void TouchGestures::tell_view(Frame& frame) {
  frame.middle = last_.middle;
  if (phase_ != Phase::kViews) return;
  const Span now = span();
  has_moved_ =
      has_moved_ || distance(now.middle, last_.middle) > kSlack || std::abs(now.distance - last_.distance) > kSlack;
  if (!has_moved_) return;
  frame.middle = now.middle;
  frame.pan = {now.middle.x - last_.middle.x, now.middle.y - last_.middle.y};
  frame.zoom = now.distance / last_.distance;
  last_ = now;
}

TouchGestures::Frame TouchGestures::take_frame(double now) {
  follow(now);
  Frame frame;
  tell_stroke(frame);
  tell_view(frame);
  frame.picks = std::exchange(picks_, false);
  return frame;
}

}  // namespace quicksand
