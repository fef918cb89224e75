// The tool that sets down sources: ui/tools/source.h.
#include <algorithm>
#include <iterator>

#include "app/play.h"
#include "core/random.h"
#include "ui/game/fixture.h"
#include "ui/tools/source.h"

using namespace quicksand;

namespace {

// In cells and in the air.
int64_t total(const TestGame& game, const std::string& material) {
  return game.count(material) + game.state.session.world().count_airborne()[game.entry(material)];
}

size_t sources(const TestGame& game) { return game.state.session.director().sources().size(); }

}  // namespace

TEST_CASE("a source runs until it is taken away, wherever it was set down or moved to") {
  for (uint64_t seed = 0; seed < 12; ++seed) {
    INFO("seed " << seed);
    const auto lot = [&](uint64_t at, int below) {
      return static_cast<int>(mix64(seed * 1000 + at) % static_cast<uint64_t>(below));
    };
    TestGame game;
    const char* const material = seed % 2 == 0 ? "sand" : "water";
    game.choose(material);
    game.take("Source");
    const CellPos at{30 + lot(1, 60), 5 + lot(2, 20)};
    const CellPos to{at.x + 2 + lot(3, 20), at.y + lot(4, 4)};
    game.drag(TestGame::over(at), TestGame::over(to));
    REQUIRE(sources(game) == 1);
    CHECK(game.count(material) == 0);  // time stands
    run(game, 40);
    const int64_t poured = game.count(material);
    CHECK(poured >= 40);

    // Dragged elsewhere it goes on there.
    const CellPos grip{at.x + 1, at.y};
    const PaintCommand before = game.state.session.director().sources()[0].command;
    game.press(TestGame::over(grip));
    game.hold(TestGame::over({grip.x + 20, grip.y + 30}));
    const Cursor shown = game.state.tooling.tool->cursor(game.state.tooling, {grip.x + 20, grip.y + 30});
    REQUIRE(shown.outline);
    CHECK(shown.outline->from == CellPos{before.from.x + 20, before.from.y + 30});  // as it would come to stand
    CHECK(shown.outline->to == CellPos{before.to.x + 20, before.to.y + 30});
    game.release(TestGame::over({grip.x + 20, grip.y + 30}));
    REQUIRE(sources(game) == 1);
    CHECK(game.state.session.director().sources()[0].command.from == CellPos{at.x + 20, at.y + 30});
    run(game, 40);
    const int64_t more = game.count(material);
    CHECK(more > poured);

    undo(game.state);  // it has not been moved
    CHECK(game.state.session.director().sources()[0].command.from == at);
    redo(game.state);

    game.drag(TestGame::over({grip.x + 20, grip.y + 30}), TestGame::over({grip.x + 20, grip.y + 30}), true);
    CHECK(sources(game) == 0);
    const int64_t left = total(game, material);
    run(game, 20);
    CHECK(total(game, material) == left);
  }
}

