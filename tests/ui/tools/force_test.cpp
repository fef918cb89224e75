// The tools that push: ui/tools/explosion.h, blow.h and suck.h.
#include "ui/game/fixture.h"
#include "ui/tools/reach.h"

using namespace quicksand;

namespace {

// The force of a held tool in a tick before which the pointer has come here.
ForceCommand held_force(TestGame& game, std::string_view tool, CellPos from = {80, 50}) {
  game.take(tool);
  game.press(TestGame::over(from));
  PointerInput input = TestGame::over({80, 50});
  input.left = {false, true};
  handle_pointer(game.state, input);
  const size_t before = game.state.session.log().size();
  game.state.tick();
  REQUIRE(game.state.session.log().size() == before + 1);
  return std::get<ForceCommand>(game.state.session.log().back().command);
}

}  // namespace

TEST_CASE("a larger brush pushes farther, and a small one as far as the least reach") {
  Brush brush;
  brush.width = 1;
  CHECK(force_around({5, 6}, brush).at == CellPos{5, 6});
  CHECK(force_around({5, 6}, brush).radius == kLeastReach);
  brush.width = 60;
  CHECK(force_around({5, 6}, brush).radius == 60);
}

TEST_CASE("an explosion goes off once, when the button goes down, and throws what lies there") {
  TestGame game;
  for (int i = 0; i < 600; ++i) game.state.tick();
  game.drag(TestGame::over({60, 96}), TestGame::over({100, 96}));
  for (int i = 0; i < 200; ++i) game.state.tick();
  game.take("Explosion");
  const uint64_t before = game.commands();
  game.press(TestGame::over({80, 97}));
  CHECK(game.commands() == before + 1);
  game.hold(TestGame::over({80, 97}));
  game.release(TestGame::over({80, 97}));
  CHECK(game.commands() == before + 1);
  CHECK_FALSE(game.state.session.world().airborne().x.empty());
  CHECK(game.state.tooling.finished_strokes == 1);  // of painting alone
}

TEST_CASE("wind blows away from the pointer and along with it, and suction goes the other way") {
  TestGame game;
  const ForceCommand blow = held_force(game, "Blow", {72, 54});
  CHECK(blow.at == CellPos{80, 50});
  CHECK(blow.outward > 0);
  CHECK(blow.x > 0);
  CHECK(blow.y < 0);
  game.release(TestGame::over({80, 50}));
  const ForceCommand suck = held_force(game, "Suck", {72, 54});
  CHECK(suck.outward < 0);
  CHECK(suck.x == 0);
}

TEST_CASE("a held force acts in every tick and in no other step, and ends with the button") {
  for (const char* const tool : {"Blow", "Suck", "Heat", "Cool"}) {
    INFO(tool);
    TestGame game;
    game.take(tool);
    const auto commands = [&] { return game.state.session.log().size(); };
    const auto run = [&] {
      for (int i = 0; i < 4; ++i) game.state.tick();
    };
    game.press(TestGame::over({80, 50}));
    CHECK(commands() == 0);
    run();
    CHECK(commands() == 4);
    PointerInput panel = TestGame::over({80, 50});
    panel.over_panel = true;
    game.hold(panel);
    run();  // it waits
    CHECK(commands() == 4);
    game.hold(TestGame::over({80, 50}));
    run();
    CHECK(commands() == 8);
    game.release(TestGame::over({80, 50}));
    run();
    CHECK(commands() == 8);
  }
}
