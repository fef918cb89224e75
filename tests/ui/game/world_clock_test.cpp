#include "ui/game/world_clock.h"

#include <functional>

#include "io/files.h"
#include "io/temporary_folder.h"
#include "ui/game/fixture.h"

using namespace quicksand;

namespace {

// A game whose frames take as long as the test says, on a clock that ticks alone move.
class TimedGame {
 public:
  explicit TimedGame(double tick_seconds = 0) : tick_seconds_(tick_seconds) {}

  TestGame game;

  void frame(double elapsed, double drawing = 0) { clock_.run(game.state, elapsed, drawing); }
  uint64_t tick() const { return game.state.session.world().tick(); }
  const WorldClock& clock() const { return clock_; }

 private:
  double tick_seconds_;
  WorldClock clock_{[this] { return static_cast<double>(tick()) * tick_seconds_; }};
};

constexpr double kRates[] = {2, 5, 10, 24, 60, 125, 240};  // frames a second

}  // namespace

TEST_CASE("what a resting brush pours does not depend on how often the window is drawn") {
  for (const BrushKind kind : {BrushKind::kRound, BrushKind::kSquare, BrushKind::kSpray})
    for (const size_t speed : {size_t{0}, size_t{2}, size_t{5}}) {
      INFO(kBrushNames[static_cast<size_t>(kind)] << " at " << FrameClock::kSpeeds[speed]);
      std::optional<uint64_t> hash;
      for (const double rate : kRates) {
        INFO(rate << " frames a second");
        TimedGame timed;
        timed.game.state.time.speed = speed;
        timed.game.state.tooling.brush.kind = kind;
        PointerInput input = TestGame::over({50, 20});
        input.use = {true, true};
        handle_pointer(timed.game.state, input);
        input.use.pressed = false;
        while (timed.tick() < 160) {
          // The last frame is as long as is left of the second.
          const double left = static_cast<double>(160 - timed.tick()) / (160 * FrameClock::kSpeeds[speed]);
          handle_pointer(timed.game.state, input);
          timed.frame(std::min(1 / rate, left));
        }
        CHECK(timed.tick() == 160);
        const uint64_t now = timed.game.state.session.world().state_hash();
        if (!hash) hash = now;
        CHECK(now == *hash);
      }
    }
}

TEST_CASE("a moved brush pours a stream without gaps at every rate and speed") {
  for (const size_t speed : {size_t{0}, size_t{2}, size_t{5}})
    for (const double rate : kRates) {
      INFO(rate << " frames a second at " << FrameClock::kSpeeds[speed]);
      TimedGame timed;
      timed.game.state.time.speed = speed;
      timed.game.choose("wall");
      timed.game.state.tooling.brush.width = 1;
      PointerInput input = TestGame::over({10, 20});
      input.use = {true, true};
      handle_pointer(timed.game.state, input);
      input.use.pressed = false;
      const double world_seconds_a_frame = FrameClock::kSpeeds[speed] / rate;
      for (double world_time = 0; world_time < 0.5; world_time += world_seconds_a_frame) {
        const int x = 10 + static_cast<int>(std::min(1.0, 2 * (world_time + world_seconds_a_frame)) * 140);
        input.at = TestGame::over({x, 20}).at;
        handle_pointer(timed.game.state, input);
        timed.frame(1 / rate);
      }
      input.use = {};
      handle_pointer(timed.game.state, input);
      for (int x = 10; x <= 150; ++x) CHECK(timed.game.at({x, 20}) == "wall");
      // 280 cells a second of world time: where a frame has several ticks, each gets its share of the way.
      if (160 * world_seconds_a_frame < 2) continue;
      for (const SceneCommand& each : timed.game.state.session.log()) {
        const auto& paint = std::get<PaintCommand>(each.command);
        CHECK(paint.to.x - paint.from.x <= 2 * 280 / 160.0 + 1);
      }
    }
}

TEST_CASE("a spray poured while the world is paused does not depend on the rate either") {
  for (const double rate : kRates) {
    INFO(rate << " frames a second");
    TimedGame timed;
    timed.game.state.time.paused = true;
    timed.game.state.tooling.brush.kind = BrushKind::kSpray;
    PointerInput input = TestGame::over({50, 20});
    input.use = {true, true};
    handle_pointer(timed.game.state, input);
    input.use.pressed = false;
    for (int frame = 0; frame < static_cast<int>(rate); ++frame) {
      handle_pointer(timed.game.state, input);
      timed.frame(1 / rate);
    }
    CHECK(timed.game.commands() == Approx(161).margin(1));
    CHECK(timed.tick() == 0);
  }
}

TEST_CASE("ticks get at least as much time as the picture, and the least that they need") {
  for (double drawing = 0; drawing < 2; drawing += 0.001) {
    const double ticks = WorldClock::tick_seconds(drawing);
    INFO("a picture takes " << drawing);
    CHECK(ticks >= drawing);
    CHECK(ticks >= WorldClock::kLeastTickSeconds);
    // Pictures do not become fewer than that for the world's sake, unless they are dear themselves.
    CHECK(ticks + drawing <=
          std::max({1 / WorldClock::kFewestPictures, 2 * drawing, WorldClock::kLeastTickSeconds + drawing}) + 1e-12);
  }
}