TEST_CASE("of sources that lie over one another one moves, or goes, and all keep their times") {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    INFO("seed " << seed);
    auto lot = [&, at = uint64_t{0}](int below) mutable {
      return static_cast<int>(mix64(seed * 1000 + at++) % static_cast<uint64_t>(below));
    };
    TestGame game;
    run(game, 20);
    for (int i = 2 + lot(6); i > 0; --i) {
      SourceCommand source;
      source.paint.shape = Shape::kRect;
      source.paint.from = {30 + lot(40), 20 + lot(20)};
      source.paint.to = {source.paint.from.x + 2 + lot(30), source.paint.from.y + 1 + lot(20)};
      source.paint.entries = {game.entry(lot(2) == 0 ? "sand" : "water")};
      source.from = lot(2) == 0 ? 0 : static_cast<uint64_t>(lot(500));
      if (lot(2) == 0) source.until = source.from + 1 + static_cast<uint64_t>(lot(500));
      game.state.session.apply(source);
    }
    // In their order; what has been moved is on top of all.
    const auto known = [](const std::vector<SceneSource>& sources) {
      std::vector<std::string> texts;
      for (const SceneSource& one : sources)
        texts.push_back(std::to_string(one.command.entries[0]) + " " + std::to_string(one.command.from.x) + "," +
                        std::to_string(one.command.from.y) + " " + std::to_string(one.command.to.x) + "," +
                        std::to_string(one.command.to.y) + " " + std::to_string(one.from) + " " +
                        std::to_string(one.until));
      return texts;
    };
    std::vector<SceneSource> wanted;
    for (const SceneSource& one : game.state.session.director().sources())
      if (one.until > game.state.session.world().tick()) wanted.push_back(one);
    const CellPos grip{40 + lot(30), 25 + lot(20)};
    const auto top = std::find_if(wanted.rbegin(), wanted.rend(), [&](const SceneSource& one) {
      return grip.x >= one.command.from.x && grip.x <= one.command.to.x && grip.y >= one.command.from.y &&
             grip.y <= one.command.to.y;
    });
    if (top == wanted.rend()) continue;
    game.take("Source");
    const bool erases = lot(3) == 0;
    const CellPos to{grip.x + 5, grip.y - 9};
    game.drag(TestGame::over(grip), TestGame::over(to), erases);
    SceneSource moved = *top;
    moved.command = moved_source(top->command, grip, to);
    wanted.erase(std::next(top).base());
    if (!erases) wanted.push_back(moved);
    std::vector<SceneSource> left;
    for (const SceneSource& one : game.state.session.director().sources())
      if (one.until > game.state.session.world().tick()) left.push_back(one);
    CHECK(known(left) == known(wanted));
  }
}

TEST_CASE("with the eraser it is a drain, which takes what comes to it") {
  TestGame game(R"(, "paint": [{"shape": "rect", "at": [0, 60], "size": [160, 40], "material": "water"}])");
  game.take("Source");
  game.state.tooling.entry = 0;
  run(game, 1);
  const int64_t before = game.count("water");
  game.drag(TestGame::over({70, 98}), TestGame::over({90, 99}));
  run(game, 2000);
  CHECK(game.count("water") < before / 4);
}

TEST_CASE("a session with sources plays again to the same states, from its recording and from a save") {
  for (const char* const scene : {"u-tube", "dunes-barchan", "oasis"}) {
    INFO(scene);
    Session session = play(scene, 10, 2);
    PaintCommand tap;
    tap.from = {40, 4};
    tap.to = {60, 6};
    tap.shape = Shape::kRect;
    tap.fill_limit = dice_limit(0.3);
    tap.entries = {entry_or_loose("water", session.world().entry_names(), session.looks())};
    session.apply(SourceCommand{tap});
    for (int i = 0; i < 30; ++i) session.tick();
    tap.from.x = 100;
    tap.to.x = 130;
    session.apply(SourceCommand{tap});
    session.apply(EndSourcesCommand{{50, 5}});
    session.apply(SourceCommand{tap});
    session.apply(KeepSourcesCommand{session.director().sources().size() - 1});
    for (int i = 0; i < 30; ++i) session.tick();
    const TemporaryFolder folder;
    const std::string file = (folder / "session.json").string();
    const Status saved = session.save(file);
    INFO((saved ? "" : saved.failure().text()));
    REQUIRE(saved.ok());
    Session again = play(file, 70, 1);
    CHECK(again.world().state_hash() == session.world().state_hash());
    CHECK(again.director().sources().size() == session.director().sources().size());
    check_goes_on_from_save(session);
  }
}

TEST_CASE("what cannot be done with a source is said") {
  TestGame game;
  game.take("Source");
  game.drag(TestGame::over({50, 50}), TestGame::over({50, 50}));
  CHECK(sources(game) == 1);
  game.drag(TestGame::over({50, 50}), TestGame::over({50, 50}));
  CHECK(sources(game) == 1);
  REQUIRE_FALSE(game.state.toasts.shown().empty());
  CHECK(game.state.toasts.shown().back().text.find("Drag a source") != std::string::npos);
}
