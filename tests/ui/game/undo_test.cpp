// Undo and redo in a world that has been at other moments, and between worlds.
#include <filesystem>
#include <string>
#include <vector>

#include "core/cases.h"
#include "core/random.h"
#include "ui/game/saves.h"
#include "ui/game/time_travel.h"
#include "ui/game/timed_player.h"
#include "ui/game/worlds.h"

using namespace quicksand;

TEST_CASE("a world that undo or redo comes back to has its timeline and its branches, wherever it was left",
          "[thorough]") {
  for (uint64_t seed = 0; seed < 12; ++seed) {
    INFO("seed " << seed);
    uint64_t drawn = seed * 1009;
    const auto lot = [&](int below) { return static_cast<int>(mix64(++drawn) % static_cast<uint64_t>(below)); };
    TestGame game;
    TimedPlayer player(game);
    const Timeline& timeline = game.state.travel.timeline;
    const auto dab = [&] {
      const PointerInput place = TestGame::over({20 + lot(100), 10 + lot(40)});
      game.drag(place, place);
    };
    const auto play = [&] {
      for (int i = 1 + lot(3); i-- > 0;) {
        player.frames(3 + lot(30));
        dab();
      }
      player.frames(3 + lot(30));
      for (int i = lot(3); i-- > 0;) {
        seek(game.state, timeline.first() + static_cast<uint64_t>(lot(static_cast<int>(timeline.end()) + 1)));
        player.arrive();
        if (lot(3) == 0) keep_branch(game.state);
        if (lot(2) == 0) continue;
        dab();
        press_key(game.state, "Space", false);
        player.frames(3 + lot(30));
      }
    };
    struct Seen {
      uint64_t first, end, tick, hash;
      std::vector<std::string> branches;
      bool operator==(const Seen&) const = default;
    };
    const auto seen = [&] {
      Seen now{timeline.first(), timeline.end(), player.tick(), player.hash(), {}};
      for (const Timeline::Line& branch : timeline.branches()) now.branches.push_back(branch.name);
      return now;
    };
    const auto at_ticks = [&] {
      std::vector<uint64_t> hashes;
      for (uint64_t tick = timeline.first(); tick <= timeline.end(); tick += 1 + (timeline.end() - tick) / 3) {
        seek(game.state, tick);
        player.arrive();
        hashes.push_back(player.hash());
      }
      seek(game.state, timeline.end());
      player.arrive();
      hashes.push_back(player.hash());
      return hashes;
    };
    play();
    const Seen first = seen();
    const World* const first_world = &game.state.session.world();
    open_scene(game.state, lot(2) == 0 ? "u-tube" : "dunes-barchan");
    CHECK(timeline.end() == player.tick());
    CHECK(timeline.branches().empty());
    player.frames(3 + lot(30));
    const Seen second = seen();
    for (int turn = 0; turn < 2; ++turn) {
      undo(game.state);
      REQUIRE(&game.state.session.world() == first_world);
      CHECK(seen() == first);
      redo(game.state);
      CHECK(seen() == second);
    }
    const std::vector<uint64_t> later = at_ticks();
    undo(game.state);
    if (&game.state.session.world() != first_world) undo(game.state);  // in `later` nothing was done
    REQUIRE(&game.state.session.world() == first_world);
    CHECK(seen() == first);
    const std::vector<uint64_t> hashes = at_ticks();
    CHECK(hashes == at_ticks());
    if (lot(2) == 0) {  // what was opened is given up, and its timeline with it
      dab();
      player.frames(1);
      CHECK_FALSE(game.state.travel.other);
    }
  }
}

