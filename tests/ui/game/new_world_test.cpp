#include "ui/game/new_world.h"

#include <filesystem>

#include "app/kinds/world_kinds.h"
#include "io/assets.h"
#include "io/statistics.h"
#include "ui/game/fixture.h"

using namespace quicksand;

TEST_CASE("a new world is as it was asked for, whatever its kind, size, border and materials") {
  TestGame game;
  std::vector<std::string> sets = materials_to_choose(game.state);
  sets.emplace_back();
  for (size_t kind = 0; kind < world_kinds().size(); ++kind)
    for (const std::string& materials : sets)
      for (const GridSize size : {GridSize{1, 1}, GridSize{320, 180}, GridSize{7, 300}})
        for (const bool open : {false, true}) {
          const NewWorld wanted{kind, size, open, materials};
          INFO(world_kinds()[kind].name << ", " << materials << ", " << size.width << " x " << size.height);
          CHECK(problem_of(wanted).empty());
          REQUIRE(create_world(game.state, wanted));
          const Session& session = game.state.session;
          CHECK(session.world().kind() == world_kinds()[kind].name);
          CHECK(session.world().size() == size);
          CHECK(session.scene().open_border == open);
          CHECK(session.scene().materials == (materials.empty() ? world_kinds()[kind].materials : materials));
          game.state.tick();
        }
}

TEST_CASE("the world before a new one is kept, and the new one starts anew and is recorded like a scene") {
  TestGame game;
  game.drag(TestGame::over({50, 50}), TestGame::over({60, 50}));
  REQUIRE(create_world(game.state, {}));
  CHECK(std::filesystem::exists(game.state.last_kept));
  CHECK(game.count("sand") == 0);
  const uint64_t fresh = game.state.session.world().state_hash();
  game.choose("sand");
  game.drag(TestGame::over({50, 50}), TestGame::over({60, 50}));
  REQUIRE(game.count("sand") > 0);
  save_as(game.state, "recorded.json");
  const uint64_t painted = game.state.session.world().state_hash();
  restart_scene(game.state);
  CHECK(game.state.session.world().state_hash() == fresh);
  open_scene(game.state, save_path("recorded.json").string());
  game.state.session.direct();
  CHECK(game.state.session.world().state_hash() == painted);
}

TEST_CASE("time stands at the start of a scene that waits, until the player lets it run; a recording of it does not wait") {
  TestGame game;
  GameState& state = game.state;
  open_scene(state, "example-2");
  CHECK(state.time.stands());
  CHECK(state.session.world().tick() == 0);
  state.time.toggle_pause();
  CHECK(!state.time.paused);
  state.tick();
  restart_scene(state);
  CHECK(state.time.stands());
  save_as(state, "recorded.json");
  open_scene(state, "hourglass");
  CHECK(!state.time.paused);
  state.time.paused = true;  // the player's own pause outlasts worlds
  open_scene(state, "u-tube");
  CHECK(state.time.paused);
  state.time.paused = false;
  open_scene(state, save_path("recorded.json").string());
  CHECK(!state.time.paused);
}

TEST_CASE("sizes that cannot be are refused before anything happens") {
  TestGame game;
  const uint64_t hash = game.state.session.world().state_hash();
  for (size_t kind = 0; kind < world_kinds().size(); ++kind) {
    const int most = world_kinds()[kind].most_extent;
    for (const GridSize size : {GridSize{0, 10}, GridSize{10, 0}, GridSize{-5, 10}, GridSize{most + 1, 10},
                                GridSize{10, most + 1}, GridSize{2147483647, 2147483647}}) {
      const NewWorld wanted{kind, size, false, ""};
      INFO(size.width << " x " << size.height);
      CHECK(problem_of(wanted).find(std::to_string(most)) != std::string::npos);
      CHECK_FALSE(create_world(game.state, wanted));
      CHECK(game.state.toasts.shown().back().error);
    }
    CHECK(problem_of({kind, {most, 1}, false, ""}).empty());
    CHECK(problem_of({kind, {1, most}, false, ""}).empty());
    const bool is_too_large = memory_mb({kind, {most, most}, false, ""}) > memory_of_machine_mb() / 2;
    CHECK(problem_of({kind, {most, most}, false, ""}).empty() != is_too_large);
  }
  CHECK(game.state.session.world().state_hash() == hash);
}

TEST_CASE("a new world has the command line's materials, unless others are chosen") {
  WorldRequest given;
  given.scene = "hourglass";
  given.materials = "core";
  Session session(std::move(*open_world(given)), 1);
  TestGame folders;
  GameState state(session);
  for (size_t kind = 0; kind < world_kinds().size(); ++kind) {
    REQUIRE(create_world(state, {kind, {20, 20}, false, ""}));
    CHECK(session.scene().materials == "core");
    REQUIRE(create_world(state, {kind, {20, 20}, false, "classic"}));
    CHECK(session.scene().materials == "classic");
  }
}
