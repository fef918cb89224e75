#include "ui/game/time_travel.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/kinds/world_kinds.h"
#include "core/cases.h"
#include "core/random.h"
#include "io/assets.h"
#include "ui/game/material_editor.h"
#include "ui/game/saves.h"
#include "ui/game/scene_reload.h"
#include "ui/game/timed_player.h"
#include "ui/game/worlds.h"

using namespace quicksand;

namespace {

namespace fs = std::filesystem;

// The tick and hash of each kept world.
using States = std::vector<std::pair<uint64_t, uint64_t>>;
std::pair<uint64_t, uint64_t> state_of(const fs::path& file) {
  WorldRequest request;
  request.scene = file.string();
  const Result<OpenedWorld> opened = open_world(request);
  REQUIRE(opened.ok());
  return {opened->world->tick(), opened->world->state_hash()};
}
States kept_states() {
  States states;
  for (const auto& file : fs::directory_iterator(kept_folder())) states.push_back(state_of(file.path()));
  std::ranges::sort(states);
  return states;
}

}  // namespace

TEST_CASE("a player goes back, sees it again, goes on in another way, and back to the first one") {
  for (uint64_t seed = 0; seed < 8; ++seed) {
    INFO("seed " << seed);
    const auto lot = [&](uint64_t at, int below) {
      return static_cast<int>(mix64(seed * 977 + at) % static_cast<uint64_t>(below));
    };
    TestGame game;
    TimedPlayer player(game);
    const auto dab = [&](uint64_t at) {
      const PointerInput place = TestGame::over({20 + lot(at, 100), 10 + lot(at + 1, 40)});
      game.drag(place, place);
    };
    player.frames(5 + lot(1, 20));
    dab(2);
    player.frames(5 + lot(3, 20));
    const uint64_t middle = player.tick();
    const uint64_t at_middle = player.hash();
    dab(4);
    player.frames(5 + lot(5, 20));
    dab(6);
    const uint64_t end = player.tick();
    const uint64_t at_end = player.hash();

    seek(game.state, middle);
    player.arrive();
    CHECK(player.hash() == at_middle);
    CHECK(game.state.time.paused);
    CHECK(game.count("sand") > 0);

    watch(game.state);
    while (game.state.travel.watches) player.frames(1);
    CHECK(player.tick() == end);
    CHECK(player.hash() == at_end);
    CHECK(game.state.time.paused);

    press_key(game.state, "Backspace", false);
    player.arrive();
    CHECK(player.tick() + 8 == end);
    seek(game.state, middle);
    player.arrive();
    press_key(game.state, "Space", false);
    player.frames(3);  // without the strokes that came next
    const auto& branches = game.state.travel.timeline.branches();
    REQUIRE(branches.size() == 1);
    CHECK(branches[0].end == end);

    undo(game.state);  // the stroke before the middle
    CHECK(player.tick() < middle);
    CHECK(game.count("sand") == 0);

    take_branch(game.state, 0);
    player.arrive();
    CHECK(player.tick() == end);
    CHECK(player.hash() == at_end);
  }
}

