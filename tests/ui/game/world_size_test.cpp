#include "ui/game/world_size.h"

#include "ui/game/fixture.h"
#include "ui/game/selection.h"

using namespace quicksand;

TEST_CASE("what there is stays at its anchor: apart from half a cell it is as far from both sides") {
  for (const GridSize before : {GridSize{100, 60}, {37, 91}})
    for (const GridSize after : {GridSize{150, 90}, {60, 44}, {101, 61}, {100, 60}})
      for (int anchor = 0; anchor < 9; ++anchor) {
        const CellPos by = moved_by_resize(before, after, anchor);
        const int right = after.width - before.width - by.x;
        const int below = after.height - before.height - by.y;
        CHECK((anchor % 3 == 0 ? by.x == 0 : anchor % 3 == 2 ? right == 0 : std::abs(by.x - right) <= 1));
        CHECK((anchor / 3 == 0 ? by.y == 0 : anchor / 3 == 2 ? below == 0 : std::abs(by.y - below) <= 1));
      }
}

TEST_CASE(
    "a world is cropped to what is selected and undone; the world before is kept, and the new one is when it is left") {
  TestGame game("", "wall");
  game.take("Rectangle");
  game.drag(TestGame::over({30, 20}), TestGame::over({39, 29}));
  const uint64_t hash = game.state.session.world().state_hash();
  crop_world(game.state);  // nothing is selected
  CHECK(game.state.session.world().size() == TestGame::kSize);
  game.take("Select");
  game.drag(TestGame::over({25, 15}), TestGame::over({44, 34}));
  crop_world(game.state);
  CHECK(game.state.session.world().size() == GridSize{20, 20});
  CHECK(game.count("wall") == 100);
  CHECK(game.at({5, 5}) == "wall");
  CHECK(game.state.session.changes() != game.state.kept_changes);
  CHECK_FALSE(game.state.last_kept.empty());
  undo(game.state);
  CHECK(game.state.session.world().size() == TestGame::kSize);
  CHECK(game.state.session.world().state_hash() == hash);
  redo(game.state);
  CHECK(game.state.session.world().size() == GridSize{20, 20});
}

TEST_CASE("sizes that cannot be leave the world, and the player is told") {
  TestGame game;
  for (const GridSize size : {GridSize{0, 10}, {10, -1}, {20000, 10}, {16384, 16385}})
    CHECK_FALSE(problem_of_size(world_kind_of(game.state.session), size).empty());
  CHECK_FALSE(resize_world(game.state, {20000, 10}, {0, 0}));
  CHECK(game.state.session.world().size() == TestGame::kSize);
  REQUIRE_FALSE(game.state.toasts.shown().empty());
  CHECK(game.state.toasts.shown().back().text == "The width is 20000; it must be from 1 to 16384 cells.");
}
