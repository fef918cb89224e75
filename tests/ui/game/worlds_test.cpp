#include "ui/game/worlds.h"

#include <chrono>
#include <filesystem>
#include <vector>

#include "app/kinds/world_kinds.h"
#include "core/cases.h"
#include "io/assets.h"
#include "io/environment_word.h"
#include "io/material_changes.h"
#include "ui/game/fixture.h"
#include "ui/game/material_editor.h"

using namespace quicksand;

namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE("what cannot be saved, kept or pictured where it belongs is elsewhere, and the player is told where") {
  TestGame game;
  const TemporaryFolder other;
  const EnvironmentWord home("HOME", other.path().string());
  game.state.draw_world = [](DisplayMode) { return Image({2, 2}); };
  for (const char* const folder : {"saves", "kept", "screenshots"})
    REQUIRE(write_file_atomically(user_data_folder() / folder, "a file where the folder should be").ok());
  const auto is_told = [&](const std::string& file) {
    REQUIRE_FALSE(game.state.toasts.shown().empty());
    const Toast& last = game.state.toasts.shown().back();
    INFO(last.text);
    CHECK(last.error);
    CHECK(last.text.find("instead: ~/Quicksand/" + file) != std::string::npos);
    CHECK(last.text.find(user_data_folder().string()) != std::string::npos);
  };
  draw_at(game, 50);
  const uint64_t hash = game.state.session.world().state_hash();
  save_as(game.state, "castle");
  is_told("castle.png");
  const fs::path saved = other / "Quicksand/castle.png";
  CHECK(play(saved.string(), 0).world().state_hash() == hash);
  CHECK(game.state.session.scene().name == saved.string());
  take_screenshot(game.state);
  is_told("quicksand-");
  draw_at(game, 90);
  CHECK_FALSE(leave_game(game.state));
  is_told("castle");
  CHECK(leave_game(game.state));
  CHECK(game.state.settings.left_world.empty());
}

TEST_CASE("a world that was saved goes on as the save: its name, and what Restart means") {
  TestGame game;
  draw_at(game, 50);
  const int64_t drawn = game.count("sand");
  save_as(game.state, "mine");
  CHECK(world_name(game.state.session.scene().name) == "mine");
  draw_at(game, 90);
  restart_scene(game.state);
  CHECK(game.count("sand") == drawn);
  // A recording is another file of the same world.
  save_as(game.state, "played.json");
  CHECK(world_name(game.state.session.scene().name) == "mine");
}

TEST_CASE("Ctrl+Z takes back a restart, and another world, which has other materials") {
  TestGame game;
  draw_at(game, 50);
  const uint64_t drawn = game.state.session.world().state_hash();
  restart_scene(game.state);
  CHECK(game.state.session.world().state_hash() != drawn);
  undo(game.state);
  CHECK(game.state.session.world().state_hash() == drawn);
  open_scene(game.state, "dunes-barchan");
  undo(game.state);
  CHECK(game.state.session.world().state_hash() == drawn);
  CHECK(game.state.tooling.entry == game.entry("sand"));
  CHECK(game.state.look.looks.size() == game.state.session.looks().size());
  redo(game.state);
  CHECK(game.state.session.scene().name == "dunes-barchan");
  CHECK(game.state.look.looks.size() == game.state.session.looks().size());
  game.state.tick();
}

TEST_CASE("a cleared world has walls, and what was before comes back with its own border") {
  TestGame game(R"(, "border": "open")");
  draw_at(game, 50);
  clear_world(game.state);
  CHECK_FALSE(game.state.session.world().settings()->open_border);
  undo(game.state);
  CHECK(game.state.session.world().settings()->open_border);
  CHECK(game.count("sand") > 0);
  clear_world(game.state);
  restart_scene(game.state);
  CHECK(game.state.session.world().settings()->open_border);
}

