// Tools in a world of dunes: ui/tools/body.h, and that each of the others does what its help says there, too.
#include <algorithm>
#include <cmath>

#include "app/kinds/dunes_bodies.h"
#include "dunes/dunes_scene.h"
#include "ui/game/fixture.h"
#include "ui/tools/body.h"
#include "ui/tools/paint.h"

using namespace quicksand;

namespace {

constexpr const char* kDunes =
    R"(, "world": "dunes", "materials": "core", "sand": {"depth": 10, "noise": 0.2}, "threshold": 1)";

double sand_of(const TestGame& game) {
  const std::vector<PlaneView> planes = game.state.session.world().planes();
  const PlaneView* const height = find_view(planes, "height");
  double sum = 0;
  for (int y = 0; y < TestGame::kSize.height; ++y)
    for (int x = 0; x < TestGame::kSize.width; ++x) sum += static_cast<double>((*height->fixed)[{x, y}]) / height->one;
  return sum;
}

}  // namespace

TEST_CASE("each tool does something in dunes, or says why not") {
  for (const Tool& tool : tools()) {
    INFO(tool.name);
    if (tool.name == "Sign") continue;  // it waits for words, and changes nothing of the world
    TestGame game(kDunes);
    game.take(tool.name);
    game.state.tooling.brush.width = 21;
    run(game, 5);
    const uint64_t before = game.state.session.world().state_hash();
    const size_t commands = game.state.session.log().size();
    for (const CellPos corner : {CellPos{60, 70}, {90, 70}, {90, 50}})
      if (tool.shape == StrokeShape::kPolygon) game.drag(TestGame::over(corner), TestGame::over(corner));
    if (tool.shape == StrokeShape::kPolygon) game.drag(TestGame::over({60, 70}), TestGame::over({60, 70}));
    game.press(TestGame::over({60, 50}));
    PointerInput there = TestGame::over({80, 55});
    game.hold(there);
    run(game, 3);
    game.release(there);
    const bool says_why = !game.state.toasts.shown().empty();
    const bool only_tells = tool.name == "Inspect" || tool.name == "Measure";
    CHECK((game.state.session.log().size() > commands) != (says_why || only_tells));
    CHECK(says_why == (tool.name == "Heat" || tool.name == "Cool" || tool.name == "Press" || tool.name == "Select"));
    CHECK(game.state.session.world().state_hash() != before);
    run(game, 60);
  }
}

TEST_CASE("a push is seen in dunes while time stands") {
  for (const char* const tool : {"Blow", "Suck", "Explosion"}) {
    INFO(tool);
    TestGame game(kDunes);
    game.take(tool);
    game.state.tooling.brush.width = 41;
    const std::optional<uint64_t> before = game.state.session.world().revision();
    game.press(TestGame::over({60, 50}));
    hold_tool(game.state, 1, true);
    CHECK(game.state.session.world().revision() != before);
    CHECK(game.state.session.world().tick() == 0);
    CHECK(game.state.session.world().airborne().x.size() > 0);
  }
}

TEST_CASE("feet walk along the way that was drawn, leave prints on both sides, and are gone") {
  TestGame game(kDunes);
  game.take("Body");
  game.state.tooling.body_kind = kWalkingKind;
  game.state.tooling.brush.width = 12;
  game.press(TestGame::over({20, 50}));
  for (int x = 21; x <= 140; ++x) {
    game.hold(TestGame::over({x, 50}));
    run(game, 1);
  }
  CHECK(count_bodies(game.state.session.world()) == 0);
  game.release(TestGame::over({140, 50}));
  CHECK(count_bodies(game.state.session.world()) == 2);
  int left = 0;
  int right = 0;
  for (int i = 0; i < 2000 && count_bodies(game.state.session.world()) == 2; ++i) {
    run(game, 1);
    for (int x = 0; x < TestGame::kSize.width; ++x) {
      left += body_at(game.state.session.world(), {x, 46}) ? 1 : 0;
      right += body_at(game.state.session.world(), {x, 54}) ? 1 : 0;
    }
  }
  CHECK(left > 100);
  CHECK(right > 100);
  for (int x = 0; x < TestGame::kSize.width; ++x) CHECK_FALSE(body_at(game.state.session.world(), {x, 46}));
  // They do not count among those that a player may have.
  game.state.tooling.body_kind = 0;
  game.press(TestGame::over({80, 20}));
  CHECK(count_bodies(game.state.session.world()) == 1);
}