TEST_CASE("whoever goes back in a recording and does something has left it, and finds it among the branches") {
  for (uint64_t seed = 0; seed < 24; ++seed) {
    INFO("seed " << seed);
    const auto lot = [&](uint64_t at, int below) {
      return static_cast<int>(mix64(seed * 613 + at) % static_cast<uint64_t>(below));
    };
    std::vector<uint64_t> ticks;
    for (uint64_t i = 0; i < 3 + seed % 4; ++i) ticks.push_back(static_cast<uint64_t>(lot(i, 60)));
    std::ranges::sort(ticks);
    constexpr uint64_t kRecordedUntil = 80;
    // What was recorded before this tick.
    const auto recorded = [&](uint64_t before) {
      std::string commands;
      for (size_t i = 0; i < ticks.size() && ticks[i] < before; ++i)
        commands += (i == 0 ? R"({"tick": )" : R"(, {"tick": )") + std::to_string(ticks[i]) +
                    R"(, "do": "paint", "material": "water", "shape": "rect", "at": [)" +
                    std::to_string(10 + lot(20 + i, 100)) + R"(, 20], "size": [9, 9]})";
      return R"(, "commands": [)" + commands + R"(], "recorded_until": )" + std::to_string(kRecordedUntil);
    };
    const auto run_to = [](TestGame& game, uint64_t tick) {
      while (game.state.session.world().tick() < tick) game.state.tick();
    };
    TestGame game(recorded(1000));
    TimedPlayer player(game);
    begin_other_timeline(game.state);
    CHECK(last_tick(game.state) == kRecordedUntil);
    const auto end = static_cast<uint64_t>(1 + lot(30, 100));
    run_to(game, end);
    const uint64_t at_end = player.hash();
    const auto somewhere = static_cast<uint64_t>(lot(31, static_cast<int>(end)));
    seek(game.state, somewhere);
    player.arrive();
    REQUIRE(player.tick() == somewhere);

    // As if nothing had been recorded from here on.
    const uint64_t then = somewhere + 1 + static_cast<uint64_t>(lot(32, 90));
    TestGame expected(recorded(somewhere));
    run_to(expected, somewhere);
    for (TestGame* const each : {&expected, &game}) {
      draw_at(*each, 40);
      follow_time(each->state);
      run_to(*each, then);
    }
    const uint64_t another = expected.state.session.world().state_hash();
    CHECK(player.hash() == another);
    CHECK(last_tick(game.state) == (ticks.back() < somewhere ? std::max(then, kRecordedUntil) : then));
    for (const char* const name : {"it.json", "it"}) {
      save_as(game.state, name);
      const fs::path file = save_path(name);
      CHECK(play(file.string(), file.extension() == ".json" ? static_cast<int>(then) : 0).world().state_hash() ==
            another);
    }
    for (const uint64_t tick : {somewhere / 2, somewhere, then}) {
      seek(game.state, tick);
      player.arrive();
    }
    CHECK(player.hash() == another);

    const bool has_left_something = ticks.back() >= somewhere;
    REQUIRE(game.state.travel.timeline.branches().size() == (has_left_something ? 1 : 0));
    if (!has_left_something) continue;
    take_branch(game.state, 0);
    player.arrive();
    CHECK(player.tick() == end);
    CHECK(player.hash() == at_end);
    run_to(game, 100);
    TestGame whole(recorded(1000));
    run_to(whole, 100);
    CHECK(player.hash() == whole.state.session.world().state_hash());
    REQUIRE(game.state.travel.timeline.branches().size() == 1);
    take_branch(game.state, 0);
    player.arrive();
    CHECK(player.hash() == another);
  }
}

