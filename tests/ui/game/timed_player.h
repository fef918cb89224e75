// Somebody who lets time run in a game without a window.
#pragma once

#include <cstdint>

#include "ui/game/fixture.h"
#include "ui/game/world_clock.h"

namespace quicksand {

// Plays with a clock of its own, a frame of four ticks at a time.
class TimedPlayer {
 public:
  explicit TimedPlayer(TestGame& game) : game_(game) {}

  void frames(int count) {
    for (int i = 0; i < count; ++i) clock_.run(game_.state, 0.025, 0.001);
  }
  uint64_t tick() const { return game_.state.session.world().tick(); }
  uint64_t hash() const { return game_.state.session.world().state_hash(); }

  // Until the tick that is sought is reached.
  void arrive() {
    while (game_.state.travel.sought) frames(1);
  }

 private:
  TestGame& game_;
  double now_ = 0;
  WorldClock clock_{[this] { return now_ += 1e-4; }};
};

}  // namespace quicksand