TEST_CASE("a cheap world keeps its speed however long its pictures take") {
  for (const double drawing : {0.001, 0.02, 0.1, 0.4, 0.9}) {
    INFO("a picture takes " << drawing);
    TimedGame timed(1e-5);
    for (int frame = 0; frame * drawing < 5; ++frame) timed.frame(drawing, drawing);
    CHECK(static_cast<double>(timed.tick()) == Approx(160 * 5).epsilon(0.2));
    CHECK(timed.clock().reached() == Approx(1).epsilon(0.05));
    CHECK_FALSE(timed.clock().is_short());
  }
}

TEST_CASE("the speed that is reached is the one that is chosen, or what the machine can do") {
  for (const size_t speed : {size_t{1}, size_t{2}, size_t{4}})
    for (const double tick : {0.001, 0.01, 0.1}) {
      INFO("ticks of " << tick << " s at " << FrameClock::kSpeeds[speed]);
      TimedGame timed(tick);
      timed.game.state.time.speed = speed;
      constexpr double kDrawing = 0.01;
      double seconds = 0;
      double frame = kDrawing;
      uint64_t began = 0;
      double began_at = 0;
      for (int i = 0; i < 400; ++i) {
        if (i == 200) {
          began = timed.tick();
          began_at = seconds;
        }
        const uint64_t before = timed.tick();
        timed.frame(frame, kDrawing);
        frame = kDrawing + static_cast<double>(timed.tick() - before) * tick;
        seconds += frame;
      }
      const double run = static_cast<double>(timed.tick() - began) / (160 * (seconds - began_at));
      CHECK(timed.clock().reached() == Approx(run).epsilon(0.1));
      CHECK(timed.clock().is_short() == (run < 0.9 * FrameClock::kSpeeds[speed]));
      CHECK(timed.game.state.speedometer.speed == timed.clock().reached());
    }
}

TEST_CASE("a frame tells whether it would have run more ticks, so that the next comes soon") {
  const auto wants_time = [](double tick, const std::function<void(GameState&)>& begin) {
    TimedGame timed(tick);
    begin(timed.game.state);
    for (int i = 0; i < 3; ++i) timed.frame(kFrame);
    return timed.clock().wants_time(timed.game.state);
  };
  CHECK_FALSE(wants_time(1e-4, [](GameState&) {}));
  CHECK(wants_time(0.1, [](GameState&) {}));
  CHECK_FALSE(wants_time(0.1, [](GameState& game) { game.time.paused = true; }));
  CHECK(wants_time(1e-3, [](GameState& game) { game.console.enter(game, "tick 1000"); }));
  CHECK_FALSE(wants_time(1e-3, [](GameState& game) { game.console.enter(game, "tick 10"); }));
  CHECK(wants_time(1e-3, [](GameState& game) {
    game.console.enter(game, "rect sand 10 10 20 20");
    game.time.until_still = true;
  }));
  TimedGame on_its_way;
  on_its_way.game.state.travel.sought = 100;
  CHECK(on_its_way.clock().wants_time(on_its_way.game.state));
}

TEST_CASE("who waits until all is still waits for what a scene has still to come, too") {
  const std::string coming[] = {R"("paint": [{"tick": 900, "shape": "rect", "at": [20, 20], "size": [5, 5], "material": "sand"}])",
                                R"("sources": [{"at": [20, 20], "size": [5, 1], "material": "sand", "from": 900, "until": 920}])"};
  for (const std::string& what : coming) {
    INFO(what);
    const TemporaryFolder folder;
    const std::string file = (folder / "later.json").string();
    REQUIRE(write_file_atomically(
                file, R"({"format": "quicksand-scene/1", "size": [60, 60], "materials": "core", )" + what + "}")
                .ok());
    TimedGame timed;
    open_scene(timed.game.state, file);
    timed.game.state.time.run_until_still();
    for (int i = 0; i < 2000 && timed.game.state.time.until_still; ++i) timed.frame(kFrame);
    CHECK(timed.game.state.time.paused);
    CHECK(timed.tick() > 920);
    CHECK(timed.tick() < 1500);
  }
}

TEST_CASE("a machine that was suspended does not catch up, whatever the speed, and goes on as before") {
  for (const double slept : {2.0, 60.0, 3600.0, 1e7, -3600.0})
    for (size_t speed = 0; speed < std::size(FrameClock::kSpeeds); ++speed) {
      INFO("slept for " << slept << " s at " << FrameClock::kSpeeds[speed]);
      TimedGame timed(1e-6);
      timed.game.state.time.speed = speed;
      for (int frame = 0; frame < 60; ++frame) timed.frame(1.0 / 60);
      const uint64_t before = timed.tick();
      timed.frame(slept);
      CHECK(timed.tick() - before <= 160 * FrameClock::kLongestFrame * FrameClock::kSpeeds[speed] + 1);
      const uint64_t awake = timed.tick();
      for (int frame = 0; frame < 60; ++frame) timed.frame(1.0 / 60);
      CHECK(static_cast<double>(timed.tick() - awake) == Approx(160 * FrameClock::kSpeeds[speed]).margin(2));
    }
}
