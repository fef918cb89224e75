// The tools that touch: ui/tools/touch.h.
#include "core/world.h"
#include "ui/game/fixture.h"

using namespace quicksand;

namespace {

double degrees_at(const TestGame& game, CellPos cell) {
  const std::vector<PlaneView> planes = game.state.session.world().planes();
  return value_at(*find_view(planes, "temperature"), cell);
}

uint8_t entry_named(const TestGame& game, std::string_view name) {
  const std::vector<std::string>& names = game.state.session.world().entry_names();
  return static_cast<uint8_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

void paint(TestGame& game, std::string_view name) {
  PaintCommand command;
  command.shape = Shape::kRect;
  command.from = {70, 40};
  command.to = {90, 60};
  command.entries = {entry_named(game, name)};
  game.state.session.apply(command);
}

}  // namespace

TEST_CASE("heat warms what lies under the brush in every tick in which the button is held, and cold cools it") {
  for (const auto& [tool, sign] : {std::pair("Heat", 1), {"Cool", -1}}) {
    TestGame game;
    paint(game, "stone");
    const double before = degrees_at(game, {80, 50});
    game.take(tool);
    game.press(TestGame::over({80, 50}));
    game.hold(TestGame::over({80, 50}));
    for (int i = 0; i < 10; ++i) game.state.tick();
    CHECK(sign * (degrees_at(game, {80, 50}) - before) > 10);
    CHECK(degrees_at(game, {89, 42}) == before);
    game.release(TestGame::over({80, 50}));
    const double after = degrees_at(game, {80, 50});
    for (int i = 0; i < 4; ++i) game.state.tick();
    CHECK(sign * (degrees_at(game, {80, 50}) - after) <= 0);
  }
}

TEST_CASE("a press is one command, and a switch that is pressed twice is as it was") {
  TestGame game;
  paint(game, "switch");
  game.take("Press");
  const CellPos corner{90, 60};
  for (const char* expected : {"switch-on", "switch"}) {
    const uint64_t before = game.commands();
    game.press(TestGame::over({80, 50}));
    game.hold(TestGame::over({80, 50}));
    game.release(TestGame::over({80, 50}));
    CHECK(game.commands() == before + 1);
    CHECK(game.state.session.world().entry_at(corner) == entry_named(game, expected));
  }
}
