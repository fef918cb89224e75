#include "app/frame_clock.h"

#include <algorithm>

#include "core/world.h"

namespace quicksand {

void FrameClock::advance(double seconds, double speed) {
  owed_ticks_ += std::clamp(seconds, 0.0, kLongestFrame) * speed * kTicksPerSecond;
}

bool FrameClock::take_tick() {
  if (owed_ticks_ < 1) return false;
  owed_ticks_ -= 1;
  return true;
}

}  // namespace quicksand
