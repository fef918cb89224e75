#include "ui/game/reload.h"

#include <fstream>
#include <random>

#include "app/material_files.h"
#include "core/cases.h"
#include "ui/game/fixture.h"
#include "ui/game/saves.h"

using namespace quicksand;

namespace {

namespace fs = std::filesystem;

// A game whose materials a test writes.
class ModdersGame {
 public:
  explicit ModdersGame(unsigned seed, int count = 6)
      : made(seed, count),
        file_(write()),
        game_(", \"materials\": \"" + file_.string() + "\"", "m1"),
        state(game_.state) {}

  // Frames, as many as there are in so many seconds.
  void run(double seconds) {
    for (const double end = now_ + seconds; now_ < end; now_ += kFrame) follow_materials(state, now_);
  }

  // As an editor that writes a temporary file and renames it.
  fs::path write() {
    write_text(folder_ / "set.json", made.text(std::string(static_cast<size_t>(++writes_), ' ')));
    return folder_ / "set.json";
  }

  std::string chosen() const { return state.session.world().entry_names()[state.tooling.entry]; }
  bool is_in_trouble() const { return !state.reload.trouble.empty(); }
  int toasts() const { return static_cast<int>(state.toasts.shown().size()); }

 private:
  TemporaryFolder folder_;
  int writes_ = 0;
  double now_ = 1000;

 public:
  MadeMaterials made;

 private:
  fs::path file_;
  TestGame game_;

 public:
  GameState& state;
  TestGame& game() { return game_; }
  const fs::path& file() const { return file_; }
};

}  // namespace

TEST_CASE("an edit is taken within a second, the brush keeps its material by name, and looks and palette follow") {
  for (unsigned seed = 0; seed < 50; ++seed) {
    INFO("seed " << seed);
    ModdersGame game(seed, 3 + static_cast<int>(seed % 9));
    const std::string chosen =
        game.made.list[static_cast<size_t>(game.made.below(static_cast<int>(game.made.list.size())))].name;
    game.game().choose(chosen);
    game.run(1);
    CHECK(game.toasts() == 0);
    CHECK(game.state.reload.loads == 0);
    game.state.look.changed = false;
    game.made.change();
    game.made.add();
    game.made.list.back().keys += R"(, "label": "Brand new")";
    game.made.reorder();
    game.write();
    game.run(1);
    REQUIRE(game.state.reload.loads == 1);
    CHECK(game.chosen() == chosen);
    CHECK(game.state.look.changed);
    CHECK(game.state.look.looks == game.state.session.looks());
    CHECK_FALSE(find_choices(game.state, "brand new").empty());
    CHECK(game.toasts() == 1);
    game.run(2);
    CHECK(game.state.reload.loads == 1);
  }
}

TEST_CASE("who writes a file in steps sees no error, however long the steps are") {
  for (unsigned seed = 0; seed < 50; ++seed) {
    INFO("seed " << seed);
    ModdersGame game(seed);
    game.made.change();
    const std::string text = game.made.text();
    std::ofstream out(game.file(), std::ios::trunc);
    out.flush();
    const int steps = 1 + game.made.below(10);
    bool complained = false;
    for (int i = 0; i < steps; ++i) {
      const size_t from = text.size() * static_cast<size_t>(i) / static_cast<size_t>(steps);
      const size_t end = text.size() * static_cast<size_t>(i + 1) / static_cast<size_t>(steps);
      out << text.substr(from, end - from) << std::flush;
      if (i + 1 == steps) break;
      game.run(game.made.below(15) * kFrame);  // less than it must be quiet
      complained |= game.is_in_trouble();
    }
    game.run(1);
    CHECK_FALSE(complained);
    CHECK_FALSE(game.is_in_trouble());
    CHECK(game.state.reload.loads == 1);
  }
}

