#include "ui/game/gamepad.h"

#include <sys/stat.h>

#include <map>
#include <random>
#include <set>

#include "ui/game/device_keys.h"
#include "ui/game/fixture.h"
#include "ui/game/pointer_keys.h"

using namespace quicksand;

namespace {

constexpr int kTriggers[] = {4, 5};  // SDL's axes

// A player with a pad, and the pointer wherever the test has it; as the window does.
class PadPlayer {
 public:
  void button(std::string_view key, bool down) {
    const auto found = std::ranges::find(kPadButtons, key);
    act(pad.press(0, static_cast<int>(found - kPadButtons.begin()), down));
  }
  void trigger(int axis, double value) { act(pad.tilt(0, axis, value)); }
  void act(const std::vector<Gamepad::Change>& changes) {
    for (const Gamepad::Change& change : changes) {
      const std::string key(change.key);
      if (!change.down)
        keys.release(key);
      else if (!keys.press(game.state, key))
        press_key(game.state, key, false);
    }
  }
  void click(std::string_view key) {
    button(key, true);
    frame();
    button(key, false);
    frame();
  }
  void frame(CellPos cell = {50, 50}, double seconds = 1.0 / 60) {
    for (const std::string_view key : pad.take_frame(seconds).repeated) press_key(game.state, key, true);
    PointerInput input = TestGame::over(cell);
    keys.take_frame(input, seconds);
    handle_pointer(game.state, input);
    hold_tool(game.state, 1, true);
  }

  TestGame game{"", "wall"};
  Gamepad pad;
  PointerKeys keys;
};

}  // namespace

TEST_CASE("the right trigger draws, the left one erases, and both go through the history as the mouse's strokes do") {
  PadPlayer player;
  GameState& state = player.game.state;
  state.tooling.brush.covers = Covers::kAll;
  player.trigger(kTriggers[1], 1);
  player.frame({20, 50});
  player.frame({60, 50});
  player.trigger(kTriggers[1], 0);
  player.frame({60, 50});
  CHECK(player.game.at({40, 50}) == "wall");
  CHECK_FALSE(state.tooling.stroke);
  CHECK(state.history.undos() == 1);
  player.trigger(kTriggers[0], 1);
  player.frame({40, 50});
  player.trigger(kTriggers[0], 0);
  player.frame({40, 50});
  CHECK(player.game.at({40, 50}) == "void");
  player.click("Pad B");
  CHECK(player.game.at({40, 50}) == "wall");
  player.click("Pad B");
  CHECK(player.game.count("wall") == 0);
}

TEST_CASE("the buttons of a pad do what the table of keys says") {
  PadPlayer player;
  GameState& state = player.game.state;
  player.click("Pad A");
  CHECK(player.game.at({50, 50}) == "wall");
  player.game.choose("sand");
  player.click("Pad X");
  CHECK(state.tooling.entry == player.game.entry("wall"));
  const int width = state.tooling.brush.width;
  player.click("Pad RB");
  CHECK(state.tooling.brush.width == width + 1);
  player.click("Pad LB");
  CHECK(state.tooling.brush.width == width);
  player.click("Pad Start");
  CHECK(state.time.paused);
  player.click("Pad Back");
  CHECK(state.wishes.open_dialog);
  player.click("Pad Y");
  CHECK(state.wishes.search);
  for (const bool back : {false, true})
    for (size_t i = 0; i < tools().size(); ++i) player.click(back ? "Pad left" : "Pad right");
  CHECK(state.tooling.tool == &painting_tool());
  player.click("Pad right");
  CHECK(state.tooling.tool != &painting_tool());
  player.click("Pad left");
  CHECK(state.tooling.tool == &painting_tool());
  const double zoom = state.camera.zoom();
  player.button("Pad R3", true);
  for (int i = 0; i < 30; ++i) player.frame();
  player.button("Pad R3", false);
  CHECK(state.camera.zoom() > zoom);
  bind_keys(state, *find_action("undo"), {"Pad Start"});  // and what the player says instead
  bind_keys(state, *find_action("pause"), {});
  player.click("Pad Start");
  CHECK(state.time.paused);
  CHECK(player.game.count("wall") == 0);
}

TEST_CASE("walking through the palette meets every material once, and the way back is the same") {
  PadPlayer player;
  GameState& state = player.game.state;
  std::vector<std::string> forth;
  std::set<std::string> met;
  const auto chosen = [&] {
    for (const PaletteGroup& group : choice_groups(state))
      for (const Choice& choice : group.choices)
        if (!choice.tool && is_selected(state, choice)) return label_of(state, choice);
    return std::string("none");
  };
  do {
    forth.push_back(chosen());
    met.insert(forth.back());
    REQUIRE(forth.size() < 1000);
    player.click("Pad down");
  } while (chosen() != forth.front());
  CHECK(met.size() == forth.size());
  CHECK_FALSE(met.contains("none"));
  CHECK(met.size() >= player.game.state.session.world().entry_names().size() - 1);
  for (size_t i = forth.size(); i-- > 0;) {
    player.click("Pad up");
    CHECK(chosen() == forth[i]);
  }
}