TEST_CASE("what the player had last is at hand as long as it is to be seen, both feet of a walker together") {
  TestGame game(kDunes);
  const World& world = game.state.session.world();
  Tooling& tooling = game.state.tooling;
  game.take("Body");
  tooling.brush.width = 12;
  const auto place = [&](size_t kind, CellPos cell) {
    tooling.body_kind = kind;
    game.drag(TestGame::over(cell), TestGame::over(cell));
  };
  const auto at_hand = [&] { return bodies_at_hand(game.state.session.world(), tooling.chosen_bodies); };
  CHECK_FALSE(at_hand());
  place(0, {20, 20});
  place(5, {120, 80});  // a hill: sources come after all else in a world's list
  tooling.body_kind = kWalkingKind;
  game.press(TestGame::over({20, 50}));
  for (int x = 21; x <= 140; ++x) game.hold(TestGame::over({x, 50}));
  game.release(TestGame::over({140, 50}));
  REQUIRE(count_bodies_to_see(world) == 4);
  REQUIRE(at_hand());
  REQUIRE(at_hand()->count == 2);
  const auto settings = std::dynamic_pointer_cast<const DunesScene>(world.settings());
  for (size_t i = 0; i < 2; ++i) CHECK(settings->settings.bodies[at_hand()->first + i].shape == BodyShape::kMap);
  run(game, 1200);  // they are gone, and so is the hill, which has risen
  REQUIRE(count_bodies_to_see(game.state.session.world()) == count_bodies(game.state.session.world()) - 2);
  REQUIRE(at_hand());
  CHECK(at_hand()->count == 1);
}

TEST_CASE("what a click would set down is outlined: as long and as wide as it is then") {
  for (size_t kind = 0; kind < body_kinds().size(); ++kind) {
    if (body_kinds()[kind].walks) continue;
    for (const int width : {3, 9, 20}) {
      INFO(body_kinds()[kind].name << ", " << width);
      TestGame game(kDunes);
      game.take("Body");
      game.state.tooling.body_kind = kind;
      game.state.tooling.brush.width = width;
      const Cursor cursor = game.state.tooling.tool->cursor(game.state.tooling, {80, 50});
      REQUIRE(cursor.outline);
      int least_x = 160, most_x = 0, least_y = 100, most_y = 0;
      for (const RowSpan& span : rasterise(*cursor.outline, TestGame::kSize)) {
        least_x = std::min(least_x, span.first);
        most_x = std::max(most_x, span.last);
        least_y = std::min(least_y, span.y);
        most_y = std::max(most_y, span.y);
      }
      game.press(TestGame::over({80, 50}));
      int left = 160, right = 0, top = 100, bottom = 0;
      run(game, 1);
      for (int y = 0; y < 100; ++y)
        for (int x = 0; x < 160; ++x)
          if (body_at(game.state.session.world(), {x, y})) {
            left = std::min(left, x);
            right = std::max(right, x);
            top = std::min(top, y);
            bottom = std::max(bottom, y);
          }
      CHECK(std::abs(left - least_x) <= 1);
      CHECK(std::abs(right - most_x) <= 1);
      CHECK(std::abs(top - least_y) <= 1);
      CHECK(std::abs(bottom - most_y) <= 1);
    }
  }
}

TEST_CASE("a body is set down where there is none, and dragged where there is one") {
  TestGame game(kDunes);
  game.take("Body");
  game.state.tooling.brush.width = 15;
  const double sand = sand_of(game);
  game.press(TestGame::over({40, 40}));
  game.release(TestGame::over({40, 40}));
  run(game, 10);
  REQUIRE(count_bodies(game.state.session.world()) == 1);
  game.press(TestGame::over({40, 40}));
  for (int x = 41; x <= 100; ++x) {
    game.hold(TestGame::over({x, 40}));
    run(game, 1);
  }
  game.release(TestGame::over({100, 40}));
  run(game, 10);
  CHECK(count_bodies(game.state.session.world()) == 1);
  CHECK(body_at(game.state.session.world(), {100, 40}));
  CHECK_FALSE(body_at(game.state.session.world(), {40, 40}));
  CHECK(sand_of(game) == Approx(sand));
}

