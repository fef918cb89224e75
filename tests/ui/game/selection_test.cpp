#include "ui/game/selection.h"

#include "app/stamps.h"
#include "core/random.h"
#include "ui/game/controls.h"
#include "ui/game/fixture.h"
#include "ui/game/saves.h"
#include "ui/game/worlds.h"

using namespace quicksand;

namespace {

PointerInput with_shift(PointerInput input) {
  input.shift = true;
  return input;
}
PointerInput with_control(PointerInput input) {
  input.control = true;
  return input;
}

// An L of wall, 10 wide and 20 high, in the upper left; the tool Select in the hand.
struct Selecting : TestGame {
  Selecting() {
    choose("wall");
    take("Rectangle");
    drag(over({20, 20}), over({22, 39}));
    drag(over({20, 37}), over({29, 39}));
    take("Select");
    before = session_hash();
  }
  void click(CellPos cell, bool right = false) { drag(over(cell), over(cell), right); }
  uint64_t session_hash() const { return state.session.world().state_hash(); }
  std::vector<uint8_t> entries() const {
    std::vector<uint8_t> cells;
    for (int y = 0; y < kSize.height; ++y)
      for (int x = 0; x < kSize.width; ++x) cells.push_back(state.session.world().entry_at({x, y}));
    return cells;
  }

  uint64_t before = 0;
};

constexpr int kWalls = 3 * 20 + 7 * 3;

}  // namespace

TEST_CASE("a drag that is let go of has never been, for what flies either") {
  using Way = void (*)(TestGame&);
  constexpr Way kWays[] = {[](TestGame& game) { let_selection_go(game.state); },
                           [](TestGame& game) { press_key(game.state, "Pad B", false); },
                           [](TestGame& game) { game.take("Paint"); }};
  int way = 0;
  for (const char* const scene : {"pile-of-discs", "splash", "oasis"}) {
    INFO(scene);
    TestGame game;
    open_scene(game.state, scene);
    run(game, 130);
    const uint64_t before = game.state.session.world().state_hash();
    const size_t length = game.state.session.log().size();
    game.take("Select");
    select_all(game.state);
    const Point middle = game.state.camera.pixel_of({80.5, 60.5});
    PointerInput grip;
    grip.at = middle;
    game.press(grip);
    grip.at = {middle.x + 30, middle.y - 20};
    game.hold(grip);
    CHECK(game.state.session.world().state_hash() != before);
    kWays[way++](game);
    CHECK(game.state.session.world().state_hash() == before);
    CHECK(game.state.session.log().size() == length);
    CHECK_FALSE(game.state.tooling.placing);
  }
}

TEST_CASE("what is selected is dragged elsewhere, cell by cell, and undone at once") {
  Selecting game;
  game.drag(TestGame::over({15, 15}), TestGame::over({40, 45}));
  CHECK(game.session_hash() == game.before);  // to select changes nothing
  const size_t undos = game.state.history.undos();
  game.drag(TestGame::over({21, 25}), TestGame::over({71, 35}));
  CHECK(game.count("wall") == kWalls);
  CHECK(game.at({21, 25}) == "void");
  for (const CellPos cell : {CellPos{70, 30}, {72, 49}, {79, 49}}) CHECK(game.at(cell) == "wall");
  CHECK(game.at({79, 46}) == "void");
  CHECK(game.state.history.undos() == undos + 1);
  // It is selected where it is now, and goes on from there.
  game.drag(TestGame::over({71, 35}), TestGame::over({81, 35}));
  CHECK(game.at({80, 30}) == "wall");
  undo(game.state);
  undo(game.state);
  CHECK(game.session_hash() == game.before);
  redo(game.state);
  CHECK(game.at({70, 30}) == "wall");
}

TEST_CASE("what is dragged is in the world that is kept, saved or resized, also after the drag was broken off") {
  for (const bool is_broken_off : {false, true})
    for (const CellPos to : {CellPos{21, 25}, {24, 28}, {90, 30}}) {
      Selecting game;
      game.drag(TestGame::over({15, 15}), TestGame::over({40, 45}));
      game.press(TestGame::over({21, 25}));
      game.hold(TestGame::over(to));
      if (is_broken_off) game.state.tooling.cancel_stroke();
      CHECK(game.count("wall") == 0);
      if (to.x == 24) {
        save_as(game.state, "castle");
        open_scene(game.state, save_path("castle").string());
      } else if (to.x == 90) {
        REQUIRE(resize_world(game.state, {TestGame::kSize.width + 8, TestGame::kSize.height}, {0, 0}));
      } else {
        REQUIRE(leave_game(game.state));
        open_scene(game.state, game.state.last_kept.string());
      }
      CHECK(game.count("wall") == kWalls);
      CHECK(game.at(to) == "wall");
    }
}