TEST_CASE("time runs until nothing moves, however long that takes, and stands then") {
  for (uint64_t seed = 0; seed < 5; ++seed) {
    TestGame game;
    TimedPlayer player(game);
    const CellPos cell{20 + static_cast<int>(mix64(seed) % 100), 10};
    game.drag(TestGame::over(cell), TestGame::over(cell));
    press_key(game.state, "Ctrl+Space", false);
    int frames = 0;
    for (; !game.state.time.paused && frames < 10'000; ++frames) player.frames(1);
    CHECK(game.state.time.paused);
    const World& world = game.state.session.world();
    CHECK(world.count_active(game.state.session.parallel()) == 0);
    const CellPos floor{cell.x, TestGame::kSize.height - 1};
    CHECK(game.at(floor) == "sand");
    press_key(game.state, "Space", false);
    press_key(game.state, "Ctrl+Space", false);
    CHECK_FALSE(game.state.time.paused);
    press_key(game.state, "Ctrl+Space", false);
    CHECK(game.state.time.paused);
  }
}

TEST_CASE("a player goes from mark to mark, each where something was done, and stays where there is no more") {
  TestGame game;
  TimedPlayer player(game);
  std::vector<uint64_t> deeds;
  for (uint64_t i = 0; i < 12; ++i) {
    player.frames(1 + static_cast<int>(mix64(i) % 7));
    deeds.push_back(player.tick());
    const PointerInput place = TestGame::over({20 + static_cast<int>(10 * i), 30});
    game.drag(place, place);
  }
  player.frames(5);
  for (size_t i = deeds.size(); i-- > 0;) {
    seek_deed(game.state, false);
    player.arrive();
    CHECK(player.tick() == deeds[i]);
  }
  CHECK_FALSE(deed_beside(game.state, false));
  seek_deed(game.state, false);
  player.arrive();
  CHECK(player.tick() == deeds.front());
  for (size_t i = 1; i < deeds.size(); ++i) {
    seek_deed(game.state, true);
    player.arrive();
    CHECK(player.tick() == deeds[i]);
  }
  CHECK_FALSE(deed_beside(game.state, true));
}

TEST_CASE("whoever has gone back in time and leaves keeps the world as it was at the end, and as it is where he was") {
  using Leaving = void (*)(GameState&);
  const Leaving ways[] = {[](GameState& game) { CHECK(leave_game(game)); },
                          [](GameState& game) { open_scene(game, "hourglass"); }, clear_world};
  for (uint64_t seed = 0; seed < 12; ++seed) {
    INFO("seed " << seed);
    const auto lot = [&](uint64_t at, int below) {
      return static_cast<int>(mix64(seed * 1543 + at) % static_cast<uint64_t>(below));
    };
    TestGame game;
    recover_worlds(game.state);
    game.state.settings.autosave_seconds = 3600;  // the moment before the journey is saved all the same
    TimedPlayer player(game);
    for (uint64_t dab = 0; dab < 1 + seed % 3; ++dab) {
      const PointerInput place = TestGame::over({20 + lot(dab, 100), 10 + lot(dab + 9, 40)});
      game.drag(place, place);
      player.frames(lot(dab + 20, 30));
    }
    player.frames(2);
    const uint64_t end = player.tick();
    const uint64_t at_end = player.hash();
    const uint64_t somewhere = static_cast<uint64_t>(lot(30, static_cast<int>(end)));
    seek(game.state, somewhere);
    player.arrive();
    REQUIRE(player.tick() == somewhere);
    const uint64_t there = player.hash();
    follow_autosave(game.state, 1e9);
    while (game.state.autosave.is_writing()) std::this_thread::yield();
    CHECK(state_of(user_data_folder() / "running/1/empty.png") == std::pair(end, at_end));
    // A save of then does not stand for what came later.
    if (seed % 4 == 3) save_as(game.state, "then");
    const bool has_deeds = game.state.session.log().has_deeds();  // there is nothing of his before
    const Leaving leave = ways[seed % 3];
    leave(game.state);
    CHECK(kept_states() == (has_deeds ? States{{somewhere, there}, {end, at_end}} : States{{end, at_end}}));
    CHECK(state_of(game.state.last_kept) == (has_deeds ? std::pair(somewhere, there) : std::pair(end, at_end)));
    if (leave == ways[0]) CHECK(std::pair(player.tick(), player.hash()) == std::pair(somewhere, there));
    if (leave == ways[2]) CHECK(player.tick() == somewhere);
  }
}

TEST_CASE("whoever steps by hand to the very tick in which something was done, and not to the deed, has it kept") {
  for (int back = 1; back <= 12; back += 3) {
    TestGame game;
    TimedPlayer player(game);
    player.frames(5);
    const PointerInput place = TestGame::over({60, 20});
    game.drag(place, place);
    const std::pair end(player.tick(), player.hash());
    seek(game.state, end.first - static_cast<uint64_t>(back));
    player.arrive();
    for (int tick = 0; tick < back; ++tick) game.state.tick(1);
    REQUIRE(player.tick() == end.first);
    REQUIRE(player.hash() != end.second);
    CHECK(leave_game(game.state));
    CHECK(kept_states() == States{end});
  }
}

TEST_CASE("whoever has gone back in time for what was erased later has it kept as it is then") {
  using Leaving = void (*)(GameState&);
  const Leaving ways[] = {[](GameState& game) { CHECK(leave_game(game)); },
                          [](GameState& game) { open_scene(game, "hourglass"); }, clear_world};
  for (const Leaving leave : ways) {
    TestGame game;
    TimedPlayer player(game);
    const PointerInput place = TestGame::over({60, 20});
    game.drag(place, place);
    player.frames(20);
    const uint64_t there = player.tick();
    const uint64_t then = player.hash();
    PaintCommand nothing;
    nothing.shape = Shape::kAll;
    nothing.entries = {0};
    game.state.session.apply(nothing);
    player.frames(20);
    seek(game.state, there);
    player.arrive();
    leave(game.state);
    CHECK(kept_states() == States{{there, then}});
  }
}

TEST_CASE("what is done in the past in the very moment in which the world is left is kept, and undo comes back to it") {
  using Leaving = void (*)(GameState&);
  const Leaving ways[] = {[](GameState& game) { open_scene(game, "hourglass"); }, restart_scene};
  for (const Leaving leave : ways)
    for (int deeds = 0; deeds < 3; ++deeds)
      for (const bool has_words : {false, true}) {
        if (deeds == 0 && !has_words) continue;
        INFO(deeds << " deeds, words " << has_words);
        TestGame game;
        TimedPlayer player(game);
        const auto dab = [&](int x) { game.drag(TestGame::over({x, 20}), TestGame::over({x, 20})); };
        dab(20);
        player.frames(30);
        seek(game.state, player.tick() / 2);
        player.arrive();
        for (int deed = 0; deed < deeds; ++deed) dab(60 + 20 * deed);
        if (has_words) game.state.tooling.edited_sign = EditedSign{{{30, 30}, "a poem"}, true};
        const uint64_t there = player.hash();
        leave(game.state);
        WorldRequest request;
        request.scene = game.state.last_kept.string();
        const Result<OpenedWorld> kept = open_world(request);
        REQUIRE(kept.ok());
        CHECK(kept->world->state_hash() == there);
        CHECK(kept->director.signs().size() == (has_words ? 1 : 0));
        undo(game.state);
        CHECK(player.hash() == there);
        CHECK(game.state.session.director().signs().size() == (has_words ? 1 : 0));
        for (int deed = 0; deed < deeds + 2; ++deed) undo(game.state);
      }
}

TEST_CASE(
    "whoever has gone back in time and changes a rule, or lets undo leave, has what came later among his worlds") {
  using Deed = void (*)(TestGame&);
  static double now = 0;
  static int density = 90;
  const Deed deeds[] = {[](TestGame& game) {
                          set_property(game.state, "density", "", std::to_string(++density), true);
                          follow_edits(game.state, [] { return now += 10; });
                        },
                        [](TestGame& game) { undo(game.state); }};
  for (const Deed deed : deeds)
    for (const uint64_t where : {uint64_t{0}, uint64_t{30}}) {
      if (deed == deeds[1] && where > 0) continue;  // there it takes the stroke back first
      TestGame game;
      open_scene(game.state, "u-tube");
      TimedPlayer player(game);
      player.frames(5);
      const PointerInput place = TestGame::over({60, 20});
      game.drag(place, place);
      player.frames(6);
      const std::pair end(player.tick(), player.hash());
      seek(game.state, where);
      player.arrive();
      INFO("deed " << (deed == deeds[0]) << " at " << where << " of " << end.first);
      const auto files = [] { return std::distance(fs::directory_iterator(kept_folder()), {}); };
      if (deed == deeds[0]) edit_material(game.state, game.entry("sand"));
      deed(game);
      REQUIRE(files() == 1);
      WorldRequest request;
      request.scene = game.state.last_kept.string();
      const Result<OpenedWorld> opened = open_world(request);
      REQUIRE(opened.ok());
      CHECK(std::pair(opened->world->tick(), opened->world->state_hash()) == end);
      if (deed == deeds[0]) deed(game);
      CHECK(files() == 1);  // once is enough
    }
}

TEST_CASE("a scene's file that changes while one is back in time leaves what came later among the kept worlds") {
  TestGame game;
  const TemporaryFolder folder;
  const std::string file = (folder / "scene.json").string();
  const auto write = [&](const std::string& signs) {
    const std::string text = R"({"format": "quicksand-scene/1", "size": [160, 100], "signs": [)" + signs + "]}";
    REQUIRE(write_file_atomically(file, text).ok());
  };
  write("");
  open_scene(game.state, file);
  TimedPlayer player(game);
  const PointerInput place = TestGame::over({60, 20});
  player.frames(5);
  game.drag(place, place);
  player.frames(10);
  const std::pair end(player.tick(), player.hash());
  seek(game.state, 8);
  player.arrive();
  write(R"({"at": [4, 4], "text": "new"})");
  double now = 0;
  for (int frame = 0; frame < 400 && game.state.session.director().signs().empty(); ++frame)
    follow_scene(game.state, now += 0.05);
  CHECK(game.state.session.director().signs().size() == 1);
  CHECK(kept_states() == States{end});
}

TEST_CASE("ticks that are still owed end when one goes elsewhere") {
  using Way = void (*)(GameState&);
  const Way ways[] = {[](GameState& game) { seek(game, 4); }, [](GameState& game) { open_scene(game, "hourglass"); },
                      restart_scene, clear_world, [](GameState& game) { undo(game); }};
  for (const Way way : ways) {
    TestGame game;
    TimedPlayer player(game);
    player.frames(5);
    const PointerInput place = TestGame::over({60, 20});
    game.drag(place, place);
    player.frames(5);
    game.state.time.paused = true;
    game.state.time.steps_wanted = 100'000'000;
    way(game.state);
    CHECK(game.state.time.steps_wanted == 0);
  }
}

TEST_CASE("another way that ends at the same tick after as many deeds is kept as well") {
  static double now = 0;
  TestGame game;
  open_scene(game.state, "u-tube");
  TimedPlayer player(game);
  const auto files = [] { return std::distance(fs::directory_iterator(kept_folder()), {}); };
  const auto colour = [&](const char* value) {
    set_property(game.state, "colour", "", value, true);
    now += 10;
    follow_edits(game.state, [] { return now; });
  };
  player.frames(5);
  const uint64_t begin = player.tick();
  for (const auto& [x, kept] : {std::pair{60, 1}, std::pair{90, 2}}) {
    const PointerInput place = TestGame::over({x, 20});
    game.drag(place, place);
    game.state.time.paused = false;
    while (player.tick() < begin + 40) player.frames(1);
    REQUIRE(player.tick() == begin + 40);
    seek(game.state, begin);
    player.arrive();
    edit_material(game.state, game.entry("sand"));
    colour(kept == 1 ? "\"#102030\"" : "\"#203040\"");
    CHECK(files() == kept);
    colour("\"#304050\"");
    CHECK(files() == kept);
  }
}

TEST_CASE("whatever is done, undone, gone back to and left, the recording plays to the world that was played") {
  // Its commands come whatever the player does, and make the log of another way as long as that of the first.
  std::string commands;
  for (int i = 0; i < 200; ++i)  // four of them at once
    commands += (i == 0 ? ", \"commands\": [" : ", ") + std::string(R"({"tick": )") + std::to_string(i / 4 * 4) +
                R"(, "do": "paint", "shape": "rect", "at": [)" + std::to_string(i * 7 % 150) +
                R"(, 60], "size": [3, 3], "material": "sand"})";
  commands += "]";
  for (uint64_t seed = 0; seed < static_cast<uint64_t>(cases(60, 400)); ++seed) {
    uint64_t drawn = seed << 20;
    const auto lot = [&](int below) { return static_cast<int>(mix64(++drawn) % static_cast<uint64_t>(below)); };
    TestGame game(seed % 2 == 0 ? commands : "");
    GameState& state = game.state;
    TimedPlayer player(game);
    std::string deeds;
    for (int i = 0; i < 14; ++i) {
      // So some begin: two deeds, on, back to the beginning, on in another way, and one step back.
      constexpr int kBeginning[] = {1, 1, 0, 2, 0, 3};
      const int deed = seed % 4 == 0 && i < std::ssize(kBeginning) ? kBeginning[i] : lot(9);
      constexpr const char* kDeeds[] = {"frames", "draw", "seek", "undo", "redo", "watch", "set", "keep", "take"};
      deeds += kDeeds[deed] + std::string(" ");
      if (deed == 0) {
        state.time.paused = false;
        player.frames(1 + lot(10));
      } else if (deed == 1) {
        const PointerInput place = TestGame::over({20 + lot(100), 10 + lot(40)});
        game.drag(place, place);
      } else if (deed == 2) {
        const int last = static_cast<int>(last_tick(state));
        seek(state, static_cast<uint64_t>(lot(2) == 0 ? 0 : lot(last + 1)));
        player.arrive();
      } else if (deed == 3) {
        undo(state);
      } else if (deed == 4) {
        redo(state);
      } else if (deed == 5) {
        watch(state);
        player.frames(1 + lot(10));
      } else if (deed == 6) {
        const std::shared_ptr<WorldSettings> settings =
            find_kind(world_kinds(), "sandbox")->copy(*state.session.world().settings());
        settings->open_border = !settings->open_border;
        state.session.apply(SetCommand{settings});  // which is not noted
      } else if (deed == 7) {
        keep_branch(state);
      } else if (!state.travel.timeline.branches().empty()) {
        take_branch(state, static_cast<size_t>(lot(static_cast<int>(state.travel.timeline.branches().size()))));
        player.arrive();
      }
      deeds += std::to_string(player.tick()) + ", ";
    }
    INFO("seed " << seed << ": " << deeds);
    const TemporaryFolder folder;
    const std::string file = (folder / "session.json").string();
    REQUIRE(state.session.save(file).ok());
    state.session.tick();  // the scene's commands of this tick come now, after the player's
    Session again = play(file, 0, 1);
    while (again.world().tick() < player.tick()) again.tick();
    CHECK(again.world().tick() == player.tick());
    CHECK(again.world().state_hash() == player.hash());
  }
}
