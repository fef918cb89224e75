// The tools that tell of the world and leave it as it is.
#include "ui/tools/inspect.h"

#include "ui/game/fixture.h"
#include "ui/game/measuring.h"

using namespace quicksand;

namespace {

void paint_rect(TestGame& game, const std::string& material, CellPos from, CellPos to) {
  PaintCommand command;
  command.shape = Shape::kRect;
  command.from = from;
  command.to = to;
  command.entries = {game.entry(material)};
  game.state.session.apply(command);
}

}  // namespace

TEST_CASE(
    "Inspect holds on to the cell that is clicked, and another click there lets it go; the world stays as it is") {
  TestGame game;
  game.take("Inspect");
  const uint64_t commands = game.commands();
  game.drag(TestGame::over({30, 40}), TestGame::over({30, 40}));
  CHECK(game.state.tooling.inspected == CellPos{30, 40});
  game.drag(TestGame::over({30, 40}), TestGame::over({30, 40}));
  CHECK_FALSE(game.state.tooling.inspected);
  CHECK(game.commands() == commands);
  CHECK(game.state.history.undos() == 0);
}

TEST_CASE("Measure tells the distance, the angle and how the surface rises, from wherever the ends are") {
  TestGame game;
  const World& world = game.state.session.world();
  // Steps of three rows every ten columns.
  for (int step = 0; step < 10; ++step) paint_rect(game, "stone", {10 * step, 90 - 3 * step}, {10 * step + 9, 99});
  for (int from = 0; from < 10; ++from)
    for (int to = 0; to < 10; ++to) {
      const Measured measured{{10 * from + 5, 20}, {10 * to + 5, 95}};
      const std::string words = words_of(world, measured);
      const int rise = 3 * (to - from);
      INFO(words);
      CHECK(words.find(rise == 0  ? "equally high"
                       : rise > 0 ? "rises by " + std::to_string(rise)
                                  : "falls by " + std::to_string(-rise)) != std::string::npos);
      CHECK(words.find(std::to_string(10 * std::abs(to - from)) + " to the ") != std::string::npos);
      CHECK(words.find("75 down") != std::string::npos);
    }
  CHECK(words_of(world, {{10, 10}, {13, 6}})
            .starts_with("5.0 cells, at 53.1\u00b0 to the horizontal\n3 to the right, 4 up"));
  CHECK(words_of(world, {{10, 10}, {-50, 10}}).find("surface") == std::string::npos);  // an end is not in the world
  CHECK_FALSE(surface_row(world, {150, 10}));
}

TEST_CASE("the tool Measure measures what is dragged over, until a click, and changes nothing") {
  TestGame game;
  game.take("Measure");
  game.drag(TestGame::over({10, 10}), TestGame::over({50, 40}));
  REQUIRE(game.state.tooling.measured);
  CHECK(game.state.tooling.measured->from == CellPos{10, 10});
  CHECK(game.state.tooling.measured->to == CellPos{50, 40});
  game.drag(TestGame::over({20, 20}), TestGame::over({20, 20}));
  CHECK_FALSE(game.state.tooling.measured);
  CHECK(game.commands() == 0);
  CHECK(game.state.history.undos() == 0);
}
