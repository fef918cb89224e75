// Random play without a window: every action that has a key, every tool and material, strokes anywhere.
#include <chrono>
#include <iostream>
#include <random>

#include "io/report.h"
#include "ui/game/fixture.h"
#include "view/shading.h"

using namespace quicksand;

namespace {

class Robot {
 public:
  Robot(TestGame& game, unsigned seed) : game_(game), dice_(seed) {
    GameState& state = game.state;  // what the window does for the game
    state.draw_world = [&](DisplayMode) { return world_picture(state.session.world(), state.session.looks()); };
    state.copy_picture = [](const std::string&) { return Status(Done{}); };
    state.read_clipboard = [] { return Result<std::optional<std::string>>(std::optional<std::string>()); };
    state.show_folder = [](const std::filesystem::path&) { return Status(Done{}); };
    state.open_editor = [](const std::filesystem::path&, int, int) { return Status(Done{}); };
  }

  // Does something, and tells what.
  std::string act() {
    GameState& state = game_.state;
    switch (below(8)) {
      case 0: {
        const ActionInRow& each = all_actions()[below(all_actions().size())];
        if (each.action->name == "quit" || !each.action->act) return "";  // a role of a button
        each.action->act(state);
        state.wishes = {};  // there are no panels
        return each.action->name;
      }
      case 1:
        state.tooling.entry = static_cast<uint8_t>(below(state.session.world().entry_names().size()));
        return "entry " + std::to_string(state.tooling.entry);
      case 2:
        select_tool(state, tools()[below(tools().size())]);
        return "a tool";
      case 3:
        state.time.paused = false;
        for (size_t i = below(30); i > 0; --i) game_.state.tick();
        follow_time(state);
        return "ticks";
      default: {
        PointerInput from = somewhere();
        PointerInput to = somewhere();
        from.shift = to.shift = below(8) == 0;
        from.control = to.control = below(8) == 0;
        game_.drag(from, to, below(5) == 0);
        follow_time(state);
        return "a stroke";
      }
    }
  }

  size_t below(size_t limit) { return dice_() % limit; }

 private:
  // Also beside the world.
  PointerInput somewhere() {
    return TestGame::over({static_cast<int>(below(TestGame::kSize.width + 20)) - 10,
                           static_cast<int>(below(TestGame::kSize.height + 20)) - 10});
  }

  TestGame& game_;
  std::mt19937 dice_;
};

}  // namespace

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
