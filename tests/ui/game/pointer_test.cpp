#include "ui/game/pointer.h"

#include "ui/game/fixture.h"

using namespace quicksand;

TEST_CASE("the middle button and Alt pick the material under the pointer, but never emptiness") {
  TestGame game;
  game.choose("wall");
  game.drag(TestGame::over({50, 50}), TestGame::over({50, 50}));
  game.choose("sand");
  PointerInput input = TestGame::over({50, 50});
  input.middle_clicked = true;
  handle_pointer(game.state, input);
  CHECK(game.state.tooling.entry == game.entry("wall"));
  input.at = TestGame::over({10, 10}).at;
  handle_pointer(game.state, input);
  CHECK(game.state.tooling.entry == game.entry("wall"));

  game.choose("sand");
  const uint64_t commands = game.commands();
  PointerInput alt = TestGame::over({50, 50});
  alt.alt = true;
  game.press(alt);
  game.release(alt);
  CHECK(game.state.tooling.entry == game.entry("wall"));
  CHECK(game.commands() == commands);
}

TEST_CASE("the wheel sizes the brush, and with Ctrl it zooms at the pointer") {
  TestGame game;
  const int width = game.state.tooling.brush.width;
  PointerInput input = TestGame::over({40, 30});
  input.wheel = 2;
  handle_pointer(game.state, input);
  CHECK(game.state.tooling.brush.width == width + 2);
  input.control = true;
  handle_pointer(game.state, input);
  CHECK(game.state.camera.zoom() == Approx(TestGame::kZoom * kZoomStep * kZoomStep));
  CHECK(game.state.camera.cell_of(input.at) == CellPos{40, 30});
}

TEST_CASE("dragging with the middle button moves the view") {
  TestGame game;
  game.state.camera.zoom_at({320, 200}, 4);
  PointerInput input = TestGame::over({40, 30});
  const CellPos before = game.state.camera.cell_of(input.at);
  input.middle_dragged = true;
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

TEST_CASE("the right button erases with every tool") {
  for (const Tool& tool : tools()) {
    INFO(tool.name);
    TestGame game;
    game.choose("wall");
    game.drag(TestGame::over({20, 50}), TestGame::over({120, 50}));
    REQUIRE(game.at({70, 50}) == "wall");
    select_tool(game.state, tool);
    game.drag(TestGame::over({60, 50}), TestGame::over({80, 50}), true);
    CHECK(game.at({70, 50}) == "void");
    CHECK(game.at({30, 50}) == "wall");
  }
}
