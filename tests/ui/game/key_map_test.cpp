#include "ui/game/key_map.h"

#include <algorithm>
#include <filesystem>
#include <random>
#include <regex>
#include <set>
#include <sstream>

#include "io/assets.h"
#include "ui/game/device_keys.h"
#include "ui/game/fixture.h"

using namespace quicksand;

namespace {

std::string any_name(const std::string& key) { return key; }

std::filesystem::path file_of_keys() { return user_config_folder() / "keys.json"; }

// The player clicks the action in the panel, and presses the key.
void choose(GameState& game, const Action& action, const std::string& key) {
  game.key_choice = {.action = action.name};
  choose_key(game, key);
}

// Keys that nothing has by default, in any order.
std::vector<std::string> free_keys(std::mt19937& random) {
  std::vector<std::string> keys;
  for (const char* const held : {"", "Ctrl+", "Shift+", "Ctrl+Alt+", "Ctrl+Shift+Alt+"})
    for (int i = 13; i <= 40; ++i) keys.push_back(held + ("F" + std::to_string(i)));
  std::shuffle(keys.begin(), keys.end(), random);
  return keys;
}

// Which action a key stands for in the game as it is: found by doing what press_key() does with the actions' names.
std::string acted(GameState& game, const std::string& key, bool placing) {
  for (const ActionInRow& each : all_actions()) {
    const std::vector<std::string>& keys = keys_of(game, *each.action);
    if (each.row->placing == placing && std::ranges::find(keys, key) != keys.end()) return each.action->name;
  }
  return "";
}

}  // namespace

TEST_CASE("every action has a name of its own") {
  std::set<std::string> names;
  for (const ActionInRow& each : all_actions()) {
    INFO(each.action->name);
    CHECK(names.insert(each.action->name).second);
    CHECK(find_action(each.action->name) == each.action);
    CHECK_FALSE(each.action->label.empty());
    CHECK_FALSE(each.action->keys.empty());
  }
  CHECK(names.size() > 60);
}

TEST_CASE("every action does what it does by whichever key it is given, and no longer by the old ones") {
  for (const unsigned seed : {1U, 2U, 3U}) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    TestGame game;
    GameState& state = game.state;
    const std::vector<std::string> keys = free_keys(random);
    REQUIRE(keys.size() >= all_actions().size());
    for (size_t i = 0; i < all_actions().size(); ++i) choose(state, *all_actions()[i].action, keys[i]);
    for (size_t i = 0; i < all_actions().size(); ++i) {
      const ActionInRow& each = all_actions()[i];
      INFO(each.action->name << " by " << keys[i]);
      CHECK(acted(state, keys[i], each.row->placing) == each.action->name);
      CHECK((each.action->act != nullptr) == (each.action->role == PointerRole::kNone));
      for (const std::string& old : each.action->keys) {
        INFO(old);
        if (device_of(old) != Device::kKeyboard) {  // a key takes the place of keys
          CHECK(std::ranges::count(keys_of(state, *each.action), old) == 1);
          continue;
        }
        CHECK(acted(state, old, each.row->placing).empty());
        CHECK_FALSE(press_key(state, old, true));
      }
    }
    // What the file says is the same again.
    const KeyBindings before = state.keys;
    load_own_keys(state, any_name);
    CHECK(state.keys == before);
    reset_all_keys(state);
    CHECK(state.keys.empty());
    load_own_keys(state, any_name);
    CHECK(state.keys.empty());
  }
}

