#include "ui/tools/shapes.h"

#include "ui/game/fixture.h"

using namespace quicksand;

TEST_CASE("a rectangle is drawn from corner to corner, erased with the right button, and undone as one") {
  TestGame game;
  game.choose("wall");
  game.take("Rectangle");
  game.drag(TestGame::over({20, 20}), TestGame::over({29, 24}));
  CHECK(game.count("wall") == 50);
  game.state.tooling.brush.rim = 1;
  game.drag(TestGame::over({40, 20}), TestGame::over({49, 29}));
  CHECK(game.count("wall") == 50 + 36);
  game.drag(TestGame::over({40, 20}), TestGame::over({49, 29}), true);
  CHECK(game.count("wall") == 50);
  undo(game.state);
  CHECK(game.count("wall") == 86);
  undo(game.state);
  undo(game.state);
  CHECK(game.count("wall") == 0);
}

TEST_CASE("Shift makes an ellipse a circle, wherever it is dragged") {
  for (const CellPos to : {CellPos{100, 60}, {20, 55}, {70, 10}, {40, 90}}) {
    TestGame game;
    game.choose("wall");
    game.take("Ellipse");
    PointerInput there = TestGame::over(to);
    there.shift = true;
    game.press(TestGame::over({60, 50}));
    game.hold(there);
    game.release(there);
    const int side = std::max(std::abs(to.x - 60), std::abs(to.y - 50)) + 1;
    CHECK(static_cast<double>(game.count("wall")) == Approx(3.14159 * side * side / 4).epsilon(0.06));
  }
}

TEST_CASE("a basin is filled by a click, and nothing beyond it") {
  TestGame game;
  game.choose("wall");
  game.state.tooling.brush.rim = 2;
  game.take("Rectangle");
  game.drag(TestGame::over({20, 20}), TestGame::over({69, 59}));
  game.choose("water");
  game.take("Fill");
  game.drag(TestGame::over({40, 40}), TestGame::over({40, 40}));
  CHECK(game.count("water") == 46 * 36);
  // Another material takes the place of all that is joined, whatever the brush covers.
  game.choose("acid");
  game.drag(TestGame::over({40, 40}), TestGame::over({40, 40}));
  CHECK(game.count("water") == 0);
  CHECK(game.count("acid") == 46 * 36);
  game.drag(TestGame::over({40, 40}), TestGame::over({40, 40}), true);
  CHECK(game.count("acid") == 0);
  CHECK(game.count("wall") > 0);
}

TEST_CASE("a polygon is filled when its last corner meets the first, and only that is to be undone") {
  TestGame game;
  game.choose("wall");
  game.take("Polygon");
  const auto click = [&](CellPos cell) { game.drag(TestGame::over(cell), TestGame::over(cell)); };
  for (const CellPos corner : {CellPos{20, 20}, {60, 20}, {60, 60}, {20, 60}}) click(corner);
  CHECK(game.commands() == 0);
  CHECK(game.state.history.undos() == 0);
  click({21, 21});
  CHECK(game.count("wall") == 41 * 41);
  CHECK(game.state.history.undos() == 1);
  CHECK(game.state.tooling.corners.empty());
  // Another one can be begun, and given up.
  click({90, 20});
  CHECK(game.state.tooling.corners.size() == 1);
  press_key(game.state, "Escape", false);
  CHECK(game.state.tooling.corners.empty());
}

TEST_CASE("what is drawn in a mirror comes out on both sides") {
  TestGame game;
  game.choose("wall");
  game.state.tooling.brush.symmetry = Symmetry::kLeftRight;
  game.state.tooling.brush.width = 6;
  game.drag(TestGame::over({20, 20}), TestGame::over({40, 20}));
  for (int y = 0; y < TestGame::kSize.height; ++y)
    for (int x = 0; x < TestGame::kSize.width; ++x) REQUIRE(game.at({x, y}) == game.at({TestGame::kSize.width - 1 - x, y}));
  undo(game.state);
  CHECK(game.count("wall") == 0);
}

TEST_CASE("a brush that keeps to what it starts on repaints that alone") {
  TestGame game;
  game.choose("wall");
  game.take("Rectangle");
  game.drag(TestGame::over({20, 20}), TestGame::over({59, 29}));
  game.choose("iron");
  game.drag(TestGame::over({20, 40}), TestGame::over({59, 49}));
  game.choose("stone");
  game.take("Paint");
  game.state.tooling.brush.covers = Covers::kAlike;
  game.state.tooling.brush.width = 60;
  game.drag(TestGame::over({40, 25}), TestGame::over({45, 35}));
  CHECK(game.count("wall") < 400);
  CHECK(game.count("iron") == 400);
  CHECK(game.count("stone") + game.count("wall") == 400);
}
