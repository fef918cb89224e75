#include "app/frame_clock.h"

#include <catch2/catch.hpp>

using namespace quicksand;

namespace {

int ticks_in(FrameClock& clock, double frame_seconds, double speed, int frames) {
  int ticks = 0;
  for (int i = 0; i < frames; ++i) {
    clock.advance(frame_seconds, speed);
    while (clock.take_tick()) ++ticks;
  }
  return ticks;
}

}  // namespace

TEST_CASE("a second has 160 ticks at any display rate") {
  for (const int rate : {30, 60, 75, 144, 240}) {
    FrameClock clock;
    CHECK(ticks_in(clock, 1.0 / rate, 1, rate * 10) == Approx(1600).margin(1));
  }
}

TEST_CASE("speeds multiply the ticks") {
  for (const double speed : FrameClock::kSpeeds) {
    FrameClock clock;
    CHECK(ticks_in(clock, 1.0 / 60, speed, 600) == Approx(1600 * speed).margin(1));
  }
}

TEST_CASE("a long frame is not made up for, nor a clock that goes backward") {
  FrameClock clock;
  CHECK(ticks_in(clock, 60, 1, 1) == 160);
  CHECK(ticks_in(clock, -5, 1, 1) == 0);
  clock.advance(0.1, 8);
  clock.drop_debt();
  CHECK_FALSE(clock.take_tick());
}
