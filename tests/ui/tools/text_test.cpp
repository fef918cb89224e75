#include "ui/tools/text.h"

#include "ui/game/fixture.h"

using namespace quicksand;

TEST_CASE("words are written where they show, by one command, are undone as one, and replay from a recording") {
  const TemporaryFolder folder;
  TestGame game("", "wall");
  game.take("Text");
  game.state.tooling.words = "Hi, \u00dcb!";
  for (const int dot : {1, 2, 3}) {
    game.state.tooling.dot = dot;
    const uint64_t before = game.commands();
    PaintCommand shown = *text_cursor(game.state.tooling, {80, 50}).outline;
    int64_t cells = 0;
    for (const RowSpan& run : rasterise(shown, TestGame::kSize)) cells += run.last - run.first + 1;
    game.drag(TestGame::over({80, 50}), TestGame::over({80, 50}));
    CHECK(game.commands() == before + 1);
    CHECK(game.count("wall") == cells);
    for (const RowSpan& run : rasterise(shown, TestGame::kSize)) REQUIRE(game.at({run.first, run.y}) == "wall");
    undo(game.state);
    CHECK(game.count("wall") == 0);
  }
  game.drag(TestGame::over({80, 50}), TestGame::over({80, 50}));
  REQUIRE(game.state.session.save(folder / "recorded.json").ok());
  WorldRequest request;
  request.scene = (folder / "recorded.json").string();
  Result<OpenedWorld> opened = open_world(request);
  REQUIRE(opened.ok());
  Session again(std::move(*opened), 1);
  again.direct();
  CHECK(again.world().state_hash() == game.state.session.world().state_hash());
  game.choose("void");  // the eraser: the same words erase
  game.drag(TestGame::over({80, 50}), TestGame::over({80, 50}));
  CHECK(game.count("wall") == 0);
}

TEST_CASE("the wheel and its keys size the letters, and leave the brush") {
  TestGame game("", "wall");
  const int width = game.state.tooling.brush.width;
  game.take("Text");
  PointerInput wheel = TestGame::over({80, 50});
  wheel.acts = {find_action("larger-brush")};
  handle_pointer(game.state, wheel);
  CHECK(game.state.tooling.dot == 3);
  press_key(game.state, "[", false);
  CHECK(game.state.tooling.dot == 2);
  for (int i = 0; i < 50; ++i) press_key(game.state, "]", true);
  CHECK(game.state.tooling.dot == kMostDot);
  for (int i = 0; i < 50; ++i) press_key(game.state, "[", true);
  CHECK(game.state.tooling.dot == 1);
  CHECK(game.state.tooling.brush.width == width);
}

TEST_CASE("no words, and words that cannot be written, change nothing, and the player is told") {
  for (const char* const words : {"", "  ", "a\u2192"}) {
    TestGame game("", "wall");
    game.take("Text");
    game.state.tooling.words = words;
    game.drag(TestGame::over({80, 50}), TestGame::over({80, 50}));
    CHECK(game.count("wall") == 0);
    CHECK(game.state.history.undos() == 0);
    CHECK_FALSE(game.state.toasts.shown().empty());
  }
}
