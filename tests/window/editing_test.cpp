// What a player does to a world by hand: lines, fills, pieces that are selected, turned, pasted and kept, sources.
#include <filesystem>
#include <string>

#include "window/player.h"

using namespace quicksand;

namespace {

// The middle of a cell of the empty world in the window, for xdotool.
std::string at(int x, int y) {
  return std::to_string((2 * x + 1) * 63 / 32) + " " + std::to_string(51 + (2 * y + 1) * 63 / 32) + " sleep 0.2";
}

void drag(int from_x, int from_y, int to_x, int to_y) {
  type("mousemove " + at(from_x, from_y) + " mousedown 1 sleep 0.2 mousemove " + at(to_x, to_y) +
       " mouseup 1 sleep 0.3");
}

// The box of all cells of the material; nothing where there is none.
std::optional<CellBox> box_of(const OpenedWorld& opened, const std::string& material) {
  const std::vector<std::string>& names = opened.world->entry_names();
  std::optional<CellBox> box;
  for (int y = 0; y < opened.world->size().height; ++y)
    for (int x = 0; x < opened.world->size().width; ++x) {
      if (names[opened.world->entry_at({x, y})] != material) continue;
      if (!box) box = CellBox{x, y, x + 1, y + 1};
      *box = {std::min(box->left, x), std::min(box->top, y), std::max(box->right, x + 1), std::max(box->bottom, y + 1)};
    }
  return box;
}

}  // namespace

TEST_CASE("a player draws a line, fills, undoes and redoes, selects, turns, pastes, keeps a stamp, moves a source",
          "[thorough]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const Game game(empty_world(folder));
  const CellPos swatch = wait_for_swatch(marker());
  type("key space sleep 0.3");
  choose("stone");
  type("keydown shift");
  drag(20, 20, 80, 20);
  type("keyup shift sleep 0.2");
  choose("wood");
  type("key d sleep 0.3 mousemove " + at(50, 20) + " click 1 sleep 0.4");
  const OpenedWorld filled = saved(folder, swatch, "filled");
  const int64_t line = cells_of(filled, "wood");
  const std::optional<CellBox> lying = box_of(filled, "wood");
  REQUIRE(lying);
  CHECK(lying->right - lying->left > 60);
  CHECK(lying->bottom - lying->top < 12);
  CHECK(line > 60);
  CHECK(cells_of(filled, "stone") == 0);
  type("key ctrl+z sleep 0.4");
  CHECK(cells_of(saved(folder, swatch, "undone"), "stone") == line);
  type("key ctrl+y sleep 0.4");
  CHECK(cells_of(saved(folder, swatch, "redone"), "wood") == line);

  // A copy, a quarter turn, beside the first.
  type("key s sleep 0.3");
  drag(12, 12, 90, 30);
  type("key ctrl+c sleep 0.3 key ctrl+v sleep 0.4 key r sleep 0.4 mousemove " + at(150, 90) + " click 1 sleep 0.4");
  const OpenedWorld turned = saved(folder, swatch, "turned");
  CHECK(cells_of(turned, "wood") == 2 * line);
  const std::optional<CellBox> both = box_of(turned, "wood");
  REQUIRE(both);
  CHECK(both->left == lying->left);
  CHECK(both->top == lying->top);
  CHECK(both->bottom - both->top > 90);
  CHECK(both->right < 170);

  // It is kept as a stamp, and put down once more from there.
  const std::filesystem::path stamps = folder / "quicksand/stamps";
  drag(138, 50, 162, 130);
  type("mousemove 720 91 sleep 0.3 click 1");  // Keep as a stamp
  REQUIRE(comes_true([&] { return std::filesystem::exists(stamps) && !std::filesystem::is_empty(stamps); }));
  type("sleep 0.5 mousemove 826 91 sleep 0.3 click 1 sleep 0.8 mousemove 873 135 sleep 0.4 click 1 sleep 0.5");
  type("mousemove " + at(210, 90) + " click 1 sleep 0.4");
  const OpenedWorld stamped = saved(folder, swatch, "stamped");
  CHECK(cells_of(stamped, "wood") == 3 * line);
  CHECK(box_of(stamped, "wood")->right > 200);

  // A source, set down and moved.
  choose("water");
  type("key a sleep 0.3");
  drag(100, 8, 110, 10);
  const auto source = [&](const std::string& name) {
    const OpenedWorld opened = saved(folder, swatch, name);
    REQUIRE(opened.scene.sources.size() == 1);
    return opened.scene.sources.front();
  };
  const SceneSource placed = source("placed");
  CHECK(placed.materials.front().name == "water");
  drag(105, 9, 185, 9);
  const SceneSource moved = source("moved");
  CHECK(moved.command.from.x == placed.command.from.x + 80);
  CHECK(moved.command.to.x == placed.command.to.x + 80);
  CHECK(moved.command.from.y == placed.command.from.y);
  CHECK(game.running());
}
