#include "ui/tools/sign.h"

#include <algorithm>

#include "core/random.h"
#include "ui/game/fixture.h"
#include "ui/game/signs.h"

using namespace quicksand;

namespace {

const std::vector<Sign>& signs(const TestGame& game) { return game.state.session.director().signs(); }

// What the panel does: words are typed, and Enter is pressed.
void write(TestGame& game, const std::string& words) {
  REQUIRE(game.state.tooling.edited_sign);
  game.state.tooling.edited_sign->sign.text = words;
  finish_sign(game.state);
}

void click(TestGame& game, CellPos cell, bool right = false) {
  game.drag(TestGame::over(cell), TestGame::over(cell), right);
}

}  // namespace

TEST_CASE("a sign is set up, changed, moved and taken away by the mouse, and each is undone at once") {
  TestGame game;
  game.take("Sign");
  const uint64_t hash = game.state.session.world().state_hash();
  click(game, {40, 40});
  CHECK(game.state.history.undos() == 0);
  write(game, "here");
  CHECK(signs(game) == std::vector{Sign{{40, 40}, "here"}});
  click(game, {40, 40});
  CHECK(game.state.tooling.edited_sign->sign.text == "here");
  write(game, "there");
  CHECK(signs(game) == std::vector{Sign{{40, 40}, "there"}});
  game.drag(TestGame::over({40, 39}), TestGame::over({70, 59}));
  CHECK(signs(game) == std::vector{Sign{{70, 60}, "there"}});
  click(game, {70, 60}, true);
  CHECK(signs(game).empty());
  CHECK(game.state.session.world().state_hash() == hash);

  for (const Sign& before : {Sign{{70, 60}, "there"}, {{40, 40}, "there"}, {{40, 40}, "here"}}) {
    undo(game.state);
    CHECK(signs(game) == std::vector{before});
  }
  undo(game.state);
  CHECK(signs(game).empty());
  CHECK(game.state.history.undos() == 0);
  redo(game.state);
  CHECK(signs(game).size() == 1);
}

TEST_CASE("a sign that is moved, wherever to, stays in the world and takes no other one away") {
  for (uint32_t seed = 0; seed < 30; ++seed) {
    INFO("seed " << seed);
    uint32_t serial = seed * 100;
    const auto lot = [&](int below) { return static_cast<int>(mix32(++serial) % static_cast<uint32_t>(below)); };
    TestGame game;
    const GridSize size = game.state.session.world().size();
    std::vector<std::string> words;
    for (int i = 0; i < 2 + lot(4); ++i) {
      const Sign sign{{5 + 30 * i, 20 + lot(60)}, "sign " + std::to_string(i)};
      game.state.session.apply(SignCommand{sign});
      words.push_back(sign.text);
    }
    game.take("Sign");
    for (int drag = 0; drag < 12; ++drag) {
      const std::vector<Sign> before = signs(game);
      const CellPos from = before[static_cast<size_t>(lot(static_cast<int>(before.size())))].at;
      const CellPos other = before[static_cast<size_t>(lot(static_cast<int>(before.size())))].at;
      const CellPos to = lot(2) == 0 ? other : CellPos{lot(size.width + 60) - 30, lot(size.height + 60) - 30};
      game.drag(TestGame::over(from), TestGame::over(to));
      game.state.tooling.edited_sign.reset();
      std::vector<std::string> now;
      for (const Sign& sign : signs(game)) {
        now.push_back(sign.text);
        CHECK(contains(size, sign.at));
      }
      std::ranges::sort(now);
      REQUIRE(now == words);
    }
  }
}

TEST_CASE("a sign without words is none, and what is left as it was is nothing to undo") {
  TestGame game;
  game.take("Sign");
  click(game, {40, 40});
  write(game, "");
  CHECK(signs(game).empty());
  click(game, {40, 40});
  press_key(game.state, "Escape", false);
  CHECK_FALSE(game.state.tooling.edited_sign);
  CHECK(game.state.history.undos() == 0);
  click(game, {40, 40});
  write(game, "here");
  click(game, {40, 40});
  write(game, "here");
  CHECK(game.state.history.undos() == 1);
  click(game, {40, 40});
  write(game, "");
  CHECK(signs(game).empty());
}

TEST_CASE("a click beside the words ends them, and does nothing else") {
  TestGame game;
  game.take("Sign");
  click(game, {40, 40});
  game.state.tooling.edited_sign->sign.text = "here";
  click(game, {90, 70});
  CHECK_FALSE(game.state.tooling.edited_sign);
  CHECK(signs(game).size() == 1);
}

TEST_CASE("signs are saved, recorded and cleared with their world, and are no part of its state") {
  const TemporaryFolder folder;
  TestGame game(R"(, "signs": [{"at": [5, 6], "text": "from the scene"}])");
  const uint64_t hash = game.state.session.world().state_hash();
  game.take("Sign");
  click(game, {40, 40});
  write(game, "\u00fc, \"quoted\"");
  const std::vector<Sign> expected{{{5, 6}, "from the scene"}, {{40, 40}, "\u00fc, \"quoted\""}};
  CHECK(signs(game) == expected);
  CHECK(game.state.session.world().state_hash() == hash);
  for (const char* const name : {"saved.png", "recorded.json"}) {
    REQUIRE(game.state.session.save(folder / name).ok());
    WorldRequest request;
    request.scene = (folder / name).string();
    Result<OpenedWorld> opened = open_world(request);
    INFO((opened ? "" : opened.failure().text()));
    REQUIRE(opened.ok());
    Session again(std::move(*opened), 1);
    again.direct();
    CHECK(again.director().signs() == expected);
  }
  clear_world(game.state);
  CHECK(signs(game).empty());
  undo(game.state);
  CHECK(signs(game) == expected);
}

TEST_CASE("there are no more signs than there may be, and no longer ones in a scene") {
  TestGame game;
  for (int i = 0; i < static_cast<int>(kMostSigns); ++i)
    game.state.session.apply(SignCommand{{{i % 160, i / 160}, "x"}});
  game.take("Sign");
  click(game, {80, 90});
  CHECK_FALSE(game.state.tooling.edited_sign);
  CHECK_FALSE(game.state.toasts.shown().empty());
  const TemporaryFolder folder;
  REQUIRE(write_file_atomically(folder / "long.json", R"({"format": "quicksand-scene/1", "size": [40, 30], "signs": [
    {"at": [1, 2], "text": ")" + std::string(kMostSignBytes + 1, 'x') +
                                                          "\"}]}")
              .ok());
  WorldRequest request;
  request.scene = (folder / "long.json").string();
  const Result<OpenedWorld> opened = open_world(request);
  REQUIRE_FALSE(opened.ok());
  CHECK(opened.failure().text().find("long.json:2:") != std::string::npos);
  CHECK(opened.failure().text().find("a sign says at most 200 bytes") != std::string::npos);
}
