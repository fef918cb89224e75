#include "ui/game/worlds.h"

#include <filesystem>

#include "ui/game/fixture.h"

using namespace quicksand;

TEST_CASE("what is replaced is kept as a save, and an empty world is not") {
  TestGame game;
  clear_world(game.state);
  CHECK_FALSE(std::filesystem::exists(saves_folder()));
  game.drag(TestGame::over({50, 50}), TestGame::over({60, 50}));
  clear_world(game.state);
  CHECK(game.count("sand") == 0);
  const std::filesystem::path kept = saves_folder() / "previous-world.png";
  REQUIRE(std::filesystem::exists(kept));
  open_scene(game.state, kept.string());
  CHECK(game.count("sand") > 0);
}

TEST_CASE("a scene that cannot be opened leaves the world as it is, and says why") {
  TestGame game;
  game.drag(TestGame::over({50, 50}), TestGame::over({60, 50}));
  const uint64_t hash = game.state.session.world().state_hash();
  open_scene(game.state, "hourglas");
  CHECK(game.state.session.world().state_hash() == hash);
  REQUIRE(game.state.toasts.shown().size() == 1);
  CHECK(game.state.toasts.shown().front().error);
  CHECK(game.state.toasts.shown().front().text.find("hourglass") != std::string::npos);
}

TEST_CASE("another world ends the stroke, and the chosen material is one that it has") {
  TestGame game;
  game.press(TestGame::over({50, 50}));
  game.state.tooling.entry = 250;
  open_scene(game.state, "hourglass");
  CHECK_FALSE(game.state.tooling.stroke);
  CHECK(game.state.tooling.entry < game.state.session.world().entry_names().size());
}

TEST_CASE("pictures and saves are written where the player's files are") {
  TestGame game;
  game.state.draw_world = [] { return Image({4, 3}); };
  take_screenshot(game.state);
  take_screenshot(game.state);
  int pictures = 0;
  for ([[maybe_unused]] const auto& file :
       std::filesystem::directory_iterator(saves_folder().parent_path() / "screenshots"))
    ++pictures;
  CHECK(pictures == 2);
  save_as(game.state, "mine");
  CHECK(std::filesystem::exists(saves_folder() / "mine.png"));
}