TEST_CASE("what is wrong stays, with its place, until it is mended, and opens there") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    ModdersGame game(seed);
    const uint64_t hash = game.state.session.world().state_hash();
    std::vector<std::string> opened;
    game.state.open_editor = [&](const fs::path& file, int line, int column) -> Status {
      opened.push_back(file.string() + ":" + std::to_string(line) + ":" + std::to_string(column));
      return fail("no editor");
    };
    const size_t wrong = static_cast<size_t>(game.made.below(static_cast<int>(game.made.list.size())));
    const MadeMaterial good = game.made.list[wrong];
    game.made.list[wrong].keys += R"(, "colour": 5)";
    game.write();
    game.run(1);
    REQUIRE(game.is_in_trouble());
    game.run(60);
    REQUIRE(game.is_in_trouble());
    const Diagnostic first = game.state.reload.trouble.front();
    CHECK(first.file == game.file().string());
    CHECK(first.line == static_cast<int>(wrong) + 2);
    open_place(game.state, first);
    CHECK(opened ==
          std::vector<std::string>{first.file + ":" + std::to_string(first.line) + ":" + std::to_string(first.column)});
    CHECK(game.state.toasts.shown().back().error);
    CHECK(game.state.session.world().state_hash() == hash);
    if (seed % 2 == 0) {
      fs::remove(game.file());
      game.run(1);
      REQUIRE(game.is_in_trouble());
    }
    game.made.list[wrong] = good;
    game.write();
    game.run(1);
    CHECK_FALSE(game.is_in_trouble());
    CHECK(game.state.session.world().state_hash() == hash);
  }
}

