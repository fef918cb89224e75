#include "ui/game/controls.h"

#include <fstream>

#include "ui/game/documented_keys.h"
#include "ui/game/fixture.h"

using namespace quicksand;

namespace {

using Lines = std::vector<std::string>;

// The rows below the header of a table in README.md.
Lines table_of_readme(const std::string& header) {
  std::ifstream file(QUICKSAND_SOURCE "/README.md");
  Lines rows;
  std::string line;
  while (std::getline(file, line) && line != header) {
  }
  std::getline(file, line);  // | --- |
  while (std::getline(file, line) && line.starts_with("|")) rows.push_back(line);
  return rows;
}

}  // namespace

TEST_CASE("README.md lists the keys and buttons that there are") {
  Lines expected;
  const TestGame game;
  for (const Control& control : controls())
    expected.push_back("| " + control.keys + " | " + with_keys(game.state, control.help) + " |");
  CHECK(table_of_readme("| Key or button | What it does |") == expected);
}

TEST_CASE("README.md lists the tools and the views that there are") {
  Lines expected;
  const TestGame game;
  for (const Tool& tool : tools())
    expected.push_back("| " + std::string(tool.key) + " | " + std::string(tool.name) + " | " +
                       with_keys(game.state, tool.help) + " |");
  CHECK(table_of_readme("| Key | Tool | What it does |") == expected);
  expected.clear();
  for (const DisplayModeInfo& view : kDisplayModes)
    expected.push_back("| " + std::string(view.key) + " | " + std::string(view.name) + " | " +
                       std::string(view.meaning) + " |");
  CHECK(table_of_readme("| Key | View | What it shows |") == expected);
}

TEST_CASE("the list that F1 shows names every key that is bound, every tool and every view") {
  std::string page;
  const TestGame game;
  for (const HelpLine& line : help_lines(game.state)) page += line.keys + " " + line.help + "\n";
  for (const Tool& tool : tools()) {
    CHECK(page.find(std::string(tool.key) + " " + std::string(tool.name) + ": ") != std::string::npos);
    CHECK(page.find(with_keys(game.state, tool.help)) != std::string::npos);
  }
  for (const DisplayModeInfo& view : kDisplayModes) CHECK(page.find(std::string(view.name)) != std::string::npos);
  for (const ActionInRow& each : all_actions())
    for (const std::string& key : each.action->keys) {
      INFO(key);
      const bool is_named = each.row->keys.find(documented_key(key)) != std::string::npos ||
                            (documented_key(key) == "arrows" && each.row->keys.starts_with("Arrows"));
      CHECK(is_named);
    }
}

TEST_CASE("no key is bound twice") {
  const TestGame game;
  for (const ActionInRow& each : all_actions())
    for (const std::string& key : each.action->keys) {
      INFO(key);
      CHECK(also_bound(game.state, *each.action, key).empty());
    }
}

TEST_CASE("every view has the key of its row") {
  TestGame game;
  for (size_t i = 0; i < kDisplayModes.size(); ++i) {
    INFO(kDisplayModes[i].name);
    CHECK(press_key(game.state, kDisplayModes[i].key, false));
    CHECK(game.state.look.mode == static_cast<DisplayMode>(i));
  }
}

TEST_CASE("a held key repeats only where that makes sense") {
  TestGame game;
  const int width = game.state.tooling.brush.width;
  CHECK(press_key(game.state, "]", false));
  CHECK(press_key(game.state, "]", true));
  CHECK(game.state.tooling.brush.width == width + 2);
  CHECK(press_key(game.state, "Space", false));
  CHECK(press_key(game.state, "Space", true));
  CHECK(game.state.time.paused);
  CHECK_FALSE(press_key(game.state, "Ctrl+B", false));
  CHECK_FALSE(press_key(game.state, "Y1", false));
}

TEST_CASE("keys take tools, and X goes round them") {
  TestGame game;
  for (const Tool& tool : tools()) {
    press_key(game.state, tool.key, false);
    CHECK(game.state.tooling.tool == &tool);
  }
  press_key(game.state, "X", false);
  CHECK(game.state.tooling.tool == &painting_tool());
  CHECK(game.state.toasts.shown().size() == 1);
  CHECK(game.state.toasts.shown().front().text == "Tool: Paint");
}

TEST_CASE("keys change time, views and what is open, Esc closes and lets go") {
  TestGame game;
  GameState& state = game.state;
  press_key(state, "F", false);
  press_key(state, "F", true);
  CHECK(state.time.paused);
  CHECK(state.time.steps_wanted == 2);
  for (int i = 0; i < 9; ++i) press_key(state, ".", false);
  CHECK(FrameClock::kSpeeds[state.time.speed] == 8);
  for (int i = 0; i < 9; ++i) press_key(state, ",", false);
  CHECK(FrameClock::kSpeeds[state.time.speed] == 0.25);
  press_key(state, "6", false);
  CHECK(state.look.mode == DisplayMode::kWetness);
  press_key(state, "T", false);
  CHECK(state.look.torch);
  CHECK(state.look.mode == DisplayMode::kFancy);
  press_key(state, "Ctrl+S", false);
  press_key(state, "Ctrl+O", false);
  CHECK(state.wishes.save_dialog);
  CHECK(state.wishes.open_dialog);
  press_key(state, "F1", false);
  press_key(state, "L", false);
  CHECK(state.panels.help);
  CHECK(state.panels.look);
  game.press(TestGame::over({20, 20}));
  REQUIRE(state.tooling.stroke);
  press_key(state, "Escape", false);
  CHECK_FALSE(state.panels.help);
  CHECK_FALSE(state.panels.look);
  CHECK_FALSE(state.tooling.stroke);
}
