// Fingers on the world, and what they mean: one draws, or uses the tool; two move the view and zoom, and pick the
// material between them if they only tap.
//
// A finger that rests pours, as a held button does, so no gesture is a long press. A stroke waits for kPatience whether
// a second finger comes, so that two fingers that come down together draw nothing; its way until then is not lost. One
// that comes later ends the stroke, and takes it back where it has come within kRegret: the two came slowly. Whoever
// has drawn for longer meant to draw.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "ui/game/pointer.h"

namespace quicksand {

class TouchGestures {
 public:
  static constexpr double kPatience = 0.1;  // seconds
  static constexpr double kRegret = 2;

  // In a frame.
  struct Frame {
    bool draws = false;  // the stroke's button is `use`, at this place, where it has come by these
    PointerInput::Button use;
    Point at;
    std::vector<Point> passed = {};
    bool takes_back = false;  // the stroke ends, and shall not have been
    bool picks = false;       // at `middle`
    // Two fingers: the view goes by `pan` in mouse positions, then it is zoomed by this factor at `middle`.
    Point pan;
    double zoom = 1;
    Point middle;
  };

  // Fingers have numbers; places are mouse positions, and times seconds, which never go back.
  void down(int64_t finger, Point at, double now);
  void move(int64_t finger, Point at);
  void up(int64_t finger, double now);
  // All of them are off the screen, and what they began is not ended but forgotten.
  void let_go() { *this = TouchGestures(); }

  // What they mean since the frame before.
  Frame take_frame(double now);

  // A finger is down, or something has not been told yet.
  bool is_active() const { return !fingers_.empty() || !strokes_.empty() || picks_; }

 private:
  enum class Phase : uint8_t {
    kIdle,   // no finger is down
    kWaits,  // one is, and another may come
    kDraws,
    kViews,  // two are
    kSpent   // until all are up
  };
  struct Finger {
    int64_t number = 0;
    Point at;
  };
  struct Stroke {
    Point start;
    Point at;
    std::vector<Point> passed = {};
    bool told = false;        // that it began
    bool ended = false;       // its finger is up, or another one came
    bool takes_back = false;  // likewise
  };
  // How two fingers lie.
  struct Span {
    Point middle;
    double distance = 1;
  };

  void follow(double now);
  void end_stroke(bool takes_back);
  void begin_view(double now);
  Span span() const;
  void tell_stroke(Frame& frame);
  void tell_view(Frame& frame);

  Phase phase_ = Phase::kIdle;
  std::vector<Finger> fingers_;  // in the order in which they came
  double since_ = 0;             // when the first came down, or the second
  Stroke waiting_;
  std::deque<Stroke> strokes_;  // that have begun, and not all been told; the last may go on
  Span last_;                   // as it has been told
  bool has_moved_ = false;      // two fingers have
  bool picks_ = false;
};

}  // namespace quicksand