TEST_CASE("what is dragged comes back where it was when it is let go of in another way") {
  using LettingGo = void (*)(Selecting&);
  const LettingGo ways[] = {[](Selecting& game) { press_key(game.state, "Escape", false); },
                            [](Selecting& game) { press_key(game.state, "B", false); },
                            [](Selecting& game) {
                              game.state.tooling.cancel_stroke();
                              game.click({90, 60}, true);
                            },
                            [](Selecting& game) {
                              game.state.tooling.cancel_stroke();
                              press_key(game.state, "Escape", false);
                            }};
  for (const LettingGo let_go : ways) {
    Selecting game;
    game.drag(TestGame::over({15, 15}), TestGame::over({40, 45}));
    const auto before = game.entries();
    game.press(TestGame::over({21, 25}));
    game.hold(TestGame::over({90, 30}));
    REQUIRE(game.count("wall") == 0);
    let_go(game);
    INFO("way " << &let_go - ways);
    CHECK(game.entries() == before);
    CHECK_FALSE(game.state.tooling.placing);
  }
}

TEST_CASE("whatever key is pressed in the middle of a drag, what is dragged is not lost", "[thorough]") {
  for (const std::vector<Control>* const table : control_tables())
    for (const Control& control : *table)
      for (const Action& action : control.actions) {
        if (!action.act || action.name == "copy-picture") continue;  // which tests have no clipboard for
        for (const bool ends_well : {false, true}) {
          INFO(action.name << (ends_well ? ", and the button comes up" : ", and the game ends"));
          Selecting game;
          recover_worlds(game.state);
          game.state.draw_world = [](DisplayMode) { return Image({8, 8}); };
          game.drag(TestGame::over({15, 15}), TestGame::over({40, 45}));
          game.press(TestGame::over({21, 25}));
          game.hold(TestGame::over({90, 30}));
          REQUIRE(game.count("wall") == 0);
          action.act(game.state);
          if (ends_well)
            game.release(TestGame::over({90, 30}));
          else
            leave_game(game.state);
          const bool is_here = game.count("wall") >= kWalls || game.session_hash() == game.before;
          if (is_here) continue;
          // Another world is played now: this one is kept.
          REQUIRE_FALSE(game.state.last_kept.empty());
          open_scene(game.state, game.state.last_kept.string());
          CHECK(game.count("wall") >= kWalls);
        }
      }
}

TEST_CASE("a copy is turned and mirrored, four quarters and two mirrors make what was") {
  Selecting game;
  game.drag(TestGame::over({20, 20}), TestGame::over({29, 39}));
  copy_selection(game.state);
  REQUIRE(game.state.tooling.copied);
  CHECK(game.count("wall") == kWalls);
  paste_clipboard(game.state);
  REQUIRE(game.state.tooling.placing);
  for (int i = 0; i < 4; ++i) {
    CHECK(press_key(game.state, "R", false));
    CHECK(game.state.tooling.placing->patch->size == (i % 2 == 0 ? GridSize{20, 10} : GridSize{10, 20}));
  }
  for (const char* key : {"F", "F", "V", "V"}) press_key(game.state, key, false);
  CHECK(*game.state.tooling.placing->patch == *game.state.tooling.copied);
  press_key(game.state, "R", false);
  game.click({100, 50});
  CHECK_FALSE(game.state.tooling.placing);
  CHECK(game.count("wall") == 2 * kWalls);
  // Turned clockwise the long side of the L lies on top, and its foot is on the left.
  CHECK(game.at({95, 46}) == "wall");
  CHECK(game.at({108, 46}) == "wall");
  CHECK(game.at({91, 53}) == "wall");
  CHECK(game.at({108, 53}) == "void");
}

TEST_CASE("keys mean what they do while something is held, and what they did when it is let go") {
  Selecting game;
  select_all(game.state);
  copy_selection(game.state);
  paste_clipboard(game.state);
  const CellPos at = game.state.tooling.placing->at;
  press_key(game.state, "Right", false);
  press_key(game.state, "Down", true);
  CHECK(game.state.tooling.placing->at == CellPos{at.x + 1, at.y + 1});
  press_key(game.state, "Return", false);
  CHECK(game.at({21, 21}) == "wall");
  // New are a column beside the upright, down to the foot, a row of three below it, and a corner round the foot.
  CHECK(game.count("wall") == kWalls + 16 + 3 + 9);
  paste_clipboard(game.state);
  press_key(game.state, "Escape", false);
  CHECK_FALSE(game.state.tooling.placing);
  press_key(game.state, "R", false);
  CHECK(game.state.tooling.tool->name == "Rectangle");
}

TEST_CASE("with Shift one selects what one goes round, with Ctrl what is joined, a click or the right button nothing") {
  Selecting game;
  const auto selected = [&] {
    int64_t cells = 0;
    for (const RowSpan& span : game.state.tooling.selection) cells += span.last - span.first + 1;
    return cells;
  };
  game.drag(with_control(TestGame::over({21, 30})), TestGame::over({21, 30}));
  CHECK(selected() == kWalls);
  game.click({100, 80});
  CHECK(selected() == 0);
  game.press(with_shift(TestGame::over({10, 10})));
  for (const CellPos cell : {CellPos{40, 10}, {40, 30}, {10, 30}}) game.hold(TestGame::over(cell));
  game.release(TestGame::over({10, 12}));
  CHECK(selected() == 31 * 21);
  game.click({100, 80}, true);
  CHECK(selected() == 0);
  CHECK(game.session_hash() == game.before);
}