TEST_CASE("Pad B closes and lets go, whatever is open, and then takes back") {
  const std::vector<std::function<void(GameState&)>> openings{
      [](GameState& game) { game.panels.help = true; },
      [](GameState& game) { game.panels.keys = true; },
      [](GameState& game) { game.panels.look = true; },
      [](GameState& game) { game.panels.physics = true; },
      [](GameState& game) { game.panels.material = true; },
      [](GameState& game) { game.panels.console = true; },
      [](GameState& game) { game.panels.statistics = true; },
      [](GameState& game) { game.panels.hud = Hud::kNothing; },
      [](GameState& game) {
        game.tooling.corners = {{1, 1}};
      },
      [](GameState& game) {
        game.tooling.selection = {{1, 1, 5}};
      },
      [](GameState& game) { game.tooling.measured = Measured{}; },
      [](GameState& game) { game.tooling.inspected = CellPos{}; }};
  for (size_t i = 0; i < openings.size(); ++i) {
    INFO(i);
    PadPlayer player;
    player.click("Pad A");
    openings[i](player.game.state);
    player.click("Pad B");
    CHECK(player.game.at({50, 50}) == "wall");
    player.click("Pad B");
    CHECK(player.game.at({50, 50}) == "void");
  }
}

// Of two pads, with triggers that tremble, pulled out and lost from view in between.
TEST_CASE("a key goes down and comes up in turn, and is up when no pad holds it any more") {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const auto any = [&](int count) { return std::uniform_int_distribution<int>(0, count - 1)(random); };
    Gamepad pad;
    std::map<std::string_view, bool> down;
    const auto follow = [&](const std::vector<Gamepad::Change>& changes) {
      for (const Gamepad::Change& change : changes) {
        CHECK(down[change.key] != change.down);
        down[change.key] = change.down;
      }
    };
    for (int i = 0; i < 500; ++i) switch (any(8)) {
        case 0:
          follow(pad.pull_out(any(2)));
          break;
        case 1:
          if (any(10) == 0) {
            pad.let_go();
            down.clear();
          }
          break;
        case 2:
        case 3:
          follow(pad.tilt(any(2), kTriggers[any(2)], any(100) / 100.0));
          break;
        case 4:
          follow(pad.tilt(any(2), any(4), any(200) / 100.0 - 1));
          break;
        default:
          follow(pad.press(any(2), any(25) - 2, any(2) == 0));
      }
    for (const int number : {0, 1}) follow(pad.pull_out(number));
    for (const auto& [key, is_down] : down) CHECK_FALSE(is_down);
    const Gamepad::Frame frame = pad.take_frame(1);
    CHECK_FALSE(frame.is_used);
    CHECK(frame.repeated.empty());
    CHECK(frame.pointer.x == 0);
    CHECK(frame.view.y == 0);
  }
}

TEST_CASE("a trigger that trembles round any place is pulled once at most") {
  for (double middle = 0; middle <= 1; middle += 0.01) {
    Gamepad pad;
    std::mt19937 random(1);
    std::uniform_real_distribution<double> tremble(-0.09, 0.09);
    size_t changes = 0;
    for (int i = 0; i < 200; ++i) changes += pad.tilt(0, 5, middle + tremble(random)).size();
    CHECK(changes <= 1);
  }
}

TEST_CASE("how often a held key repeats depends on the time, not on the frames") {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const double seconds = std::uniform_real_distribution<double>(0.1, 3)(random);
    Gamepad pad;
    pad.press(0, 12, true);
    size_t repeats = 0;
    for (double left = seconds; left > 0;) {
      const double frame = std::min(left, std::uniform_real_distribution<double>(0.001, 0.3)(random));
      const Gamepad::Frame told = pad.take_frame(frame);
      CHECK(told.is_used);
      for (const std::string_view key : told.repeated) CHECK(key == "Pad down");
      repeats += told.repeated.size();
      left -= frame;
    }
    const double expected =
        seconds < Gamepad::kSecondsToRepeat ? 0 : 1 + (seconds - Gamepad::kSecondsToRepeat) / Gamepad::kRepeatSeconds;
    CHECK(static_cast<double>(repeats) == Approx(expected).margin(1));
  }
}

TEST_CASE("a pad that is pulled out ends what it held, and the player hears of pads") {
  PadPlayer player;
  player.trigger(kTriggers[1], 1);
  player.frame();
  REQUIRE(player.game.state.tooling.stroke);
  player.act(player.pad.pull_out(0));
  player.frame();
  CHECK_FALSE(player.game.state.tooling.stroke);
  for (const PadNews news : {PadNews::kCame, PadNews::kWent, PadNews::kUnknown}) {
    tell_of_pad(player.game.state, news, "Odd\tPad");
    const Toast& toast = player.game.state.toasts.shown().back();
    CHECK(toast.text.find("Gamepad \"Odd") != std::string::npos);
    CHECK(toast.text.find('\t') == std::string::npos);
    CHECK(toast.error == (news == PadNews::kUnknown));
    CHECK((toast.text.find("gamecontrollerdb.txt") != std::string::npos) == toast.error);
  }
}

TEST_CASE("the player's file of mappings is read if it is one, and nothing waits for a pipe of its name") {
  TestGame game;
  CHECK((read_pad_mappings().ok() && read_pad_mappings()->empty()));
  REQUIRE(write_file_atomically(pad_mappings_file(), "a line\n").ok());
  CHECK(*read_pad_mappings() == "a line\n");
  std::filesystem::resize_file(pad_mappings_file(), std::uintmax_t{1} << 32);
  CHECK_FALSE(read_pad_mappings().ok());
  std::filesystem::remove(pad_mappings_file());
  REQUIRE(::mkfifo(pad_mappings_file().c_str(), 0600) == 0);
  CHECK(read_pad_mappings().failure().text().find("a pipe") != std::string::npos);
}