TEST_CASE(
    "what turns with its way and is dragged from cell to cell turns little, and comes to the pointer in the end") {
  for (size_t kind = 0; kind < body_kinds().size(); ++kind) {
    if (body_kinds()[kind].walks || body_kinds()[kind].name == "Rising hill") continue;
    INFO(body_kinds()[kind].name);
    TestGame game(kDunes);
    game.take("Body");
    game.state.tooling.brush.width = 15;
    game.state.tooling.body_kind = kind;
    game.press(TestGame::over({20, 30}));
    const auto place = [&] {
      const auto settings = game.state.session.world().settings();
      return dynamic_cast<const DunesScene&>(*settings).settings.bodies.front().path.back();
    };
    for (int x = 21; x <= 130; ++x) {
      const BodyPlace before = place();
      game.hold(TestGame::over({x, 30 + (x - 20) * 3 / 11}));
      run(game, 2);
      const BodyPlace now = place();
      // From one of the pointer's cells to the next it goes 0 or 45 degrees; by a cell at the end of five more, 11 off.
      const bool turns = body_kinds()[kind].name != "Ball";
      if (turns && now.x > before.x && x > 40)
        CHECK(std::atan2(now.y - before.y, now.x - before.x) / 3.14159 * 180 == Approx(15.3).margin(11.3));
    }
    game.release(TestGame::over({130, 60}));
    run(game, 10);
    CHECK(place().x == 130.5);
    CHECK(place().y == 60.5);
  }
}

TEST_CASE("a body that is only clicked stays where it is") {
  TestGame game(kDunes);
  game.take("Body");
  game.state.tooling.brush.width = 15;
  game.press(TestGame::over({40, 40}));
  game.release(TestGame::over({40, 40}));
  run(game, 10);
  const size_t commands = game.state.session.log().size();
  game.press(TestGame::over({44, 42}));
  game.release(TestGame::over({44, 42}));
  CHECK(game.state.session.log().size() == commands);
}

TEST_CASE("a click beside the world sets nothing down, and what is dragged stays in it") {
  TestGame game(kDunes);
  game.take("Body");
  game.state.tooling.brush.width = 9;
  const GridSize size = TestGame::kSize;
  game.state.camera.set_viewport({0, 0, 1000, 1000}, size);  // with sky above and below
  const auto over = [&](CellPos cell) {
    PointerInput input;
    input.at = game.state.camera.pixel_of({cell.x + 0.5, cell.y + 0.5});
    REQUIRE(game.state.camera.covers(input.at));
    return input;
  };
  for (const CellPos outside : {CellPos{20, -3}, CellPos{5, size.height + 4}}) {
    game.press(over(outside));
    game.release(over(outside));
    CHECK(count_bodies(game.state.session.world()) == 0);
  }
  // Also where its way is drawn.
  for (const bool shift : {false, true})
    for (const CellPos outside : {CellPos{20, -20}, CellPos{60, size.height + 15}}) {
      PointerInput there = over(outside);
      there.shift = shift;
      PointerInput here = over({20, 50});
      here.shift = shift;
      game.drag(here, there);
      run(game, 400);
      REQUIRE(count_bodies(game.state.session.world()) == 1);
      const CellPos edge{outside.x, std::clamp(outside.y, 0, size.height - 1)};
      CHECK(body_at(game.state.session.world(), edge));
      game.drag(over(edge), over({20, 50}));
      run(game, 20);
    }
}