TEST_CASE("tools, views, time and panels obey the player's keys") {
  TestGame game;
  GameState& state = game.state;
  std::mt19937 random(4);
  const std::vector<std::string> keys = free_keys(random);
  size_t next = 0;
  for (const Tool& tool : tools()) {
    for (const ActionInRow& each : all_actions())
      if (each.action->label == tool.name && each.action->name.starts_with("tool-"))
        choose(state, *each.action, keys[next]);
    INFO(tool.name << " by " << keys[next]);
    CHECK(press_key(state, keys[next], false));
    CHECK(state.tooling.tool == &tool);
    select_tool(state, painting_tool());
    // With Shift it then means what it means without.
    CHECK(press_key(state, tool.key, false) == tool.key.starts_with("Shift+"));
    CHECK(state.tooling.tool == &painting_tool());
    ++next;
  }
  for (size_t i = 0; i < kDisplayModes.size(); ++i, ++next) {
    choose(state, *find_action("view-" + std::string(kDisplayModes[i].name)), keys[next]);
    CHECK(press_key(state, keys[next], false));
    CHECK(state.look.mode == static_cast<DisplayMode>(i));
    CHECK_FALSE(press_key(state, kDisplayModes[i].key, false));
  }
  choose(state, *find_action("pause"), "Q1");
  press_key(state, "Q1", false);
  press_key(state, "Q1", true);
  CHECK(state.time.paused);
  CHECK_FALSE(press_key(state, "Space", false));
  choose(state, *find_action("larger-brush"), "Q2");
  const int width = state.tooling.brush.width;
  press_key(state, "Q2", false);
  press_key(state, "Q2", true);
  CHECK(state.tooling.brush.width == width + 2);
}

TEST_CASE("a key that another action has is asked about, and then taken from it alone") {
  TestGame game;
  GameState& state = game.state;
  const Action& pause = *find_action("pause");
  const Action& picture = *find_action("picture");
  choose(state, pause, "F2");
  CHECK(state.key_choice.key == "F2");
  CHECK(state.keys.empty());
  take_chosen_key(state);
  CHECK(state.key_choice.action.empty());
  CHECK(keys_of(state, pause) == std::vector<std::string>{"F2", "Pad Start"});
  CHECK(keys_of(state, picture) == std::vector<std::string>{"P"});
  // As usual again: the key is then that of both, which the panel shows, until one of them gets another.
  reset_keys(state, picture);
  CHECK(also_bound(state, picture, "F2") == std::vector<const Action*>{&pause});
  CHECK(also_bound(state, pause, "F2") == std::vector<const Action*>{&picture});
  reset_keys(state, pause);
  CHECK(state.keys.empty());
  CHECK(also_bound(state, picture, "F2").empty());
  // While a patch is held keys are others.
  choose(state, *find_action("turn"), "Space");
  CHECK(keys_of(state, *find_action("turn")) == std::vector<std::string>{"Space", "Pad Y"});
  CHECK(has_default_keys(state, pause));
  choose(state, *find_action("turn"), "V");
  CHECK(state.key_choice.key == "V");
}

TEST_CASE("Esc leaves a key as it is, Delete takes it away") {
  TestGame game;
  GameState& state = game.state;
  choose(state, *find_action("undo"), "Escape");
  CHECK(state.keys.empty());
  CHECK(state.key_choice.action.empty());
  choose(state, *find_action("undo"), "Delete");
  CHECK(keys_of(state, *find_action("undo")).empty());
  CHECK_FALSE(press_key(state, "Ctrl+Z", false));
  CHECK(key_hint(state, "undo").empty());
  CHECK(key_hint(state, "redo") == " (Ctrl+Y)");
}

TEST_CASE("Shift and Alt, which go with the pointer, change nothing where they are bound to nothing") {
  TestGame game;
  GameState& state = game.state;
  CHECK(press_key(state, "Shift+Space", false));
  CHECK(state.time.paused);
  CHECK(press_key(state, "Shift+Alt+Space", false));
  CHECK_FALSE(state.time.paused);
  choose(state, *find_action("timeline"), "Shift+Space");
  CHECK(press_key(state, "Shift+Space", false));
  CHECK(state.panels.time);
  CHECK_FALSE(state.time.paused);
  CHECK(press_key(state, "Space", false));
  CHECK(state.time.paused);
}

TEST_CASE("the list that F1 shows has the player's keys") {
  TestGame game;
  GameState& state = game.state;
  choose(state, *find_action("larger-brush"), "F10");
  choose(state, *find_action("redo"), "Delete");
  choose(state, *find_action("view-heat"), "Ctrl+.");
  const auto has = [&](const std::string& keys) {
    return std::ranges::any_of(help_lines(state), [&](const HelpLine& line) { return line.keys == keys; });
  };
  CHECK(has("Wheel down, [, Pad LB, Wheel up, F10, Pad RB"));
  CHECK(has("Ctrl+Z, no key"));
  CHECK(has("Ctrl+Full stop"));
  CHECK(has("Ctrl+C, Ctrl+X, Ctrl+V"));
}

