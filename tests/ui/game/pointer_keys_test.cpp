#include "ui/game/pointer_keys.h"

#include <algorithm>
#include <random>
#include <set>

#include "ui/game/device_keys.h"
#include "ui/game/fixture.h"

using namespace quicksand;

namespace {

// A player at a mouse and a keyboard.
class MousePlayer {
 public:
  void press(const std::string& key) { keys.press_button(game.state, key); }
  void release(const std::string& key) { keys.release(key); }
  void turn(const std::string& key, int steps) { keys.turn(game.state, key, steps); }
  PointerInput frame(CellPos cell = {50, 50}) {
    PointerInput input = TestGame::over(cell);
    keys.take_frame(input, kFrame);
    handle_pointer(game.state, input);
    hold_tool(game.state, 1, true);
    return input;
  }
  PointerInput click(const std::string& modifiers, const std::string& key, CellPos cell = {50, 50}) {
    press(modifiers + key);
    PointerInput first = frame(cell);
    release(key);
    frame(cell);
    return first;
  }

  TestGame game;
  PointerKeys keys;
};

void bind(GameState& game, const char* action, std::vector<std::string> keys) {
  bind_keys(game, *find_action(action), std::move(keys));
}

}  // namespace

TEST_CASE("the mouse does by default what it always did") {
  MousePlayer player;
  GameState& state = player.game.state;
  for (const char* const held : {"", "Shift+", "Ctrl+", "Ctrl+Shift+"}) {
    INFO(held);
    CHECK(player.click(held, "Left button").use.pressed);
    CHECK(player.click(held, "Right button").erase.pressed);
  }
  state.tooling.brush.covers = Covers::kAll;
  player.game.choose("wall");
  player.click("", "Left button", {50, 50});
  CHECK(player.game.at({50, 50}) == "wall");
  player.click("Alt+", "Right button", {50, 50});
  CHECK(player.game.at({50, 50}) == "void");
  player.click("", "Left button", {20, 50});
  for (const char* const held : {"Alt+", "Shift+Alt+", "Ctrl+Alt+", "Ctrl+Shift+Alt+"}) {
    INFO(held);
    player.game.choose("sand");
    const uint64_t commands = player.game.commands();
    player.click(held, "Left button", {20, 50});
    CHECK(player.game.commands() == commands);
    CHECK(state.tooling.entry == player.game.entry("wall"));
  }
  for (const char* const held : {"", "Shift+", "Ctrl+", "Alt+"}) {
    INFO(held);
    player.game.choose("sand");
    player.click(held, "Middle button", {20, 50});
    CHECK(state.tooling.entry == player.game.entry("wall"));
  }
  const int width = state.tooling.brush.width;
  for (const char* const held : {"", "Shift+", "Alt+"}) {
    INFO(held);
    player.turn(held + std::string("Wheel up"), 3);
    player.frame();
    CHECK(state.tooling.brush.width == width + 3);
    player.turn(held + std::string("Wheel down"), 3);
    player.frame();
    CHECK(state.tooling.brush.width == width);
  }
  for (const char* const held : {"Ctrl+", "Ctrl+Shift+", "Ctrl+Alt+"}) {
    INFO(held);
    const double zoom = state.camera.zoom();
    player.turn(held + std::string("Wheel up"), 2);
    player.frame({40, 30});
    CHECK(state.camera.zoom() == Approx(zoom * kZoomStep * kZoomStep));
    player.turn(held + std::string("Wheel down"), 2);
    player.frame({40, 30});
    CHECK(state.camera.zoom() == Approx(zoom));
    CHECK(state.tooling.brush.width == width);
  }
}

TEST_CASE("a key that picks and moves the view picks by a click, and moves by a drag") {
  MousePlayer player;
  player.press("Middle button");
  PointerInput input = player.frame({50, 50});
  CHECK_FALSE(input.pans);
  CHECK_FALSE(player.frame({51, 50}).pans);
  CHECK(player.frame({52, 50}).pans);
  CHECK(player.frame({50, 50}).pans);  // back where it began
  player.release("Middle button");
  input = player.frame({50, 50});
  CHECK_FALSE(input.pans);
  CHECK_FALSE(input.picks);
  player.press("Middle button");
  player.frame({50, 50});
  player.release("Middle button");
  input = player.frame({51, 50});
  CHECK(input.picks);
  CHECK_FALSE(player.frame({51, 50}).picks);
  // Another button that comes up meanwhile ends no click of this one.
  player.press("Side button 2");
  player.press("Middle button");
  player.frame({50, 50});
  player.release("Side button 2");
  CHECK_FALSE(player.frame({50, 50}).picks);
  player.release("Middle button");
  CHECK(player.frame({50, 50}).picks);
  // One that picks alone does so at once.
  bind(player.game.state, "pick", {"Side button 1"});
  player.press("Side button 1");
  CHECK(player.frame().picks);
  CHECK_FALSE(player.frame().picks);
  player.press("Middle button");
  player.frame();
  player.release("Middle button");
  CHECK_FALSE(player.frame().picks);
}

