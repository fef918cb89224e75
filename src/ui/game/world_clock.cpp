#include "ui/game/world_clock.h"

#include <algorithm>

#include "core/language.h"
#include "core/world.h"
#include "ui/game/key_map.h"
#include "ui/game/pointer.h"

namespace quicksand {
namespace {

constexpr int kFramesOfShortage = 30;
constexpr double kMeasuredSeconds = 0.5;
constexpr double kSmoothing = 0.08;  // weight of the newest frame
constexpr int kStillLooks = 5;
constexpr int kTicksBetweenLooks = 13;

}  // namespace

// Three quarters of the time where pictures are cheap; half of it where they are so dear that nothing else is left.
double WorldClock::tick_seconds(double drawing) {
  const double fewer_pictures = std::min(3 * drawing, 1 / kFewestPictures - drawing);
  return std::max({kLeastTickSeconds, fewer_pictures, drawing});
}

void WorldClock::run(GameState& game, double elapsed, double drawing) {
  const double start = now_();
  if (game.travel.sought) {
    const double end = start + tick_seconds(drawing);
    travel_on(game, [&] { return now_() < end; });
    game.speedometer.speed = 0;
    return;
  }
  game.console.go_on(game);
  if (!game.time.until_still) still_looks_ = 0;
  const int ticks = game.time.paused || game.console.script ? run_paused(game, elapsed, drawing)
                    : game.time.until_still                 ? run_until_still(game, drawing)
                                                            : run_ticks(game, elapsed, drawing);
  follow_time(game);
  if (ticks > 0) game.speedometer.tick_ms += kSmoothing * ((now_() - start) * 1e3 / ticks - game.speedometer.tick_ms);
  measure(ticks, elapsed, game.time.paused ? 0 : FrameClock::kSpeeds[game.time.speed]);
  game.speedometer.speed = reached_;
}

bool WorldClock::wants_time(const GameState& game) const {
  return is_short() || game.travel.sought || game.time.until_still || game.time.steps_wanted > 0;
}

// The held tool goes on, in steps of its own.
int WorldClock::run_paused(GameState& game, double elapsed, double drawing) {
  short_frames_ = 0;
  int ticks = 0;
  const double end = now_() + tick_seconds(drawing);
  for (; game.time.steps_wanted > 0 && (ticks == 0 || now_() < end); --game.time.steps_wanted, ++ticks) game.tick();
  if (ticks > 0) return ticks;
  clock_.advance(elapsed, 1);
  while (clock_.take_tick()) hold_tool(game, clock_.ticks_due() + 1, true);
  if (game.tooling.held_body)
    game.toasts.say_at_pointer(with_keys(game, said("Time stands: it comes when time goes on ({pause})")));
  return 0;
}

int WorldClock::run_ticks(GameState& game, double elapsed, double drawing) {
  game.time.steps_wanted = 0;
  clock_.advance(elapsed, FrameClock::kSpeeds[game.time.speed]);
  const double end = now_() + tick_seconds(drawing);
  int ticks = 0;
  if (short_frames_ > 0) --short_frames_;
  while (!game.time.paused && clock_.take_tick()) {
    game.tick(clock_.ticks_due() + 1);
    ++ticks;
    if (now_() < end) continue;
    if (clock_.ticks_due() > 0) short_frames_ = kFramesOfShortage;
    clock_.drop_debt();
  }
  return ticks;
}

// Nothing is active, nothing flies, and nothing is still to come, at kStillLooks looks, which lie at all phases of what
// is done every few ticks.
int WorldClock::run_until_still(GameState& game, double drawing) {
  const double end = now_() + tick_seconds(drawing);
  int ticks = 0;
  while (ticks == 0 || now_() < end) {
    game.tick();
    ++ticks;
    if (game.time.paused) break;
    if (game.session.world().tick() % kTicksBetweenLooks != 0) continue;
    const World& world = game.session.world();
    const bool moves =
        game.session.director().has_more_from(world.tick()) || !world.is_at_rest(game.session.parallel());
    still_looks_ = moves ? 0 : still_looks_ + 1;
    if (still_looks_ < kStillLooks) continue;
    game.time.until_still = false;
    game.time.paused = true;
    game.toasts.say_again(said("Still"),
                          said(" since {1} ticks: time stands", {std::to_string(kStillLooks * kTicksBetweenLooks)}));
    break;
  }
  return ticks;
}

void WorldClock::measure(int ticks, double elapsed, double speed) {
  if (speed != measured_speed_) {  // a new measurement, which begins with what is hoped for
    measured_speed_ = reached_ = speed;
    measured_seconds_ = 0;
    measured_ticks_ = 0;
    return;
  }
  measured_seconds_ += elapsed;
  measured_ticks_ += ticks;
  if (measured_seconds_ < kMeasuredSeconds) return;
  const double now = speed > 0 ? measured_ticks_ / (measured_seconds_ * kTicksPerSecond) : 0;
  reached_ += 0.5 * (now - reached_);
  measured_seconds_ = 0;
  measured_ticks_ = 0;
}

}  // namespace quicksand