TEST_CASE("a broken file of keys leaves the usual ones, is told, and lost at no time") {
  TestGame game;
  GameState& state = game.state;
  REQUIRE(write_file_atomically(file_of_keys(), "{\"keys\": {\"undo\": [\"F5\"").ok());
  load_own_keys(state, any_name);
  CHECK(state.keys.empty());
  REQUIRE(state.toasts.shown().size() == 1);
  CHECK(state.toasts.shown().front().text.find("keys.json:1:") != std::string::npos);
  choose(state, *find_action("undo"), "F5");
  load_own_keys(state, any_name);
  CHECK(keys_of(state, *find_action("undo")) == std::vector<std::string>{"F5"});
  CHECK(read_file(user_config_folder() / "keys.broken.json", 100)->find("F5") != std::string::npos);
  // What is the same as usual is no difference.
  REQUIRE(write_file_atomically(file_of_keys(), R"({"keys": {"undo": ["Ctrl+Z"], "redo": "F9"}})").ok());
  load_own_keys(state, any_name);
  CHECK(state.keys == KeyBindings{{"redo", {"F9"}}});
}

TEST_CASE("a button that there is not leaves the usual keys of its action, is told, and the file is kept") {
  TestGame game;
  GameState& state = game.state;
  const std::string text = R"({"keys": {"draw": "Mause left", "erase": ["side BUTTON 1", "alt+Wheel up"]}})";
  REQUIRE(write_file_atomically(file_of_keys(), text).ok());
  load_own_keys(state, [](const std::string& key) { return key == "Z" ? key : std::string(); });
  CHECK(state.keys == KeyBindings{{"erase", {"Side button 1", "Alt+Wheel up"}}});
  REQUIRE(state.toasts.shown().size() == 1);
  CHECK(state.toasts.shown().front().text.find("there is no key \"Mause left\"") != std::string::npos);
  CHECK(*read_file(user_config_folder() / "keys.broken.json", 1000) == text);
}

TEST_CASE("a choice takes the place of keys on its own device, and of what holds another meaning") {
  TestGame game;
  GameState& state = game.state;
  choose(state, *find_action("larger-brush"), "Side button 1");
  CHECK(keys_of(state, *find_action("larger-brush")) == std::vector<std::string>{"Side button 1", "]", "Pad RB"});
  choose(state, *find_action("undo"), "Side button 2");
  CHECK(keys_of(state, *find_action("undo")) == std::vector<std::string>{"Ctrl+Z", "Side button 2"});
  // A click picks and a drag moves the view; whatever else a button does is a conflict.
  choose(state, *find_action("move-view"), "Middle button");
  CHECK(state.key_choice.action.empty());
  choose(state, *find_action("erase"), "Middle button");
  CHECK(state.key_choice.key == "Middle button");
  CHECK(also_bound(state, *find_action("erase"), "Middle button").size() == 2);
  take_chosen_key(state);
  CHECK(keys_of(state, *find_action("pick")) == std::vector<std::string>{"Alt+Left button", "Pad X"});
  CHECK(keys_of(state, *find_action("move-view")).empty());
  // With Alt a click would pick no more.
  choose(state, *find_action("straight-line"), "Left Alt");
  CHECK(also_bound(state, *find_action("straight-line"), "Left Alt") ==
        std::vector<const Action*>{find_action("pick")});
  take_chosen_key(state);
  CHECK(keys_of(state, *find_action("pick")) == std::vector<std::string>{"Pad X"});
  // A button of a gamepad takes the place of the gamepad's alone.
  choose(state, *find_action("pause"), "Pad paddle 1");
  CHECK(keys_of(state, *find_action("pause")) == std::vector<std::string>{"Space", "Pad paddle 1"});
  CHECK(with_keys(state, "{straight-line} draws lines") == "Alt draws lines");
}

TEST_CASE("a text has the player's keys, or what they would do") {
  TestGame game;
  GameState& state = game.state;
  CHECK(with_keys(state, "{undo} goes back") == "Ctrl+Z goes back");
  CHECK(with_keys(state, "the list ({help-page}), {nothing} and {") == "the list (F1), {nothing} and {");
  bind_keys(state, *find_action("undo"), {"F9"});
  CHECK(with_keys(state, "{undo} goes back") == "F9 goes back");
  bind_keys(state, *find_action("undo"), {});
  CHECK(with_keys(state, "{undo} goes back ({undo}).") == "Undo goes back.");
}

