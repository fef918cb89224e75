// Tools in a world of dunes: ui/tools/body.h, and that each of the others does what its help says there, too.
#include "app/kinds/dunes_bodies.h"
#include "ui/game/fixture.h"
#include "ui/tools/body.h"

using namespace quicksand;

namespace {

constexpr const char* kDunes = R"(, "world": "dunes", "materials": "core", "sand": {"depth": 10, "noise": 0.2}, "threshold": 1)";

double sand_of(const TestGame& game) {
  const std::vector<PlaneView> planes = game.state.session.world().planes();
  const PlaneView* const height = find_view(planes, "height");
  double sum = 0;
  for (int y = 0; y < TestGame::kSize.height; ++y)
    for (int x = 0; x < TestGame::kSize.width; ++x) sum += static_cast<double>((*height->fixed)[{x, y}]) / height->one;
  return sum;
}

void run(TestGame& game, int ticks) {
  for (int i = 0; i < ticks; ++i) game.state.tick();
}

}  // namespace

TEST_CASE("each tool does something in dunes, or says why not") {
  for (const Tool& tool : tools()) {
    INFO(tool.name);
    TestGame game(kDunes);
    game.take(tool.name);
    game.state.tooling.brush.width = 21;
    run(game, 5);
    const uint64_t before = game.state.session.world().state_hash();
    const size_t commands = game.state.session.log().size();
    game.press(TestGame::over({60, 50}));
    PointerInput there = TestGame::over({80, 55});
    game.hold(there);
    run(game, 3);
    game.release(there);
    CHECK(game.state.session.log().size() > commands);
    CHECK(game.state.session.world().state_hash() != before);
    run(game, 60);
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
