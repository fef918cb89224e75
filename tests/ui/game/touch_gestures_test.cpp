#include "ui/game/touch_gestures.h"

#include <cmath>
#include <random>
#include <vector>

#include "ui/game/fixture.h"

using namespace quicksand;

namespace {

// Fingers on a screen, and the game that they play.
class Screen {
 public:
  void down(int64_t finger, Point at) { fingers.down(finger, at, now); }
  void move(int64_t finger, Point at) { fingers.move(finger, at); }
  void up(int64_t finger) { fingers.up(finger, now); }

  // As the window does.
  TouchGestures::Frame frame(double seconds = kFrame) {
    now += seconds;
    const TouchGestures::Frame touch = fingers.take_frame(now);
    PointerInput input;
    input.at = touch.draws ? touch.at : touch.middle;
    input.passed = touch.passed;
    input.use = touch.use;
    input.takes_back = touch.takes_back;
    input.picks = touch.picks;
    handle_pointer(game.state, input);
    hold_tool(game.state, 1, true);
    game.state.camera.pan(touch.pan.x, touch.pan.y);
    if (touch.zoom != 1) game.state.camera.zoom_at(touch.middle, touch.zoom);
    return touch;
  }
  void wait(double seconds) {
    for (const double end = now + seconds; now < end;) frame();
  }

  TestGame game{"", "wall"};
  TouchGestures fingers;
  double now = 100;
};

Point pixel(CellPos cell) { return TestGame::over(cell).at; }

}  // namespace

TEST_CASE("a finger draws where it goes from where it came down, and a tap draws, too") {
  for (const bool at_once : {true, false}) {
    INFO(at_once);
    Screen screen;
    screen.down(1, pixel({20, 50}));
    if (!at_once) screen.frame();
    screen.move(1, pixel({60, 50}));
    if (!at_once) screen.frame();
    screen.move(1, pixel({60, 80}));
    if (!at_once) screen.wait(0.3);
    screen.up(1);
    screen.wait(0.1);
    for (const CellPos cell : {CellPos{20, 50}, {40, 50}, {60, 50}, {60, 65}, {60, 80}})
      CHECK(screen.game.at(cell) == "wall");
    CHECK(screen.game.at({40, 65}) == "void");  // not straight across
    CHECK_FALSE(screen.game.state.tooling.stroke);
    CHECK_FALSE(screen.fingers.is_active());
  }
  Screen screen;
  for (const int x : {30, 60, 90}) {  // faster than frames
    screen.down(x, pixel({x, 20}));
    screen.up(x);
  }
  screen.wait(0.2);
  for (const int x : {30, 60, 90}) CHECK(screen.game.at({x, 20}) == "wall");
}

TEST_CASE("a finger that rests goes on drawing") {
  Screen screen;
  screen.down(1, pixel({50, 50}));
  screen.wait(2);
  CHECK(screen.game.state.tooling.stroke);
  screen.up(1);
  screen.wait(0.1);
  CHECK_FALSE(screen.game.state.tooling.stroke);
}

TEST_CASE("two fingers that come together draw nothing, and what is between them stays between them") {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const auto between = [&](double least, double most) {
      return std::uniform_real_distribution<double>(least, most)(random);
    };
    Screen screen;
    Camera& camera = screen.game.state.camera;
    const auto finger = [&] { return Point{between(200, 440), between(120, 280)}; };
    Point a = finger();
    Point b = finger();
    screen.down(7, a);
    screen.frame(between(0.001, TouchGestures::kPatience * 0.9));
    screen.down(3, b);
    const Point middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
    const Point held = camera.point_of(middle);
    const double zoom = camera.zoom();
    const double first = std::max(20.0, std::hypot(a.x - b.x, a.y - b.y));
    bool has_moved = false;
    for (int i = 0; i < 20; ++i) {
      a = finger();
      b = finger();
      screen.move(7, a);
      screen.move(3, b);
      has_moved = screen.frame().pan.x != 0 || has_moved;
      const Point now{(a.x + b.x) / 2, (a.y + b.y) / 2};
      const double wanted = zoom * std::max(20.0, std::hypot(a.x - b.x, a.y - b.y)) / first;
      // Where the camera's limits do not hold it back.
      const Point centre = camera.point_of({320, 200});
      const bool is_free = centre.x > 1 && centre.y > 1 && centre.x < 159 && centre.y < 99;
      const double pixels = 1 / zoom + 1 / camera.zoom();  // the world lies on whole ones
      if (i == 0 && is_free && camera.zoom() == Approx(wanted)) {
        CHECK(camera.point_of(now).x == Approx(held.x).margin(pixels));
        CHECK(camera.point_of(now).y == Approx(held.y).margin(pixels));
      }
    }
    CHECK(has_moved);
    screen.up(seed % 2 == 0 ? 7 : 3);
    screen.move(7, finger());
    screen.move(3, finger());
    screen.wait(0.3);  // the other finger does nothing any more
    screen.up(7);
    screen.up(3);
    screen.wait(0.1);
    CHECK(screen.game.commands() == 0);
    CHECK(screen.game.state.history.redos() == 0);  // nothing had to be taken back
    CHECK_FALSE(screen.fingers.is_active());
  }
}