TEST_CASE("while a gamepad is used, texts name its buttons where an action has any") {
  TestGame game;
  GameState& state = game.state;
  for (const auto& [action, row] : all_actions()) {
    const std::vector<std::string>& keys = keys_of(state, *action);
    const auto is_on_pad = [](const std::string& key) { return device_of(without_modifiers(key)) == Device::kGamepad; };
    const auto on_pad = std::ranges::find_if(keys, is_on_pad);
    INFO(action->name);
    const std::string text = "{" + std::string(action->name) + "}";
    state.uses_pad = false;
    const std::string by_hand = keys.empty() ? std::string(action->label) : spoken_key(keys.front());
    CHECK(with_keys(state, text) == by_hand);
    state.uses_pad = true;
    CHECK(with_keys(state, text) == (on_pad != keys.end() ? spoken_key(*on_pad) : by_hand));
    if (on_pad != keys.end()) CHECK(key_hint(state, action->name) == " (" + spoken_key(*on_pad) + ")");
  }
  bind_keys(state, *find_action("undo"), {"F9", "Pad paddle 2"});
  CHECK(with_keys(state, "{undo} goes back") == "Pad paddle 2 goes back");
}

// In the sources, as not all of it can be brought about in a test: the tables that define keys are apart.
TEST_CASE("nothing that is shown names a key that the player may have changed") {
  const std::regex literal(R"re("(?:[^"\\]|\\.)*")re");
  const std::regex key(R"(Ctrl\+(Shift\+)?[A-Z]|\bF[0-9]+\b|\bSpace\b|\bBackspace\b|\([A-Z]\)|semicolon|)"
                       R"(\b(Shift|Ctrl) (draws|fills|makes)|[Ww]ith (Shift|Ctrl) |[Ww]heel (sizes|makes|zooms)|)"
                       R"([Ll]eft button|[Mm]iddle button|[Rr]ight (button erases|click takes))");
  const std::regex action(R"(\{([a-z-]+)\})");
  int literals = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(QUICKSAND_SOURCE "/src/ui")) {
    const std::string name = entry.path().filename().string();
    const bool defines_keys = name.starts_with("controls.") || name.starts_with("key_map.") ||
                              name.starts_with("device_keys.") || name == "tools.cpp";
    if (!entry.is_regular_file() || defines_keys) continue;
    std::istringstream lines(*read_file(entry.path(), 1 << 20));
    for (std::string line; std::getline(lines, line);) {
      if (const size_t comment = line.find("// "); comment != std::string::npos) line.resize(comment);
      for (std::sregex_iterator it(line.begin(), line.end(), literal), end; it != end; ++it) {
        const std::string text = it->str();
        INFO(entry.path().string() << ": " << text);
        ++literals;
        CHECK_FALSE(std::regex_search(text, key));
        for (std::sregex_iterator named(text.begin(), text.end(), action); named != end; ++named)
          CHECK(find_action((*named)[1].str()));
      }
    }
  }
  CHECK(literals > 500);
}

TEST_CASE("hints and messages have no keys where the player has taken all of them away") {
  TestGame game;
  GameState& state = game.state;
  for (const ActionInRow& each : all_actions()) bind_keys(state, *each.action, {});
  const std::regex key(R"(Ctrl\+[A-Z]|\bF[0-9]+\b|\bSpace\b)");
  const auto check = [&](const std::string& text) {
    INFO(text);
    CHECK_FALSE(std::regex_search(text, key));
  };
  for (const Hint* const hint : state.hints.all()) check(with_keys(state, hint->text));
  for (const HelpLine& line : help_lines(state)) check(line.keys);
  game.drag(TestGame::over({20, 20}), TestGame::over({30, 30}));
  for (const char* const name : {"clear-world", "undo", "redo", "restart", "copy", "erase-selection", "torch", "film"})
    find_action(name)->act(state);
  save_as(state, "kept");
  resize_world(state, {50, 40}, {0, 0});
  for (const Toast& toast : state.toasts.shown()) check(toast.text);
}