TEST_CASE("what is played goes on under the name that its file is given") {
  for (const char* const name : {"one", "one.json"})
    for (const bool is_opened : {false, true}) {
      CAPTURE(name, is_opened);
      TestGame game;
      draw_at(game, 50);
      save_as(game.state, name);
      const fs::path file = save_path(name);
      if (is_opened) open_scene(game.state, file.string());
      const bool is_its = is_opened || file.extension() == ".png";  // a recording is another file of the same world
      const int64_t begun = is_its ? game.count("sand") : 0;
      const std::string expected = is_its ? file.parent_path() / ("three" + file.extension().string())
                                          : fs::path(game.state.session.scene().name);
      REQUIRE(rename_save(game.state, file, "three").ok());
      CHECK(game.state.session.scene().name == expected);
      for (int second = 1; second < 10; ++second) follow_scene(game.state, second);
      CHECK(game.state.scene_reload.trouble.empty());
      draw_at(game, 90);
      restart_scene(game.state);
      CHECK_FALSE(game.state.toasts.shown().back().error);
      CHECK(game.count("sand") == begun);
      // And from another world, too, to which undo comes back.
      open_scene(game.state, "u-tube");
      const fs::path now = is_its ? fs::path(expected) : file.parent_path() / "three.json";
      REQUIRE(rename_save(game.state, now, "four").ok());
      undo(game.state);
      restart_scene(game.state);
      CHECK_FALSE(game.state.toasts.shown().back().error);
      CHECK(game.count("sand") == begun);
    }
}

TEST_CASE("a save can be renamed to a name that is free, and what is removed is kept once more") {
  TestGame game;
  draw_at(game, 50);
  for (const char* const name : {"one", "two"}) save_as(game.state, name);
  const auto one = rename_save(game.state, save_path("one"), "three");
  REQUIRE(one.ok());
  CHECK(*one == save_path("three"));
  CHECK_FALSE(fs::exists(save_path("one")));
  for (const char* const bad : {"two", "", "a/b", ".hidden"}) {
    CHECK_FALSE(rename_save(game.state, save_path("three"), bad).ok());
    CHECK(fs::exists(save_path("three")));
  }
  CHECK(fs::exists(save_path("two")));
  CHECK(remove_save(game.state, save_path("three")).ok());
  CHECK_FALSE(fs::exists(save_path("three")));
  REQUIRE(files_in(kept_folder()).size() == 1);
  CHECK(world_name(files_in(kept_folder()).front().string()) == "three");
  CHECK(remove_save(game.state, files_in(kept_folder()).front()).ok());
  CHECK(files_in(kept_folder()).empty());
  CHECK_FALSE(remove_save(game.state, save_path("nothing")).ok());
}

TEST_CASE("the past has no more memory than the player gives it, in whichever world", "[thorough]") {
  constexpr size_t kMost = size_t{6} << 20;  // for what can be undone, and for timelines
  TestGame game;
  game.state.settings.past_megabytes = 12;
  share_memory_of_past(game.state);
  using Ending = void (*)(GameState&);
  for (const Ending end : {Ending(restart_scene), Ending([](GameState& state) { open_scene(state, "volcano"); }),
                           Ending([](GameState& state) { open_scene(state, "oasis"); }), Ending(clear_world)}) {
    end(game.state);
    size_t most_held = 0;
    size_t most_of_both = 0;
    for (int i = 0; i < 60; ++i) {
      draw_at(game, 20 + i);
      for (int tick = 0; tick < 35; ++tick) game.state.tick();
      const std::optional<Timeline>& other = game.state.travel.other;
      most_held = std::max(most_held, game.state.travel.timeline.bytes());
      most_of_both = std::max(most_of_both, game.state.travel.timeline.bytes() + (other ? other->bytes() : 0));
      CHECK(game.state.history.bytes() <= kMost);
    }
    // The first and the last moment of a line are always held; here they take less than the limit.
    CHECK(most_of_both <= kMost);
    CHECK(most_held > kMost / 4);  // each of two has half
  }
}

