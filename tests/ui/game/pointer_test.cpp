#include "ui/game/pointer.h"

#include "ui/game/fixture.h"

using namespace quicksand;

TEST_CASE("a pick takes the material under the pointer, but never emptiness") {
  TestGame game;
  game.choose("wall");
  game.drag(TestGame::over({50, 50}), TestGame::over({50, 50}));
  game.choose("sand");
  PointerInput input = TestGame::over({50, 50});
  input.picks = true;
  handle_pointer(game.state, input);
  CHECK(game.state.tooling.entry == game.entry("wall"));
  input.at = TestGame::over({10, 10}).at;
  handle_pointer(game.state, input);
  CHECK(game.state.tooling.entry == game.entry("wall"));
}

TEST_CASE("zooming keeps what is at the pointer, and what a button stands for is done over the world alone") {
  TestGame game;
  const int width = game.state.tooling.brush.width;
  PointerInput input = TestGame::over({40, 30});
  input.acts = {find_action("larger-brush"), find_action("larger-brush")};
  handle_pointer(game.state, input);
  CHECK(game.state.tooling.brush.width == width + 2);
  input.over_panel = true;
  input.zoom = 2;
  handle_pointer(game.state, input);
  CHECK(game.state.tooling.brush.width == width + 2);
  CHECK(game.state.camera.zoom() == Approx(TestGame::kZoom));
  input.over_panel = false;
  input.acts.clear();
  handle_pointer(game.state, input);
  CHECK(game.state.camera.zoom() == Approx(TestGame::kZoom * kZoomStep * kZoomStep));
  CHECK(game.state.camera.cell_of(input.at) == CellPos{40, 30});
}

TEST_CASE("a drag that moves the view moves it with the pointer") {
  TestGame game;
  game.state.camera.zoom_at({320, 200}, 4);
  PointerInput input = TestGame::over({40, 30});
  const CellPos before = game.state.camera.cell_of(input.at);
  input.pans = true;
  input.moved = {-16, 32};  // a cell is 16 pixels
  handle_pointer(game.state, input);
  CHECK(game.state.camera.cell_of(input.at) == CellPos{before.x + 1, before.y - 2});
}

TEST_CASE("over a panel no stroke begins, but one that goes on does not end") {
  TestGame game;
  PointerInput panel = TestGame::over({50, 50});
  panel.over_panel = true;
  game.press(panel);
  game.hold(panel);
  CHECK_FALSE(game.state.tooling.stroke);
  CHECK(game.commands() == 0);
  game.press(TestGame::over({50, 50}));
  game.hold(panel);
  CHECK(game.state.tooling.stroke);
  game.release(panel);
  CHECK_FALSE(game.state.tooling.stroke);
  CHECK(game.count("sand") > 0);
}

TEST_CASE("a window that loses the pointer lets go of the stroke") {
  TestGame game;
  PointerInput line = TestGame::over({20, 50});
  line.shift = true;
  game.press(line);
  PointerInput gone;
  gone.in_window = false;
  game.hold(gone);
  CHECK_FALSE(game.state.tooling.stroke);
  game.release(TestGame::over({90, 50}));
  CHECK(game.commands() == 0);
}

TEST_CASE("the button that erases does so with every tool, but for Select, with which it lets go") {
  for (const Tool& tool : tools()) {
    INFO(tool.name);
    TestGame game;
    game.choose("wall");
    game.drag(TestGame::over({20, 50}), TestGame::over({120, 50}));
    REQUIRE(game.at({70, 50}) == "wall");
    if (tool.name == "Select") continue;
    select_tool(game.state, tool);
    game.drag(TestGame::over({60, 50}), TestGame::over({80, 50}), true);
    CHECK(game.at({70, 50}) == "void");
    // What fills by a click takes all that is joined.
    CHECK(game.at({30, 50}) == (tool.shape == StrokeShape::kFlood ? "void" : "wall"));
  }
}

TEST_CASE("keys that mean nothing to a tool are told about at the pointer") {
  for (const Tool& tool : tools())
    for (const bool line : {true, false}) {
      INFO(tool.name << (line ? ", Shift" : ", Ctrl"));
      TestGame game;
      game.take(tool.name);
      PointerInput input = TestGame::over({50, 50});
      (line ? input.shift : input.control) = true;
      game.press(input);
      const bool fits = line ? tool.draws_lines : tool.draws_rectangles;
      bool told = false;
      for (const Toast& toast : game.state.toasts.shown())
        told = told || (toast.at_pointer && toast.text.find(tool.name) != std::string::npos);
      // A tool that cannot be used here at all says that instead.
      if (tool.name != "Body") CHECK(told == !fits);
    }
}

TEST_CASE("painting where nothing can be painted is told about at the pointer, while it has drawn nothing") {
  const auto told = [](const TestGame& game) {
    return !game.state.toasts.shown().empty() && game.state.toasts.shown().back().at_pointer;
  };
  for (const int width : {1, 5, 40}) {
    INFO("brush of " << width);
    TestGame game;
    game.state.tooling.brush.width = 90;
    game.choose("stone");
    game.press(TestGame::over({80, 50}));
    game.hold(TestGame::over({80, 50}));
    CHECK_FALSE(told(game));
    game.release(TestGame::over({80, 50}));
    game.choose("sand");
    game.state.tooling.brush.width = width;
    game.press(TestGame::over({80, 50}));
    CHECK(told(game));
    game.state.toasts.fade(10);
    game.hold(TestGame::over({85, 50}));
    CHECK(told(game));
    game.state.toasts.fade(10);
    game.hold(TestGame::over({5, 50}));  // out of the stone
    CHECK_FALSE(told(game));
    game.release(TestGame::over({5, 50}));
    game.state.tooling.brush.covers = Covers::kAll;
    game.press(TestGame::over({80, 50}));
    CHECK_FALSE(told(game));
  }
}
