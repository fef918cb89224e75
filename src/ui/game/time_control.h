// Whether the world's time runs, and how fast.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "app/frame_clock.h"

namespace quicksand {

struct TimeControl {
  bool paused = false;
  uint64_t steps_wanted = 0;  // ticks that still run while paused
  bool is_scripted = false;   // they are a script's, which gets all that it asks for
  size_t speed = 2;           // index of FrameClock::kSpeeds
  bool until_still = false;   // runs as fast as it goes until nothing moves any more, and stops then

  bool stands() const { return paused && steps_wanted == 0; }

  void toggle_pause() {
    paused = is_scripted ? !paused : !stands();
    end_steps();
    until_still = false;
  }

  void run_until_still() {
    paused = until_still;
    until_still = !until_still;
    end_steps();
  }

  void end_steps() {
    if (!is_scripted) steps_wanted = 0;
  }

  // Stops time but for one tick.
  void step() {
    paused = true;
    until_still = false;
    ++steps_wanted;
  }

  // By so many speeds faster; negative: slower. Stays within those that there are.
  void change_speed(int steps) {
    const int last = static_cast<int>(std::size(FrameClock::kSpeeds)) - 1;
    speed = static_cast<size_t>(std::clamp(static_cast<int>(speed) + steps, 0, last));
  }
};

}  // namespace quicksand
