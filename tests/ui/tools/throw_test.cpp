#include "ui/tools/throw.h"

#include "ui/game/fixture.h"

using namespace quicksand;

TEST_CASE("a throw starts where the stroke began, the faster the longer it was, up to the limit") {
  const Brush brush;
  const PaintCommand throwing = thrown_command(brush, {3}, {10, 20}, {46, 11});
  CHECK(throwing.from == CellPos{10, 20});
  CHECK(throwing.to == CellPos{10, 20});
  CHECK(throwing.onto == Onto::kEmpty);
  REQUIRE(throwing.velocity.has_value());
  CHECK(throwing.velocity->x == Approx(2));
  CHECK(throwing.velocity->y == Approx(-0.5));
  CHECK(thrown_command(brush, {3}, {0, 0}, {9999, -9999}).velocity == Velocity{kMaxForceSpeed, -kMaxForceSpeed});
}

TEST_CASE("a throw leaves the hand when the button comes up, and flies where it was pulled") {
  TestGame game;
  game.take("Throw");
  game.press(TestGame::over({20, 50}));
  game.hold(TestGame::over({60, 30}));
  CHECK(game.commands() == 0);
  CHECK(game.state.tooling.tool->cursor(game.state.tooling, {60, 30}).aimed_from == CellPos{20, 50});
  game.release(TestGame::over({60, 30}));
  CHECK(game.commands() == 1);
  for (int i = 0; i < 12; ++i) game.state.tick();
  const AirborneView grains = game.state.session.world().airborne();
  REQUIRE(grains.x.size() > 10);
  for (const float x : grains.x) CHECK(x > 25);
  CHECK(game.state.tooling.finished_strokes == 1);
}

TEST_CASE("a throw that is let go of with Esc is none") {
  TestGame game;
  game.take("Throw");
  game.press(TestGame::over({20, 50}));
  press_key(game.state, "Escape", false);
  game.release(TestGame::over({60, 30}));
  CHECK(game.commands() == 0);
}