TEST_CASE("the player is told that undo brings a world back where it does, and only there") {
  // The last ones are held neither while another is played nor for their own strokes.
  for (const GridSize size : {GridSize{300, 200}, {4096, 4096}, {4096, 4112}, {8200, 8200}}) {
    using Deed = void (*)(TestGame&);
    const Deed deeds[] = {[](TestGame& game) { clear_world(game.state); },
                          [](TestGame& game) { open_scene(game.state, "hourglass"); }};
    if (size != GridSize{300, 200} && size != GridSize{4096, 4112} && !draws_all_cases()) continue;  // much memory
    for (const Deed deed : deeds) {
      TestGame game;
      const TemporaryFolder folder;
      const std::string scene = (folder / "large.json").string();
      REQUIRE(write_file_atomically(scene, R"({"format": "quicksand-scene/1", "size": [)" + std::to_string(size.width) +
                                               ", " + std::to_string(size.height) + "]}")
                  .ok());
      open_scene(game.state, scene);
      REQUIRE(game.state.session.world().size() == size);
      draw_at(game, 50);
      deed(game);
      REQUIRE_FALSE(game.state.toasts.shown().empty());
      const std::string told = game.state.toasts.shown().back().text;
      const uint64_t before = game.state.session.world().state_hash();
      undo(game.state);
      INFO(size.width << " x " << size.height << ": " << told);
      CHECK((told.find("Ctrl+Z") != std::string::npos) == (game.state.session.world().state_hash() != before));
    }
  }
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
  CHECK(game.state.toasts.shown().front().text.starts_with("Cannot open it:\n"));
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
  game.state.draw_world = [](DisplayMode) { return Image({4, 3}); };
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
  REQUIRE(write_file_atomically(
              scene, R"({"format": "quicksand-scene/1", "size": [20, 20], "materials": ")" + materials + "\"}")
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

TEST_CASE("worlds that are opened keep the changed materials of the command line, where they have them") {
  const TemporaryFolder folder;
  WorldRequest given;
  given.scene = scene_of_materials(folder, "core");
  given.changes = {*parse_material_change("sand.friction=1"), *parse_material_change("snad.density=5")};
  REQUIRE_FALSE(open_world(given).ok());
  given.changes = {*parse_material_change("gravel.repose_degrees=60")};
  Session session(std::move(*open_world(given)), 1);
  GameState state(session);
  open_scene(state, "volcano");
  REQUIRE(session.scene().material_changes.size() == 1);
  CHECK(session.reopen()->scene.material_changes.size() == 1);
  CHECK(std::ranges::none_of(state.toasts.shown(), &Toast::error));

  // This one has no gravel.
  open_scene(state, scene_of_materials(folder, "classic"));
  CHECK(session.scene().materials == "classic");
  CHECK(session.scene().material_changes.empty());
  REQUIRE(state.toasts.shown().back().error);
  CHECK(state.toasts.shown().back().text.find("without --set gravel.repose_degrees") != std::string::npos);
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

TEST_CASE("a tool that another world does not have goes out of the hand, and every other stays in it") {
  TestGame game;
  for (const Tool& tool : tools())
    for (const char* scene : {"hourglass", "dunes-barchan", "plough", "oasis"}) {
      const bool had_it = works_in(tool, game.state.session.world());
      select_tool(game.state, tool);
      open_scene(game.state, scene);
      const bool has_it = works_in(tool, game.state.session.world());
      INFO(tool.name << " in " << scene);
      if (had_it) CHECK(game.state.tooling.tool == (has_it ? &tool : &painting_tool()));
      CHECK(works_in(*game.state.tooling.tool, game.state.session.world()));
    }
}

TEST_CASE("what was begun in one world does not go on in another") {
  TestGame game;
  game.choose("wall");
  game.take("Polygon");
  const auto click = [&](CellPos cell) { game.drag(TestGame::over(cell), TestGame::over(cell)); };
  for (const CellPos corner : {CellPos{20, 20}, {60, 20}, {60, 60}}) click(corner);
  game.state.tooling.measured = Measured{{1, 2}, {30, 40}};
  game.state.statistics.follow(game.state.session.world(), 1, 0);
  REQUIRE(game.state.tooling.corners.size() == 3);
  REQUIRE(game.state.statistics.samples().size() == 1);
  game.state.time.run_until_still();
  open_scene(game.state, "sand-pile");
  CHECK(game.state.tooling.corners.empty());
  CHECK_FALSE(game.state.tooling.measured);
  CHECK(game.state.statistics.samples().empty());
  CHECK_FALSE(game.state.time.until_still);
}
