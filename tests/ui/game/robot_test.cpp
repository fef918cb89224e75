// Random play without a window: every action that has a key, every tool and material, strokes anywhere.
#include <chrono>
#include <iostream>

#include "io/report.h"
#include "ui/game/robot.h"

using namespace quicksand;

TEST_CASE("whatever a player does, in whatever order, the game goes on, and its world is saved as it is") {
  for (unsigned seed = 0; seed < 50; ++seed) {
    TestGame game;
    Robot robot(game, seed);
    for (int i = 0; i < 80; ++i) {
      UNSCOPED_INFO("seed " << seed << ": " << robot.act());
      REQUIRE(game.state.session.world().size().cells() > 0);
    }
    const TemporaryFolder folder;
    const std::string file = (folder / "save.png").string();
    REQUIRE(game.state.session.save(file).ok());
    CHECK(play(file, 0).world().state_hash() == game.state.session.world().state_hash());
  }
}

TEST_CASE("random play without a window goes on for half an hour, and gains hardly any memory", "[.][slow]") {
  using Clock = std::chrono::steady_clock;
  const char* const wanted = std::getenv("QUICKSAND_SOAK_SECONDS");
  const double seconds = wanted ? std::stod(wanted) : 1800;
  const auto start = Clock::now();
  std::vector<double> memory;
  size_t actions = 0;
  for (unsigned seed = 1000; std::chrono::duration<double>(Clock::now() - start).count() < seconds; ++seed) {
    TestGame game;
    Robot robot(game, seed);
    for (int i = 0; i < 400; ++i) robot.act();
    actions += 400;
    memory.push_back(memory_mb());
  }
  REQUIRE(memory.size() >= 8);
  const double early = *std::max_element(memory.begin() + static_cast<ptrdiff_t>(memory.size() / 4),
                                         memory.begin() + static_cast<ptrdiff_t>(memory.size() / 2));
  const double late = *std::max_element(memory.end() - static_cast<ptrdiff_t>(memory.size() / 4), memory.end());
  std::cout << actions << " actions, memory " << early << " MB, then " << late << std::endl;
  CHECK(late < early * 1.2 + 32);
}