TEST_CASE("a stroke ends when the button comes up that began it, whatever is bound meanwhile") {
  for (const char* const erases : {"draw", "erase"}) {
    MousePlayer player;
    GameState& state = player.game.state;
    const std::string button = keys_of(state, *find_action(erases)).front();
    player.press(button);
    player.frame();
    REQUIRE(state.tooling.stroke);
    bind(state, erases, {"Side button 2"});
    for (const char* const other : {"Side button 2", "Middle button"}) {
      player.press(other);
      player.frame();
      player.release(other);
      player.frame();
      CHECK(state.tooling.stroke);
    }
    player.release(button);
    player.frame();
    CHECK_FALSE(state.tooling.stroke);
    player.press(button);
    player.frame();
    CHECK_FALSE(state.tooling.stroke);
  }
}

TEST_CASE("any key can draw, and any button can do what a key does") {
  MousePlayer player;
  GameState& state = player.game.state;
  bind(state, "draw", {"K"});
  bind(state, "straight-line", {"Side button 1"});
  bind(state, "pause", {"Left button"});
  bind(state, "smaller-brush", {"Alt+Wheel up"});
  bind(state, "zoom-in-here", {"J"});
  bind(state, "erase", {"Wheel down"});
  CHECK(player.keys.press(state, "Ctrl+K"));
  CHECK(player.keys.press(state, "K"));  // held, and repeated
  PointerInput input = player.frame();
  CHECK(input.use.pressed);
  CHECK_FALSE(input.shift);
  player.press("Side button 1");
  input = player.frame();
  CHECK_FALSE(input.use.pressed);
  CHECK(input.use.held);
  CHECK(input.shift);
  player.release("K");
  CHECK_FALSE(player.frame().use.held);
  CHECK_FALSE(player.keys.press(state, "Space"));
  player.click("", "Left button");
  CHECK(state.time.paused);
  const int width = state.tooling.brush.width;
  player.turn("Alt+Wheel up", 2);
  player.frame();
  CHECK(state.tooling.brush.width == width - 2);
  player.turn("Wheel down", 1);
  input = player.frame();
  CHECK(input.erase.pressed);
  CHECK_FALSE(input.erase.held);
  CHECK_FALSE(state.tooling.stroke);
  player.keys.press(state, "J");
  double steps = 0;
  for (int i = 0; i < 60; ++i) steps += player.frame().zoom;
  CHECK(steps > 3);
  player.release("J");
  CHECK(player.frame().zoom == 0);
}

// Presses and releases in any order, of whatever buttons are bound to whatever roles; with changes of what they are
// bound to, and windows that lose the focus, in between.
TEST_CASE("a role is held from the press of its key until this key is up, and no longer") {
  const std::vector<const char*> actions{"draw", "erase", "pick", "move-view", "straight-line", "rectangle", "undo"};
  for (unsigned seed = 1; seed <= 50; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const auto any = [&](size_t count) { return std::uniform_int_distribution<size_t>(0, count - 1)(random); };
    MousePlayer player;
    GameState& state = player.game.state;
    std::set<std::string> down;
    for (int step = 0; step < 60; ++step) {
      const std::string button(kMouseButtons[any(kMouseButtons.size())]);
      switch (any(40)) {
        case 0:
          state.key_choice = {.action = actions[any(actions.size())]};
          choose_key(state, button);
          take_chosen_key(state);
          break;
        case 1:
          player.keys.let_go();
          state.tooling.cancel_stroke();
          down.clear();
          break;
        default:
          if (any(2) == 0) {
            player.release(button);
            down.erase(button);
            break;
          }
          player.press(std::array{"", "Shift+", "Ctrl+", "Alt+"}[any(4)] + button);
          down.insert(button);
      }
      const PointerInput input = player.frame({static_cast<int>(any(100)), static_cast<int>(any(100))});
      if (down.empty()) {
        CHECK_FALSE((input.use.held || input.erase.held || input.pans || input.shift || input.control));
        CHECK_FALSE(state.tooling.stroke);
      }
      if (state.tooling.stroke) CHECK((input.use.held || input.erase.held));
    }
    for (const std::string& button : down) player.release(button);
    player.frame();
    CHECK_FALSE(state.tooling.stroke);
  }
}
