// The ticks of each frame of the window: as many as the speed asks for and the machine can do.
//
// A picture and its ticks share the time of a frame. Where there is too little for both, the ticks get at least as much
// of it as the picture takes, and drawing gives way first: pictures become fewer, down to kFewestPictures a second, and
// coarser (is_short). Only then does the world slow down, and reached() says so.
#pragma once

#include <functional>

#include "app/frame_clock.h"
#include "ui/game/game_state.h"

namespace quicksand {

class WorldClock {
 public:
  // The time in seconds since any moment; it decides only how many ticks run, never what they do.
  using Now = std::function<double()>;

  static constexpr double kLeastTickSeconds = 0.02;  // a frame
  static constexpr double kFewestPictures = 15;      // a second, unless one takes longer than that alone

  explicit WorldClock(Now now) : now_(std::move(now)) {}

  // Runs the ticks of a frame. `elapsed` seconds have passed since the last, of which `drawing` went into its picture.
  void run(GameState& game, double elapsed, double drawing);

  // Ticks for their time could not all be run lately.
  bool is_short() const { return short_frames_ > 0; }

  // Whether more ticks would have run in this frame, had there been more time: then the next one has to come soon, even
  // where nothing moves that is seen.
  bool wants_time(const GameState& game) const;

  // World seconds a second, smoothed over about one second. While paused: 0.
  double reached() const { return reached_; }

  // Seconds for the ticks of a frame whose picture takes `drawing` seconds.
  static double tick_seconds(double drawing);

 private:
  int run_paused(GameState& game, double elapsed, double drawing);
  int run_ticks(GameState& game, double elapsed, double drawing);
  int run_until_still(GameState& game, double drawing);
  void measure(int ticks, double elapsed, double speed);

  Now now_;
  FrameClock clock_;
  int short_frames_ = 0;  // frames until a shortage is forgotten
  int still_looks_ = 0;   // how often nothing was seen to move, one after the other
  double measured_seconds_ = 0;
  int measured_ticks_ = 0;
  double measured_speed_ = 0;  // the one that was asked for
  double reached_ = 0;
};

}  // namespace quicksand