TEST_CASE("in dunes nothing is selected, nor taken away, and the player is told so") {
  TestGame game(R"(, "world": "dunes", "materials": "core", "sand": {"depth": 10})");
  const uint64_t before = game.state.session.world().state_hash();
  game.take("Select");
  game.press(TestGame::over({20, 20}));
  CHECK_FALSE(game.state.toasts.shown().empty());
  game.hold(TestGame::over({60, 60}));
  CHECK_FALSE(game.state.tooling.tool->cursor(game.state.tooling, {60, 60}).outline);
  game.release(TestGame::over({60, 60}));
  CHECK(game.state.tooling.selection.empty());
  press_key(game.state, "Delete", false);
  CHECK(game.state.session.world().state_hash() == before);
}

TEST_CASE("cut, erase and paste: what is cut comes back where it is put down") {
  Selecting game;
  game.drag(TestGame::over({15, 15}), TestGame::over({40, 45}));
  press_key(game.state, "Ctrl+X", false);
  CHECK(game.count("wall") == 0);
  press_key(game.state, "Ctrl+V", false);
  game.click({100, 50});
  CHECK(game.count("wall") == kWalls);
  press_key(game.state, "Ctrl+A", false);
  press_key(game.state, "Delete", false);
  CHECK(game.count("wall") == 0);
  for (int i = 0; i < 3; ++i) undo(game.state);
  CHECK(game.session_hash() == game.before);
}

TEST_CASE("the clipboard goes both ways, and a picture of another program becomes materials") {
  Selecting game;
  std::optional<std::string> clipboard;
  game.state.copy_picture = [&](const std::string& png) {
    clipboard = png;
    return Status(Done{});
  };
  game.state.read_clipboard = [&] { return Result<std::optional<std::string>>(clipboard); };
  paste_clipboard(game.state);
  CHECK_FALSE(game.state.tooling.placing);
  game.drag(TestGame::over({20, 20}), TestGame::over({29, 39}));
  press_key(game.state, "Ctrl+C", false);
  REQUIRE(clipboard);
  game.state.tooling.copied.reset();
  paste_clipboard(game.state);
  REQUIRE(game.state.tooling.placing);
  game.click({100, 50});
  CHECK(game.count("wall") == 2 * kWalls);

  clipboard = "no picture at all";
  paste_clipboard(game.state);
  CHECK_FALSE(game.state.tooling.placing);
  CHECK(game.state.toasts.shown().back().text.find("clipboard") != std::string::npos);
}

TEST_CASE("a stamp is kept, listed, and put down in another world") {
  Selecting game;
  game.drag(TestGame::over({20, 20}), TestGame::over({29, 39}));
  keep_stamp(game.state);
  keep_stamp(game.state);
  const std::vector<std::filesystem::path> stamps = list_stamps();
  REQUIRE(stamps.size() == 2);
  press_key(game.state, "Ctrl+N", false);
  CHECK(game.count("wall") == 0);
  hold_file(game.state, stamps.front());
  game.click({60, 60});
  CHECK(game.count("wall") == kWalls);
  hold_file(game.state, "/nowhere/stamp.png");
  CHECK_FALSE(game.state.tooling.placing);
}

TEST_CASE("whatever is dragged wherever, nothing is lost within the world") {
  uint32_t serial = 0;
  const auto random = [&](int below) { return static_cast<int>(mix32(++serial) % static_cast<uint32_t>(below)); };
  for (int round = 0; round < 30; ++round) {
    Selecting game;
    const int left = random(60);
    const int top = random(40);
    const int right = left + 1 + random(60);
    const int bottom = top + 1 + random(40);
    game.drag(TestGame::over({left, top}), TestGame::over({right, bottom}));
    const auto world = game.entries();
    const CellPos grip{left + random(right - left + 1), top + random(bottom - top + 1)};
    const CellPos to{grip.x + random(TestGame::kSize.width - right) - left + random(left + 1), grip.y + random(20)};
    game.drag(TestGame::over(grip), TestGame::over(to));
    const auto moved = game.entries();
    for (int y = 0; y < TestGame::kSize.height; ++y)
      for (int x = 0; x < TestGame::kSize.width; ++x) {
        const auto entry = [&](const std::vector<uint8_t>& cells, int column, int row) {
          return column < 0 || row < 0 || column >= TestGame::kSize.width || row >= TestGame::kSize.height
                     ? uint8_t{0}
                     : cells[static_cast<size_t>(row) * TestGame::kSize.width + column];
        };
        const auto inside = [&](int column, int row) {
          return column >= left && column <= right && row >= top && row <= bottom;
        };
        const int from_x = x - (to.x - grip.x);
        const int from_y = y - (to.y - grip.y);
        const uint8_t came = inside(from_x, from_y) ? entry(world, from_x, from_y) : 0;
        const uint8_t stayed = inside(x, y) ? 0 : entry(world, x, y);
        REQUIRE(entry(moved, x, y) == (came != 0 ? came : stayed));
      }
  }
}