// Of whatever has been drawn before, and whatever the first finger did meanwhile.
TEST_CASE("two fingers that come slowly one after the other draw nothing, a finger that has drawn for long did") {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const auto between = [&](double least, double most) {
      return std::uniform_real_distribution<double>(least, most)(random);
    };
    const bool is_slow = seed % 2 == 0;
    Screen screen;
    screen.down(1, pixel({20, 20}));
    screen.up(1);
    screen.wait(0.2);
    const int64_t before = screen.game.count("wall");
    REQUIRE(before > 0);
    const size_t undos = screen.game.state.history.undos();
    screen.down(7, pixel({50, 50}));
    const double end = screen.now + (is_slow ? between(TouchGestures::kPatience + 0.05, TouchGestures::kRegret - 0.1)
                                             : between(TouchGestures::kRegret + 0.1, 4));
    while (screen.now < end) {
      if (seed % 4 < 2) screen.move(7, {between(100, 500), between(100, 300)});
      screen.frame();
    }
    const int64_t drawn = screen.game.count("wall");
    CHECK(drawn > before);
    screen.down(3, pixel({90, 50}));
    for (int i = 0; i < 10; ++i) {
      screen.move(3, {between(300, 500), between(100, 300)});
      screen.frame();
    }
    CHECK_FALSE(screen.game.state.tooling.stroke);
    CHECK(screen.game.count("wall") == (is_slow ? before : drawn));
    CHECK(screen.game.state.history.undos() == undos + (is_slow ? 0 : 1));
    screen.up(7);
    screen.up(3);
    screen.wait(0.1);
    CHECK(screen.game.count("wall") == (is_slow ? before : drawn));
    screen.game.state.camera.fit();
    screen.down(1, pixel({140, 90}));  // the next stroke is one again
    screen.up(1);
    screen.wait(0.2);
    CHECK(screen.game.at({140, 90}) == "wall");
  }
}

TEST_CASE("a stroke that is taken back leaves in the hand what was there, and earlier strokes in the world") {
  for (const char* const tool : {"Polygon", "Select", "Inspect", "Measure", "Sign", "Source", "Explosion", "Fill"}) {
    INFO(tool);
    Screen screen;
    Tooling& tooling = screen.game.state.tooling;
    screen.down(1, pixel({20, 20}));
    screen.up(1);
    screen.wait(0.2);
    const int64_t before = screen.game.count("wall");
    screen.game.take(tool);
    const size_t undos = screen.game.state.history.undos();
    tooling.corners = {{10, 10}, {60, 10}};
    tooling.selection = {{50, 40, 60}};
    screen.down(7, pixel({50, 50}));
    screen.wait(0.5);
    REQUIRE(tooling.stroke);
    screen.down(3, pixel({90, 50}));
    screen.wait(0.1);
    CHECK(tooling.corners.size() == 2);
    CHECK(tooling.selection.size() == 1);
    CHECK_FALSE(tooling.placing);
    CHECK(screen.game.count("wall") == before);
    CHECK(screen.game.state.history.undos() == undos);
  }
}

TEST_CASE("a tap of two fingers picks what is between them, one that moves does not") {
  for (const bool moves : {false, true}) {
    Screen screen;
    screen.down(1, pixel({50, 50}));
    screen.up(1);
    screen.wait(0.2);
    screen.game.choose("sand");
    screen.down(1, pixel({40, 50}));
    screen.down(2, pixel({60, 50}));
    screen.frame();
    if (moves) screen.move(2, pixel({75, 50}));
    screen.frame();
    screen.up(1);
    screen.frame();
    screen.up(2);
    screen.frame();
    CHECK(screen.game.state.tooling.entry == screen.game.entry(moves ? "sand" : "wall"));
  }
}

// Fingers come, go and move in any order, a few of them at a time, however the frames fall.
TEST_CASE("no order of fingers leaves a stroke open, or begins one that does not end") {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const auto any = [&](int count) { return std::uniform_int_distribution<int>(0, count - 1)(random); };
    TouchGestures fingers;
    double now = 0;
    bool is_held = false;
    const auto frame = [&] {
      now += any(80) / 1000.0;
      const TouchGestures::Frame told = fingers.take_frame(now);
      if (told.use.pressed) CHECK_FALSE(is_held);  // the one before has ended
      if (told.use.held && !told.use.pressed) CHECK(is_held);
      if (is_held) CHECK(told.draws);
      is_held = told.use.held;
      CHECK(std::isfinite(told.zoom));
      CHECK(told.zoom > 0);
      if (!told.draws) CHECK((!told.use.held && told.passed.empty()));
    };
    for (int i = 0; i < 200; ++i) {
      const int64_t finger = any(4);
      const Point at{static_cast<double>(any(1280)), static_cast<double>(any(720))};
      switch (any(4)) {
        case 0:
          fingers.down(finger, at, now);
          break;
        case 1:
          fingers.up(finger, now);
          break;
        case 2:
          fingers.move(finger, at);
          break;
        default:
          frame();
      }
    }
    for (int64_t finger = 0; finger < 4; ++finger) fingers.up(finger, now);
    for (int i = 0; i < 200 && fingers.is_active(); ++i) frame();
    CHECK_FALSE(fingers.is_active());
    CHECK_FALSE(is_held);
  }
}
