#include "ui/game/worlds.h"

#include <filesystem>

#include "io/assets.h"
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

namespace {

std::string scene_of_materials(const TemporaryFolder& folder, const std::string& materials) {
  const std::filesystem::path scene = folder / (materials + ".json");
  REQUIRE(write_file_atomically(scene, R"({"format": "quicksand-scene/1", "size": [20, 20], "materials": ")" +
                                           materials + "\"}")
              .ok());
  return scene.string();
}

}  // namespace

TEST_CASE("the brush keeps its material by name in a world of other materials, or takes one that is loose") {
  const TemporaryFolder folder;
  TestGame game;
  for (const std::string& from : material_set_names())
    for (const std::string& to : material_set_names()) {
      open_scene(game.state, scene_of_materials(folder, from));
      const std::vector<std::string> names = game.state.session.world().entry_names();
      for (size_t entry = 0; entry < names.size(); ++entry) {
        INFO(names[entry] << " of " << from << " in " << to);
        open_scene(game.state, scene_of_materials(folder, from));
        game.state.tooling.entry = static_cast<uint8_t>(entry);
        open_scene(game.state, scene_of_materials(folder, to));
        const std::vector<std::string>& now = game.state.session.world().entry_names();
        REQUIRE(game.state.tooling.entry < now.size());
        if (std::find(now.begin(), now.end(), names[entry]) != now.end())
          CHECK(now[game.state.tooling.entry] == names[entry]);
        else
          CHECK_FALSE(game.state.session.looks()[game.state.tooling.entry].rigid);
      }
    }
}

TEST_CASE("worlds that are opened keep the materials and mods of the command line") {
  const TemporaryFolder folder;
  const std::filesystem::path mod = folder / "wind";
  REQUIRE(std::filesystem::create_directory(mod));
  REQUIRE(write_file_atomically(mod / "mod.json", R"({"format": "quicksand-mod/1", "name": "wind"})").ok());
  WorldRequest given;
  given.scene = scene_of_materials(folder, "core");
  given.materials = "classic";
  given.mods = {mod.string()};
  Session session(std::move(*open_world(given)), 1);
  GameState state(session);

  open_scene(state, scene_of_materials(folder, "dunes"));
  CHECK(session.scene().materials == "classic");
  REQUIRE(session.scene().mods.size() == 1);
  CHECK(state.toasts.shown().size() == 1);

  // This one needs materials that the set lacks: it is opened with its own, and the player hears of it.
  open_scene(state, "volcano");
  CHECK(session.scene().materials == "core");
  CHECK(session.scene().mods.size() == 1);
  REQUIRE(state.toasts.shown().back().error);
  CHECK(state.toasts.shown().back().text.find("without --materials classic") != std::string::npos);

  // And the next one has them again.
  open_scene(state, scene_of_materials(folder, "core"));
  CHECK(session.scene().materials == "classic");
}
