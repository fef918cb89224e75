#include "ui/tools/paint.h"

#include "sim/grains/contact.h"
#include "ui/game/fixture.h"

using namespace quicksand;

TEST_CASE("a fast stroke leaves no gap, between frames and within one") {
  TestGame game;
  game.choose("wall");
  game.state.tooling.brush.width = 1;
  game.press(TestGame::over({10, 10}));
  PointerInput there = TestGame::over({100, 20});
  there.passed = {TestGame::over({60, 60}).at};
  game.hold(there);
  game.release(TestGame::over({150, 20}));
  for (int x = 100; x <= 150; ++x) CHECK(game.at({x, 20}) == "wall");
  CHECK(game.at({35, 35}) == "wall");  // halfway to where it passed
  CHECK(game.at({80, 40}) == "wall");  // and halfway from there
  CHECK(game.state.tooling.finished_strokes == 1);
}

TEST_CASE("a held button pours even when the pointer rests") {
  TestGame game;
  game.press(TestGame::over({50, 10}));
  const int64_t once = game.count("sand");
  for (int i = 0; i < 20; ++i) {
    for (int tick = 0; tick < 10; ++tick) game.state.tick();
    game.hold(TestGame::over({50, 10}));
  }
  CHECK(game.count("sand") > 3 * once);
}

TEST_CASE("Shift draws a line and Ctrl fills a rectangle, when the button comes up") {
  TestGame game;
  game.choose("wall");
  game.state.tooling.brush.width = 1;
  PointerInput line = TestGame::over({20, 20});
  line.shift = true;
  game.press(line);
  game.hold(TestGame::over({90, 90}));
  CHECK(game.commands() == 0);
  game.release(TestGame::over({60, 20}));
  CHECK(game.count("wall") == 41);
  PointerInput rect = TestGame::over({20, 40});
  rect.control = true;
  game.drag(rect, TestGame::over({29, 44}));
  CHECK(game.count("wall") == 41 + 50);
}

TEST_CASE("a material fills empty cells only, unless it shall draw over others") {
  TestGame game;
  game.choose("wall");
  game.drag(TestGame::over({50, 50}), TestGame::over({60, 50}));
  game.choose("water");
  game.drag(TestGame::over({50, 50}), TestGame::over({60, 50}));
  CHECK(game.at({55, 50}) == "wall");
  game.state.tooling.brush.covers = Covers::kAll;
  game.drag(TestGame::over({50, 50}), TestGame::over({60, 50}));
  CHECK(game.at({55, 50}) == "water");
}

TEST_CASE("what can be wet is painted as wet as chosen") {
  TestGame game;
  game.state.tooling.moisture = Moisture::kDamp;
  game.drag(TestGame::over({50, 50}), TestGame::over({50, 50}));
  const auto planes = game.state.session.world().planes();
  const int wetness = (*find_plane(planes, "wetness"))[{50, 50}];
  CHECK(wetness == game.state.session.looks()[game.entry("sand")].damp);
  CHECK_FALSE(painted_wetness(game.state.session.looks()[game.entry("wall")], Moisture::kSoaked));
}

TEST_CASE("the cursor is the edge of what the stroke would paint") {
  TestGame game;
  Tooling& tooling = game.state.tooling;
  Cursor cursor = brush_cursor(tooling, {30, 30});
  REQUIRE(cursor.outline);
  CHECK(cursor.outline->shape == Shape::kStroke);
  CHECK_FALSE(cursor.erases);
  PointerInput rect = TestGame::over({20, 40});
  rect.control = true;
  game.press(rect, true);
  cursor = brush_cursor(tooling, {30, 50});
  CHECK(cursor.outline->shape == Shape::kRect);
  CHECK(cursor.outline->from == CellPos{20, 40});
  CHECK(cursor.outline->to == CellPos{30, 50});
  CHECK(cursor.erases);
}

TEST_CASE(
    "where grains stay grains, a player draws powders as grains, with every tool, and none where one is already") {
  for (const char* const tool : {"Paint", "Rectangle", "Ellipse", "Fill", "Text", "Source"}) {
    INFO(tool);
    TestGame game(R"(, "condense": false)");
    const World& world = game.state.session.world();
    const auto sand = [&] { return world.count_entries()[game.entry("sand")]; };
    game.take(tool);
    game.drag(TestGame::over({40, 40}), TestGame::over({70, 55}));
    run(game, 1);
    const size_t drawn = world.airborne().x.size();
    CHECK(drawn > 0);
    CHECK(sand() == 0);
    // Again, before they have fallen far: nothing is pushed away.
    if (std::string_view(tool) == "Source") continue;
    game.drag(TestGame::over({40, 40}), TestGame::over({70, 55}));
    const AirborneView grains = world.airborne();
    CHECK(sand() == 0);
    double nearest = 9;
    for (size_t i = 0; i < std::min<size_t>(grains.x.size(), 600); ++i)
      for (size_t k = 0; k < i; ++k)
        nearest = std::min(nearest, std::hypot(double{grains.x[i]} - grains.x[k], double{grains.y[i]} - grains.y[k]));
    CHECK(nearest >= 2 * double{radius_of(255, 0)} - 1e-3);  // the smallest ones touch
  }
  // What covers others takes the place of grains, too, and of cells.
  for (const Covers covers : {Covers::kAll, Covers::kAlike}) {
    TestGame covered(R"(, "condense": false)", "stone");
    covered.take("Rectangle");
    covered.drag(TestGame::over({40, 40}), TestGame::over({45, 55}));
    covered.choose("gravel");
    covered.drag(TestGame::over({40, 40}), TestGame::over({60, 55}));
    REQUIRE(covered.state.session.world().airborne().x.size() == 15 * 16);
    covered.choose("sand");
    covered.state.tooling.brush.covers = covers;
    covered.drag(TestGame::over({70, 40}), TestGame::over({75, 45}));  // in the void
    covered.drag(TestGame::over({40, 40}), TestGame::over({60, 55}));
    const AirborneView grains = covered.state.session.world().airborne();
    const auto sand_grains = std::count(grains.entry.begin(), grains.entry.end(), covered.entry("sand"));
    if (covers == Covers::kAll) {
      CHECK(sand_grains == 36 + 21 * 16);
      CHECK(grains.x.size() == 36 + 21 * 16);
      CHECK(covered.count("stone") == 0);
      CHECK(covered.count("sand") == 0);
    } else {
      CHECK(sand_grains == 36);
      CHECK(covered.count("sand") == 6 * 16);  // only on the stone that it starts on
    }
  }
  // What is no powder is as anywhere.
  TestGame game(R"(, "condense": false)", "stone");
  game.take("Paint");
  game.drag(TestGame::over({40, 40}), TestGame::over({70, 55}));
  CHECK(game.count("stone") > 0);
  CHECK(game.state.session.world().airborne().x.size() == 0);
}

TEST_CASE("the pointer picks the grain below it") {
  TestGame game(R"(, "condense": false)", "gravel");
  game.take("Paint");
  game.drag(TestGame::over({40, 40}), TestGame::over({50, 40}));
  game.choose("water");
  PointerInput input = TestGame::over({45, 40});
  input.picks = true;
  handle_pointer(game.state, input);
  CHECK(game.state.tooling.entry == game.entry("gravel"));
  input = TestGame::over({100, 20});
  input.picks = true;
  handle_pointer(game.state, input);
  CHECK(game.state.tooling.entry == game.entry("gravel"));
}
