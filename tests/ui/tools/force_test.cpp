// The tools that push: ui/tools/explosion.h, blow.h and suck.h.
#include "core/cases.h"
#include "ui/game/fixture.h"
#include "ui/tools/explosion.h"
#include "ui/tools/reach.h"

using namespace quicksand;

namespace {

// The force of a held tool in a tick before which the pointer has come here.
ForceCommand held_force(TestGame& game, std::string_view tool, CellPos from = {80, 50}) {
  game.take(tool);
  game.press(TestGame::over(from));
  PointerInput input = TestGame::over({80, 50});
  input.use = {false, true};
  handle_pointer(game.state, input);
  const size_t before = game.state.session.log().size();
  game.state.tick();
  REQUIRE(game.state.session.log().size() == before + 1);
  return std::get<ForceCommand>(game.state.session.log().back().command);
}

}  // namespace

TEST_CASE("a larger brush pushes farther, and a small one as far as the least reach") {
  Brush brush;
  brush.width = 1;
  CHECK(force_around({5, 6}, brush).at == CellPos{5, 6});
  CHECK(force_around({5, 6}, brush).radius == kLeastReach);
  brush.width = 60;
  CHECK(force_around({5, 6}, brush).radius == 60);
}

TEST_CASE("an explosion goes off once, when the button goes down, and throws what lies there") {
  TestGame game;
  for (int i = 0; i < 600; ++i) game.state.tick();
  game.drag(TestGame::over({60, 96}), TestGame::over({100, 96}));
  for (int i = 0; i < 200; ++i) game.state.tick();
  game.take("Explosion");
  const uint64_t before = game.commands();
  game.press(TestGame::over({80, 97}));
  CHECK(game.commands() == before + 1);
  game.hold(TestGame::over({80, 97}));
  game.release(TestGame::over({80, 97}));
  CHECK(game.commands() == before + 1);
  CHECK_FALSE(game.state.session.world().airborne().x.empty());
  CHECK(game.state.tooling.finished_strokes == 1);  // of painting alone
}

TEST_CASE("all that the explosion's ring holds comes loose or goes off, and stone breaks in most of it") {
  for (const int width : {1, 9, 24, 60, 200}) {
    Brush brush;
    brush.width = width;
    const ForceCommand blast = explosion_at({0, 0}, brush);
    INFO("brush of " << width);
    Tooling tooling;
    tooling.brush = brush;
    const int ring = explosion_cursor(tooling, {0, 0}).field->radius;
    CHECK(ring >= std::max(width - 1, 15));
    const auto speed = [&](double distance) { return push_at<double>(blast, distance, 0, {0, -1}).x; };
    CHECK(speed(ring) >= kBreakingSpeed);
    CHECK(speed(0.7 * ring) >= 2.5);  // the hardness of stone
  }
}

TEST_CASE("wind blows away from the pointer and along with it, and suction goes the other way") {
  TestGame game;
  const ForceCommand blow = held_force(game, "Blow", {72, 54});
  CHECK(blow.at == CellPos{80, 50});
  CHECK(blow.outward > 0);
  CHECK(blow.x > 0);
  CHECK(blow.y < 0);
  game.release(TestGame::over({80, 50}));
  const ForceCommand suck = held_force(game, "Suck", {72, 54});
  CHECK(suck.outward < 0);
  CHECK(suck.x == 0);
}

TEST_CASE("a held force acts in every tick and in no other step, and ends with the button") {
  for (const char* const tool : {"Blow", "Suck", "Heat", "Cool"}) {
    INFO(tool);
    TestGame game;
    game.take(tool);
    const auto commands = [&] { return game.state.session.log().size(); };
    const auto run = [&] {
      for (int i = 0; i < 4; ++i) game.state.tick();
    };
    game.press(TestGame::over({80, 50}));
    CHECK(commands() == 0);
    run();
    CHECK(commands() == 4);
    PointerInput panel = TestGame::over({80, 50});
    panel.over_panel = true;
    game.hold(panel);
    run();  // it waits
    CHECK(commands() == 4);
    game.hold(TestGame::over({80, 50}));
    run();
    CHECK(commands() == 8);
    game.release(TestGame::over({80, 50}));
    run();
    CHECK(commands() == 8);
  }
}

namespace {

// Cells whose material is another one than in a world in which the tool has not been used.
int cells_moved(TestGame& game, TestGame& untouched) {
  int moved = 0;
  for (int y = 0; y < TestGame::kSize.height; ++y)
    for (int x = 0; x < TestGame::kSize.width; ++x) moved += game.at({x, y}) != untouched.at({x, y}) ? 1 : 0;
  return moved;
}

constexpr const char* kFilled =
    R"(, "paint": [{"shape": "rect", "at": [0, 30], "size": [160, 70], "material": "MATERIAL"}])";

std::string filled_with(const std::string& material) {
  std::string keys = kFilled;
  return keys.replace(keys.find("MATERIAL"), 8, material);
}

}  // namespace

TEST_CASE("what pushes moves what it touches, at any size of the brush, at the surface and deep below", "[thorough]") {
  Combinations combinations(4);
  for (const char* const material : {"sand", "gravel", "water"})
    for (const char* const tool : {"Explosion", "Blow", "Suck"})
      for (const int width : {1, 5, 9, 24, 60, 200})
        for (const int depth : {0, 4, 30}) {
          // A wind does not blow below the ground, and a small blast in the depth leaves nothing in water but water.
          const bool is_blast = std::string_view(tool) == "Explosion";
          if (depth > 4 && (!is_blast || (std::string_view(material) == "water" && width < 24))) continue;
          if (combinations.skips_next()) continue;
          INFO(material << ", " << tool << ", brush of " << width << ", " << depth << " cells deep");
          TestGame game(filled_with(material));
          TestGame untouched(filled_with(material));
          for (TestGame* each : {&game, &untouched}) {
            for (int i = 0; i < 40; ++i) each->state.tick();
            each->state.tooling.brush.width = width;
          }
          game.take(tool);
          const CellPos at{80, 30 + depth};
          game.press(TestGame::over(at));
          for (int i = 0; i < 30; ++i) {
            game.state.tick();
            untouched.state.tick();
          }
          CHECK(cells_moved(game, untouched) >= 5);
        }
}