TEST_CASE("whatever a stroke does, at its start, while it lasts or at its end, one undo takes back, and not more") {
  for (const char* const keys : {"", R"(, "world": "dunes", "materials": "core", "sand": {"depth": 10})"})
    for (const Tool& tool : tools()) {
      if (tool.shape == StrokeShape::kPolygon) continue;  // of several strokes, of which the last acts
      TestGame game(keys);
      GameState& state = game.state;
      if (!works_in(tool, state.session.world())) continue;
      INFO(state.session.world().kind() << ", " << tool.name);
      run(game, 5);
      draw_at(game, 20);
      run(game, 5);
      const size_t undos = state.history.undos();
      game.take(tool.name);
      state.tooling.brush.width = 9;
      const size_t deeds = state.session.log().size();
      const uint64_t tick = state.session.world().tick();
      const uint64_t hash = state.session.world().state_hash();
      game.press(TestGame::over({60, 40}));
      for (int x = 60; x < 100; x += 2) {
        run(game, 1);
        game.hold(TestGame::over({x, 40 + x / 10}));
      }
      run(game, 3);
      game.release(TestGame::over({100, 50}));
      const bool did_something = state.session.log().size() > deeds;
      run(game, 10);
      CHECK(state.history.undos() == undos + (did_something ? 1 : 0));
      if (!did_something) continue;
      undo(state);
      CHECK(state.session.world().tick() == tick);
      CHECK(state.session.world().state_hash() == hash);
      CHECK(state.history.undos() == undos);
      redo(state);
      CHECK(state.session.log().size() > deeds);
      CHECK(state.history.undos() == undos + 1);
    }
}

TEST_CASE(
    "a stroke that is broken off before it has done anything is no deed: nothing to undo, and what was undone stays") {
  for (const char* const keys : {"", R"(, "world": "dunes", "materials": "core", "sand": {"depth": 10})"})
    for (const Tool& tool : tools()) {
      TestGame game(keys);
      GameState& state = game.state;
      if (!works_in(tool, state.session.world())) continue;
      INFO(state.session.world().kind() << ", " << tool.name);
      draw_at(game, 20);
      run(game, 5);
      draw_at(game, 40);
      run(game, 5);
      undo(state);
      run(game, 2);
      REQUIRE(state.history.redos() == 1);
      const size_t undos = state.history.undos();
      const size_t deeds = state.session.log().size();
      game.take(tool.name);
      game.press(TestGame::over({60, 40}));
      run(game, 2);
      game.hold(TestGame::over({70, 45}));
      run(game, 2);
      press_key(state, "Escape", false);
      game.release(TestGame::over({70, 45}));
      const bool did_something = state.session.log().size() > deeds;
      CHECK(state.history.undos() == undos + (did_something ? 1 : 0));
      CHECK(state.history.redos() == (did_something ? 0 : 1));
      run(game, 3);
      CHECK(state.history.undos() == undos + (did_something ? 1 : 0));
    }
}

TEST_CASE("a world that is cleared while a shape is drawn is one deed, and the shape none") {
  TestGame game;
  draw_at(game, 20);
  run(game, 3);
  const size_t undos = game.state.history.undos();
  const uint64_t hash = game.state.session.world().state_hash();
  game.take("Rectangle");
  game.press(TestGame::over({60, 40}));
  game.hold(TestGame::over({70, 45}));
  clear_world(game.state);
  game.hold(TestGame::over({80, 50}));
  game.release(TestGame::over({80, 50}));
  CHECK(game.state.history.undos() == undos + 1);
  undo(game.state);
  CHECK(game.state.session.world().state_hash() == hash);
}

TEST_CASE("the other button leaves a stroke that goes on alone") {
  for (const Tool& tool : tools()) {
    if (tool.shape == StrokeShape::kPolygon) continue;
    TestGame game;
    GameState& state = game.state;
    INFO(tool.name);
    game.take(tool.name);
    const size_t undos = state.history.undos();
    game.press(TestGame::over({60, 40}));
    game.hold(TestGame::over({64, 42}));
    PointerInput both = TestGame::over({66, 43});
    both.use = {false, true};
    both.erase = {true, true};
    handle_pointer(state, both);
    game.hold(TestGame::over({70, 45}));
    game.release(TestGame::over({70, 45}));
    CHECK(state.history.undos() <= undos + 1);
    CHECK_FALSE(state.tooling.stroke);
  }
}