TEST_CASE("a change that the world cannot take waits, says how much is in the way, and is taken when nothing is") {
  ModdersGame game(1);
  game.made.list[3].keys = R"(, "colour": "#445566", "static": true)";
  game.write();
  game.run(1);
  game.game().choose("m3");
  game.game().drag(TestGame::over({50, 50}), TestGame::over({90, 50}));
  const int64_t drawn = game.game().count("m3");
  game.made.list.erase(game.made.list.begin() + 3);
  game.write();
  game.run(1);
  REQUIRE(game.is_in_trouble());
  CHECK(game.state.reload.waiting);
  CHECK(game.state.reload.trouble.front().message.find("holds " + std::to_string(drawn) + " cells") !=
        std::string::npos);
  game.game().drag(TestGame::over({50, 50}), TestGame::over({60, 50}), true);
  game.run(1);
  REQUIRE(game.is_in_trouble());
  const std::string left = std::to_string(game.game().count("m3"));
  CHECK(game.state.reload.trouble.front().message.find("holds " + left + " cells") != std::string::npos);
  clear_world(game.state);
  game.run(1);
  CHECK_FALSE(game.is_in_trouble());
  const std::vector<std::string> names = game.state.session.world().entry_names();
  CHECK(std::ranges::find(names, "m3") == names.end());
  // It cannot be undone while that is so, and can when the material is back.
  const uint64_t hash = game.state.session.world().state_hash();
  undo(game.state);
  undo(game.state);
  CHECK(game.state.session.world().state_hash() == hash);
  CHECK(game.state.toasts.shown().back().text.find("gone are m3") != std::string::npos);
  game.made.list.push_back({"m3", 3, R"(, "colour": "#445566", "static": true)"});
  game.write();
  game.run(1);
  undo(game.state);
  CHECK(std::to_string(game.game().count("m3")) == left);
  undo(game.state);
  CHECK(game.game().count("m3") == drawn);
}

TEST_CASE("a world that is saved as a recording is kept where the rules have changed since, one that is saved as it is not") {
  for (const std::string extension : {".json", ".png"}) {
    INFO(extension);
    ModdersGame game(3);
    game.game().choose("m1");
    game.game().drag(TestGame::over({20, 20}), TestGame::over({60, 20}));
    const Result<WrittenFile> saved = write_save(game.state, game.file().parent_path() / ("saved" + extension));
    INFO((saved ? "" : saved.failure().text()));
    REQUIRE(saved.ok());
    REQUIRE(saved->why_not_there.empty());
    const auto is_kept_anew = [&] {
      const auto kept = keep_world(game.state, {});
      REQUIRE(kept.ok());
      return kept->has_value();
    };
    CHECK_FALSE(is_kept_anew());
    game.made.list[1].keys += R"(, "conducts": 0.7)";
    game.write();
    game.run(1);
    REQUIRE_FALSE(game.is_in_trouble());
    CHECK(is_kept_anew() == (extension == ".json"));
    CHECK_FALSE(is_kept_anew());
  }
}

TEST_CASE("a stroke goes on with its material, and the change comes after it") {
  ModdersGame game(2);
  game.game().choose("m1");
  game.game().press(TestGame::over({50, 50}));
  game.made.list.insert(game.made.list.begin(), {"first", 3, R"(, "colour": "#445566", "static": true)"});
  game.write();
  game.run(2);
  CHECK(game.state.reload.loads == 0);
  game.game().hold(TestGame::over({80, 50}));
  game.game().release(TestGame::over({80, 50}));
  game.run(1);
  CHECK(game.state.reload.loads == 1);
  CHECK(game.game().count("m1") > 0);
  CHECK(game.game().count("first") == 0);
}

TEST_CASE("a world that comes back by undo has the rules of now") {
  ModdersGame game(3);
  open_scene(game.state, "hourglass");
  game.made.add();
  game.write();
  game.run(1);  // of another world now
  CHECK(game.state.reload.loads == 0);
  undo(game.state);
  CHECK(game.state.reload.loads == 1);
  CHECK(game.game().count("m6") == 0);  // it has one
  CHECK_FALSE(game.is_in_trouble());
  write_text(game.file(), "nonsense");
  redo(game.state);
  CHECK_FALSE(game.is_in_trouble());
  undo(game.state);
  CHECK(game.is_in_trouble());
  redo(game.state);
  CHECK_FALSE(game.is_in_trouble());
}

TEST_CASE(
    "the time bar begins anew with other rules, not with other looks, and a change waits for a tick that is sought") {
  ModdersGame game(4);
  Timeline& timeline = game.state.travel.timeline;
  const auto tick = [&](int ticks) {
    for (int i = 0; i < ticks; ++i) game.state.tick();
  };
  tick(50);
  seek(game.state, 10);
  game.made.add();
  game.write();
  game.run(2);
  CHECK(game.state.reload.loads == 0);
  travel_on(game.state, [] { return true; });
  CHECK(game.state.session.world().tick() == 10);
  game.run(1);
  CHECK(game.state.reload.loads == 1);
  CHECK(timeline.first() == 10);
  CHECK(timeline.end() == 10);
  tick(30);
  game.made.list[0].keys += R"(, "label": "Tea")";
  game.write();
  game.run(1);
  CHECK(game.state.reload.loads == 2);
  CHECK(timeline.first() == 10);
  CHECK(timeline.end() == 40);
}

TEST_CASE(
    "sources that are edited in the scene's file run within a second, are undone, and wrong ones leave the rest") {
  const TemporaryFolder folder;
  const std::string file = (folder / "scene.json").string();
  const auto write = [&](const std::string& sources) {
    write_text(file, R"({"format": "quicksand-scene/1", "size": [60, 40], "sources": [)" + sources + "]}");
  };
  write("");
  Session session = play(file, 0, 1);
  GameState state(session);
  double now = 50;
  const auto run = [&](double seconds) {
    for (const double end = now + seconds; now < end; now += kFrame) {
      follow_scene(state, now);
      session.tick();
    }
  };
  run(1);
  CHECK(state.toasts.shown().empty());
  write(R"({"at": [3, 3], "size": [5, 1], "material": "sand"})");
  run(2);
  const auto sand = [&] {
    return session.world().count_entries()[entry_or_loose("sand", session.world().entry_names(), session.looks())];
  };
  CHECK(session.director().sources().size() == 1);
  CHECK(sand() > 0);
  write(R"({"at": [3, 3], "size": [5, 1], "material": "sandy"})");
  run(2);
  REQUIRE(state.scene_reload.trouble.size() == 1);
  CHECK(state.scene_reload.trouble.front().file == file);
  CHECK(state.scene_reload.trouble.front().line == 1);
  CHECK(session.director().sources().size() == 1);
  write("");
  run(2);
  CHECK(state.scene_reload.trouble.empty());
  CHECK(session.director().sources().empty());
  undo(state);
  CHECK(session.director().sources().size() == 1);
  undo(state);
  CHECK(session.director().sources().empty());
  CHECK(sand() == 0);
}

// Edited while it is played, while another world is, and with undo and redo between the two, in any order.
TEST_CASE("who comes back to a scene has the sources and signs that its file has by then, and none twice") {
  const TestGame home;  // in whose folders is kept what is left
  const TemporaryFolder folder;
  const std::string file = (folder / "scene.json").string();
  std::mt19937 dice(5);
  const auto any = [&](int least, int most) { return std::uniform_int_distribution(least, most)(dice); };
  for (int round = 0; round < cases(12, 200); ++round) {
    int edits = 0;
    uint32_t there = 0;  // a bit for each of four places
    const auto write = [&](uint32_t places) {
      std::string sources;
      std::string signs;
      for (int k = 0; k < 4; ++k) {
        if ((places >> k & 1) == 0) continue;
        const std::string at = R"({"at": [)" + std::to_string(10 * k + 5) + ", 3]";
        sources += (sources.empty() ? "" : ", ") + at + R"(, "size": [1, 1], "material": "sand", "rate": 0.1})";
        signs += (signs.empty() ? "" : ", ") + at + R"(, "text": "here"})";
      }
      there = places;
      write_text(file, R"({"format": "quicksand-scene/1", "size": [60, 40], "sources": [)" + sources +
                           R"(], "signs": [)" + signs + "]}" + std::string(static_cast<size_t>(++edits), ' '));
    };
    write(static_cast<uint32_t>(any(0, 15)));
    Session session = play(file, 0, 1);
    GameState state(session);
    double now = 50;
    const auto run = [&](double seconds) {
      for (const double end = now + seconds; now < end; now += kFrame) follow_scene(state, now);
    };
    run(1);
    bool is_away = false;
    std::string done;
    for (int step = 0; step < 10; ++step) {
      switch (any(0, 2)) {
        case 0:
          write(static_cast<uint32_t>(any(0, 15)));
          done += " edit";
          break;
        case 1:
          run(2);
          done += " wait";
          break;
        case 2:
          if (is_away)
            undo(state);
          else
            open_scene(state, "u-tube");
          is_away = !is_away;
          done += is_away ? " leave" : " return";
          break;
      }
    }
    if (is_away) undo(state);
    run(2);
    INFO("round " << round << ":" << done);
    REQUIRE(session.scene().file == file);
    uint32_t sources = 0;
    for (const SceneSource& source : session.director().sources()) {
      const auto place = static_cast<uint32_t>(source.command.from.x / 10);
      CHECK((sources >> place & 1) == 0);
      sources |= 1U << place;
    }
    uint32_t signs = 0;
    for (const Sign& sign : session.director().signs()) signs |= 1U << (sign.at.x / 10);
    CHECK(sources == there);
    CHECK(signs == there);
  }
}

TEST_CASE("who has saved under a name hears that to start anew is to go back to the save") {
  const TestGame home;  // in whose folders is kept what is left
  const TemporaryFolder folder;
  const std::string file = (folder / "scene.json").string();
  for (const auto& [saves, resizes] : {std::pair(false, false), {true, false}, {false, true}, {true, true}}) {
    write_text(file, R"({"format": "quicksand-scene/1", "size": [60, 40]})");
    Session session = play(file, 0, 1);
    GameState state(session);
    if (saves) save_as(state, "mine");
    write_text(file, R"({"format": "quicksand-scene/1", "size": [60, 40], "signs": [{"at": [1, 1], "text": "x"}]})");
    for (double now = 50; now < 52; now += kFrame) follow_scene(state, now);
    const auto last = [&] { return state.toasts.shown().back().text; };
    CHECK((last().find("goes back to your save") != std::string::npos) == saves);
    CHECK((last().find("plays all of it") != std::string::npos) != saves);
    if (resizes) REQUIRE(resize_world(state, {30, 20}, {0, 0}));
    restart_scene(state);
    CHECK((last().find("Back at the save") != std::string::npos) == saves);
    CHECK((last().find("Started anew") != std::string::npos) != saves);
    CHECK(session.director().signs().empty() == saves);
    if (!saves) continue;
    // The save that was opened so, of another size.
    REQUIRE(resize_world(state, {30, 20}, {0, 0}));
    restart_scene(state);
    CHECK(last().find("Back at the save") != std::string::npos);
    CHECK(session.world().size() == GridSize{60, 40});
  }
}