TEST_CASE("with Shift a way is drawn, on which the body goes at its pace when the button comes up") {
  for (const float pace : {0.25F, 1.0F, 4.0F}) {
    INFO("pace " << pace);
    TestGame game(kDunes);
    game.take("Body");
    game.state.tooling.brush.width = 9;
    game.state.tooling.body_pace = pace;
    const auto shifted = [](CellPos cell) {
      PointerInput input = TestGame::over(cell);
      input.shift = true;
      return input;
    };
    // A corner, drawn in steps of a cell.
    std::vector<CellPos> way;
    for (int x = 40; x <= 100; ++x) way.push_back({x, 40});
    for (int y = 41; y <= 80; ++y) way.push_back({100, y});
    game.press(shifted(way.front()));
    for (const CellPos& cell : way) {
      game.hold(shifted(cell));
      run(game, 1);
    }
    REQUIRE(count_bodies(game.state.session.world()) == 1);
    CHECK(body_at(game.state.session.world(), {40, 40}));  // it waits
    CHECK(game.state.tooling.drawn_way.size() > 20);
    game.release(shifted(way.back()));
    CHECK(game.state.tooling.drawn_way.empty());
    const uint64_t start = game.state.session.world().tick();
    bool passed_corner = false;
    while (!body_at(game.state.session.world(), {100, 79}) && game.state.session.world().tick() < start + 1000) {
      run(game, 1);
      passed_corner = passed_corner || body_at(game.state.session.world(), {100, 40}).has_value();
    }
    CHECK(passed_corner);
    // 100 cells, less its own radius, which covers the end before its middle is there.
    const auto took = static_cast<double>(game.state.session.world().tick() - start);
    CHECK(took == Approx(96 / pace).margin(6 / pace + 3));
    run(game, 60);
    CHECK(body_at(game.state.session.world(), {100, 79}));
  }
}

TEST_CASE("a way that is broken off is forgotten, and the next drag drags") {
  TestGame game(kDunes);
  game.take("Body");
  game.state.tooling.brush.width = 9;
  PointerInput input = TestGame::over({40, 40});
  input.shift = true;
  game.press(input);
  input.at = TestGame::over({60, 40}).at;
  game.hold(input);
  PointerInput outside = input;
  outside.in_window = false;
  game.hold(outside);
  CHECK(game.state.tooling.drawn_way.empty());
  CHECK_FALSE(game.state.tooling.held_body);
  run(game, 100);
  CHECK(body_at(game.state.session.world(), {40, 40}));
}

TEST_CASE("a way that is too long to be recorded ends, and the game says so, beside what it said before") {
  TestGame game(kDunes);
  game.state.toasts.complain("An error that stays");
  game.take("Body");
  PointerInput input = TestGame::over({40, 40});
  input.shift = true;
  game.press(input);
  for (size_t i = 0; i < kMostOfWay + 50; ++i) {
    input.at = TestGame::over({40 + static_cast<int>(i % 2) * 20, 40}).at;
    game.hold(input);
    CHECK(game.state.toasts.shown().size() == (game.state.tooling.drawn_way.size() < kMostOfWay ? 1 : 2));
  }
  CHECK(game.state.tooling.drawn_way.size() == kMostOfWay);
}

TEST_CASE("a brush that rests over dunes heaps sand that still slides, at any width") {
  for (const int width : {1, 5, 9, 21, 41}) {
    INFO("width " << width);
    TestGame game(kDunes);
    game.take("Paint");
    game.choose("sand");
    game.state.tooling.brush.width = width;
    game.press(TestGame::over({80, 50}));
    const size_t commands = game.state.session.log().size();
    run(game, 640);
    const size_t strokes = game.state.session.log().size() - commands;
    CHECK(strokes >= 640 / kTicksBetweenHeaps - 1);
    CHECK(strokes <= 640 / kTicksBetweenHeaps + 1);
    // It is a heap, not a tower: no higher than it is wide.
    const std::vector<PlaneView> planes = game.state.session.world().planes();
    const PlaneView* const view = find_view(planes, "height");
    int heaped = 0;
    double highest = 0;
    for (int x = 0; x < TestGame::kSize.width; ++x) {
      const double above = static_cast<double>((*view->fixed)[{x, 50}]) / view->one - 10;
      heaped += above > 2 ? 1 : 0;
      highest = std::max(highest, above);
    }
    CHECK(highest > 2);
    CHECK(highest < heaped + 2);  // what lies lower than that is not counted
  }
}