TEST_CASE("undo never leaps over what was watched, and a world that it leaves is kept with all that was done in it") {
  TestGame game;
  TimedPlayer player(game);
  const auto dab = [&](int x) { game.drag(TestGame::over({x, 40}), TestGame::over({x, 40})); };
  open_scene(game.state, "u-tube");
  const World* const opened = &game.state.session.world();
  for (const int x : {30, 60, 90}) {
    dab(x);
    player.frames(6);
  }
  const uint64_t end = player.tick();
  const size_t commands = game.state.session.log().size();
  seek(game.state, 0);
  player.arrive();
  watch(game.state);
  while (game.state.travel.watches) player.frames(1);
  REQUIRE(player.tick() == end);
  for (int left = 2; left >= 0; --left) {
    undo(game.state);
    REQUIRE(&game.state.session.world() == opened);
    CHECK(game.state.session.log().size() == commands / 3 * static_cast<size_t>(left));
  }
  for (int done = 0; done < 3; ++done) redo(game.state);
  CHECK(player.tick() == end);
  // With a short memory of the past there is nothing to take back one by one: back in the other world.
  game.state.history.leave_way(0);
  undo(game.state);
  REQUIRE(&game.state.session.world() != opened);
  dab(50);  // now redo would not come back to it
  CHECK(game.state.history.redos() == 0);
  bool is_kept = false;
  for (const auto& file : std::filesystem::directory_iterator(kept_folder())) {
    WorldRequest request;
    request.scene = file.path().string();
    const Result<OpenedWorld> kept = open_world(request);
    is_kept |= kept.ok() && kept->world->tick() == end && kept->world->size() == GridSize{160, 160};
  }
  CHECK(is_kept);
}

TEST_CASE("what was undone can be done again after looks back, wherever they led, and after another deed it cannot") {
  for (uint64_t seed = 0; seed < static_cast<uint64_t>(cases(40, 300)); ++seed) {
    INFO("seed " << seed);
    uint64_t drawn = seed << 20;
    const auto lot = [&](int below) { return static_cast<int>(mix64(++drawn) % static_cast<uint64_t>(below)); };
    TestGame game(seed % 4 == 3 ? R"(, "world": "dunes", "sand": {"depth": 2})" : "");
    GameState& state = game.state;
    TimedPlayer player(game);
    const auto draw = [&] {
      const PointerInput place = TestGame::over({20 + lot(100), 10 + lot(40)});
      game.drag(place, place);
      follow_time(state);
    };
    const int strokes = 1 + lot(5);
    std::vector<uint64_t> hashes;  // before each undo
    for (int i = 0; i < strokes; ++i) {
      state.time.paused = false;
      player.frames(lot(8));
      draw();
    }
    const auto look_back = [&] {
      for (int look = lot(3); look > 0; --look) {
        if (lot(3) == 0) {
          press_key(state, "Backspace", false);
        } else {
          seek(state, static_cast<uint64_t>(lot(static_cast<int>(last_tick(state)) + 1)));
        }
        if (state.travel.sought) player.arrive();
        if (lot(3) == 0) {
          watch(state);
          player.frames(1 + lot(4));
        }
      }
    };
    const int undone = 1 + lot(strokes);
    for (int i = 0; i < undone; ++i) {
      hashes.push_back(player.hash());
      undo(state);
    }
    look_back();
    for (; !hashes.empty(); hashes.pop_back()) {
      redo(state);
      REQUIRE(player.hash() == hashes.back());
      look_back();
    }
    go_to_end(state);
    undo(state);
    REQUIRE(state.history.redos() == 1);
    draw();
    CHECK(state.history.redos() == 0);
  }
}
