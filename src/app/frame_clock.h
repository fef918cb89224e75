// Turns real time into ticks at a fixed rate, whatever the display's.
//
// World time runs at kTicksPerSecond times the speed. A machine that cannot keep up loses time instead of piling up
// work: what is owed is capped, so the world runs slower and the window keeps answering.
#pragma once

#include <cstdint>

namespace quicksand {

class FrameClock {
 public:
  static constexpr double kSpeeds[] = {0.25, 0.5, 1, 2, 4, 8};

  // In seconds. Longer gaps (a laptop that was suspended, a breakpoint) are not made up for. Pictures may take that
  // long where OpenGL is drawn by the processor.
  static constexpr double kLongestFrame = 1;

  // Adds real time. `speed` in world seconds a second.
  void advance(double seconds, double speed);

  // Whole ticks that are due.
  int ticks_due() const { return static_cast<int>(owed_ticks_); }

  // Whether a tick is due; takes it off.
  bool take_tick();

  // Forgets what is owed: after a pause, or when this frame's time is used up.
  void drop_debt() { owed_ticks_ = 0; }

 private:
  double owed_ticks_ = 0;
};

}  // namespace quicksand
