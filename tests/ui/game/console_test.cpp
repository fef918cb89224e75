#include "ui/game/console.h"

#include <optional>
#include <random>

#include "app/headless_console.h"
#include "io/keys_file.h"
#include "ui/game/fixture.h"
#include "ui/game/key_map.h"
#include "ui/game/world_clock.h"

using namespace quicksand;

namespace {

bool says(TestGame& game, const std::string& text) {
  return std::ranges::any_of(game.state.console.answers(), [&](const Console::Answer& answer) {
    return answer.text.find(text) != std::string::npos;
  });
}

// What was answered last.
std::string enter(TestGame& game, const std::string& line) {
  game.state.console.enter(game.state, line);
  return game.state.console.answers().back().text;
}

}  // namespace

TEST_CASE("a command in the window is done, recorded and taken back") {
  TestGame game;
  enter(game, "rect wall 10 10 5 4");
  CHECK(game.count("wall") == 20);
  CHECK(game.state.session.log().size() == 1);
  enter(game, "undo");
  CHECK(game.count("wall") == 0);
  enter(game, "redo");
  CHECK(game.count("wall") == 20);
  enter(game, "set gravity 0");
  enter(game, "clear");
  CHECK(game.count("wall") == 0);
  enter(game, "undo");
  CHECK(game.count("wall") == 20);
  CHECK(enter(game, "pant wall 1 1") == "no command \"pant\" (did you mean \"paint\"?)");
  CHECK(game.state.console.answers().back().error);
}

TEST_CASE("commands of the window choose what keys and panels choose") {
  TestGame game;
  GameState& state = game.state;
  for (const Tool& tool : tools()) {
    std::string word(tool.name);
    word[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(word[0])));
    enter(game, "tool " + word);
    CHECK(state.tooling.tool == &tool);
  }
  for (size_t i = 0; i < kDisplayModes.size(); ++i) {
    enter(game, "view " + std::string(kDisplayModes[i].name));
    CHECK(state.look.mode == static_cast<DisplayMode>(i));
  }
  enter(game, "material water");
  CHECK(state.tooling.entry == game.entry("water"));
  enter(game, "brush 33");
  CHECK(state.tooling.brush.width == 33);
  for (const auto& [line, paused] :
       {std::pair("pause", true), {"pause", false}, {"pause on", true}, {"pause off", false}}) {
    enter(game, line);
    CHECK(state.time.paused == paused);
  }
  enter(game, "speed 0.25");
  CHECK(FrameClock::kSpeeds[state.time.speed] == 0.25);
  CHECK(enter(game, "speed 3").starts_with("there is no speed \"3\""));
  CHECK(enter(game, "tool pant") == "there is no tool \"pant\" (did you mean \"paint\"?)");
  CHECK(enter(game, "save ../x").find("names no save") != std::string::npos);
  CHECK(enter(game, "open nowhere").find("nowhere") != std::string::npos);
  enter(game, "save mine");
  CHECK(std::filesystem::exists(save_path("mine")));
  CHECK(save_path("mine.png") == save_path("mine"));
  enter(game, "open hourglass");
  CHECK(state.session.world().size() == GridSize{240, 340});
  enter(game, "open mine");
  CHECK(state.session.world().size() == TestGame::kSize);
  enter(game, "open hourglass");
  enter(game, "seed 12");
  CHECK(state.session.world().seed() == 12);
}

TEST_CASE("all that a key does can be typed, and nothing is called as a command that does something else") {
  TestGame game;
  enter(game, "zoom-in");
  CHECK(game.state.camera.zoom() > TestGame::kZoom);
  for (const ActionInRow& each : all_actions())
    for (const ConsoleCommand& command : console_commands())
      if (command.name == each.action->name) CHECK(command.name == "pause");
}

TEST_CASE("lines come back, also at the next start, and no more of them than are promised") {
  TestGame game;
  for (size_t i = 0; i < Console::kMostHistory + 20; ++i) enter(game, "brush " + std::to_string(1 + i % 200));
  Console next_start;
  CHECK(next_start.recall("ta", 1) == "brush 20");
  CHECK(next_start.recall("", 1) == "brush 19");
  CHECK(next_start.recall("", -1) == "brush 20");
  CHECK(next_start.recall("", -1) == "ta");
  CHECK(next_start.recall("ta", static_cast<int>(Console::kMostHistory) + 50) == "brush 21");
  const Result<std::string> kept = read_file(console_file(), 1 << 20);
  REQUIRE(kept.ok());
  CHECK(std::count(kept->begin(), kept->end(), '\n') == Console::kMostHistory);
}

TEST_CASE("several games at once keep each other's lines") {
  TestGame game;
  Console other;
  enter(game, "brush 1");
  other.enter(game.state, "brush 2");
  enter(game, "brush 3");
  other.enter(game.state, "brush 4");
  const Result<std::string> kept = read_file(console_file(), 1 << 20);
  REQUIRE(kept.ok());
  CHECK(*kept == "brush 1\nbrush 2\nbrush 3\nbrush 4\n");
}

TEST_CASE("Tab goes on with a word as far as it is certain") {
  TestGame game;
  Console& console = game.state.console;
  CHECK(console.complete(game.state, "pai") == "paint ");
  CHECK(console.complete(game.state, "zoo") == "zoom-");
  CHECK(console.answers().back().text == "zoom-in  zoom-out");
  CHECK(console.complete(game.state, "tool pol") == "tool polygon ");
  CHECK(console.complete(game.state, "nonsense") == "nonsense");
}

TEST_CASE("what is typed while ticks run that were asked for comes after them, as it does in a file of commands") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    INFO("seed " << seed);
    std::mt19937 dice(seed);
    std::vector<std::string> lines;
    for (int i = 0; i < 12; ++i) {
      lines.push_back("rect sand " + std::to_string(dice() % 60) + " " + std::to_string(dice() % 30) + " 9 4");
      lines.push_back("tick " + std::to_string(1 + dice() % (i % 3 == 0 ? 900 : 3)));
    }
    lines.emplace_back("undo");
    TestGame game;
    double now = 0;
    WorldClock clock([&] { return now += 0.001; });
    game.state.time.paused = true;
    for (const std::string& line : lines) {
      game.state.console.enter(game.state, line);
      for (unsigned i = dice() % 3; i > 0; --i) clock.run(game.state, 0.01, 0.001);
    }
    CHECK(says(game, "waits: time is still on its way"));
    for (int i = 0; i < 3000; ++i) clock.run(game.state, 0.01, 0.001);

    TestGame other;
    for (const std::string& line : lines) {
      enter(other, line);
      for (; other.state.time.steps_wanted > 0; --other.state.time.steps_wanted) other.state.tick();
    }
    CHECK(game.state.session.world().tick() == other.state.session.world().tick());
    CHECK(game.state.session.world().state_hash() == other.state.session.world().state_hash());
  }
}

TEST_CASE(
    "what waits for ticks is done to no other world than it was typed for, and goes on behind a line that opens one") {
  using Way = void (*)(GameState&);
  const Way ways[] = {[](GameState& game) { open_scene(game, "hourglass"); }, clear_world, restart_scene,
                      [](GameState& game) { undo(game); }, [](GameState& game) { seek(game, 3); }};
  for (const Way way : ways) {
    TestGame game;
    double now = 0;
    WorldClock clock([&] { return now += 0.001; });
    enter(game, "rect sand 3 3 9 9");
    for (int i = 0; i < 5; ++i) clock.run(game.state, 0.01, 0.001);
    enter(game, "tick 100000000");
    clock.run(game.state, 0.01, 0.001);
    enter(game, "rect wall 3 3 2 2");
    way(game.state);
    CHECK(says(game, "not done, as the world is another now: rect wall 3 3 2 2"));
    const size_t deeds = game.state.session.log().size();
    for (int i = 0; i < 5; ++i) clock.run(game.state, 0.01, 0.001);
    CHECK(game.state.session.log().size() <= deeds);
  }
  for (const std::string line : {"open hourglass", "seed 5", "clear", "undo"}) {
    TestGame game;
    double now = 0;
    WorldClock clock([&] { return now += 0.001; });
    enter(game, "circle stone 60 60 3");
    enter(game, "tick 500");
    enter(game, line);
    enter(game, "rect wall 3 3 2 2");
    enter(game, "tick 20");
    enter(game, "rect wall 9 3 2 2");
    for (int i = 0; i < 400; ++i) clock.run(game.state, 0.01, 0.001);
    INFO(line);
    CHECK_FALSE(says(game, "not done"));
    CHECK(game.state.session.log().size() >= 2);
    CHECK(game.state.time.stands());
  }
}

TEST_CASE(
    "a script gets all the ticks that it asks for, whoever stops time meanwhile, and what is typed comes after it") {
  for (const char* const key : {"Space", "Ctrl+Space"})
    for (const int times : {1, 2, 3}) {
      INFO(key << ", " << times << " times");
      TestGame game;
      double now = 0;
      WorldClock clock([&] { return now += 0.001; });
      game.state.console.script = ConsoleScript("tick 2000\nrect stone 10 10 3 3\n", "run.txt");
      clock.run(game.state, 0.01, 0.001);
      for (int i = 0; i < times; ++i) {
        press_key(game.state, key, false);
        clock.run(game.state, 0.01, 0.001);
      }
      CHECK(enter(game, "rect wall 3 3 2 2") == "waits: the script still runs");
      for (int i = 0; i < 2000 && game.count("wall") == 0; ++i) clock.run(game.state, 0.01, 0.001);
      REQUIRE(game.state.session.log().size() == 2);
      CHECK(game.state.session.log()[0].tick == 2000);
    }
}

TEST_CASE("what is typed while a script runs comes after it, whatever world that opens") {
  for (const std::string line : {"open hourglass", "clear", "seed 4", "undo"}) {
    INFO(line);
    TestGame game;
    double now = 0;
    WorldClock clock([&] { return now += 0.001; });
    enter(game, "circle stone 60 60 3");
    game.state.console.script = ConsoleScript("tick 300\n" + line + "\nrect stone 10 10 3 3\n", "run.txt");
    clock.run(game.state, 0.01, 0.001);
    enter(game, "rect lamp 3 3 2 2");
    for (int i = 0; i < 1000 && game.state.console.script; ++i) clock.run(game.state, 0.01, 0.001);
    for (int i = 0; i < 3; ++i) clock.run(game.state, 0.01, 0.001);
    CHECK_FALSE(says(game, "not done"));
    CHECK(game.count("lamp") == 4);
  }
}

TEST_CASE("what is typed while the timeline goes somewhere comes after that") {
  TestGame game;
  double now = 0;
  WorldClock clock([&] { return now += 0.001; });
  enter(game, "rect sand 3 3 9 9");
  for (int i = 0; i < 200; ++i) clock.run(game.state, 0.01, 0.001);
  seek(game.state, 20);
  REQUIRE(game.state.travel.sought);
  CHECK(enter(game, "rect wall 30 30 2 2").starts_with("waits: "));
  for (int i = 0; i < 1000 && game.count("wall") == 0; ++i) clock.run(game.state, 0.01, 0.001);
  REQUIRE(game.count("wall") == 4);
  CHECK(game.state.session.log().back().tick == 20);
}

TEST_CASE("who runs on until nothing moves does not owe the rest of the ticks that were asked for") {
  TestGame game;
  double now = 0;
  WorldClock clock([&] { return now += 0.001; });
  enter(game, "tick 100000000");
  clock.run(game.state, 0.01, 0.001);
  press_key(game.state, "Ctrl+Space", false);
  for (int i = 0; i < 1000 && game.state.time.until_still; ++i) clock.run(game.state, 0.01, 0.001);
  CHECK(game.state.time.stands());
}

TEST_CASE("Space, or a word, ends the ticks that were asked for, and time stands; once more, and it goes on") {
  using Way = void (*)(TestGame&);
  const Way ways[] = {[](TestGame& game) { press_key(game.state, "Space", false); },
                      [](TestGame& game) { enter(game, " pause"); }, [](TestGame& game) { enter(game, "pause on"); }};
  for (const Way stop : ways) {
    TestGame game;
    double now = 0;
    WorldClock clock([&] { return now += 0.001; });
    CHECK(enter(game, "tick 100000000") == "runs 100000000 ticks; \"pause\" ends them");
    clock.run(game.state, 0.01, 0.001);
    CHECK_FALSE(game.state.time.stands());
    CHECK(enter(game, "rect wall 3 3 2 2").starts_with("waits: "));
    stop(game);
    CHECK(game.state.time.stands());
    const uint64_t then = game.state.session.world().tick();
    clock.run(game.state, 0.01, 0.001);
    CHECK(game.state.session.world().tick() == then);
    CHECK(game.count("wall") == 4);
    press_key(game.state, "Space", false);
    clock.run(game.state, 0.01, 0.001);
    CHECK(game.state.session.world().tick() > then);
  }
}

TEST_CASE("ticks that are asked for run as far as a frame has time, and time stands then") {
  TestGame game;
  double now = 0;
  WorldClock clock([&] { return now += 0.001; });
  enter(game, "tick 1000");
  CHECK(game.state.time.paused);
  clock.run(game.state, 0.01, 0.001);
  const uint64_t first = game.state.session.world().tick();
  CHECK(first > 0);
  CHECK(first < 200);
  for (int i = 0; i < 1000 && game.state.session.world().tick() < 1000; ++i) clock.run(game.state, 0.01, 0.001);
  for (int i = 0; i < 5; ++i) clock.run(game.state, 0.01, 0.001);
  CHECK(game.state.session.world().tick() == 1000);
}

namespace {

// A script of commands that both know, drawn by lot.
std::string any_script(std::mt19937& dice) {
  const auto below = [&](int end) { return static_cast<int>(dice() % static_cast<unsigned>(end)); };
  const auto number = [&](int end) { return " " + std::to_string(below(end)); };
  const auto material = [&] {
    constexpr const char* kNames[] = {"sand", "water", "stone", "void", "smoke", "oil", "gunpowder", "lava"};
    return std::string(kNames[below(std::size(kNames))]);
  };
  std::string text;
  int saves = 0;
  for (int lines = 4 + below(10); lines > 0; --lines) {
    switch (below(12)) {
      case 0:
        text += "paint " + material() + number(160) + number(100) + " 5";
        break;
      case 1:
        text += "line " + material() + number(160) + number(100) + number(160) + number(100);
        break;
      case 2:
        text += "fill " + material() + (below(2) == 0 ? "" : number(90) + number(60));
        break;
      case 3:
        text += "clear";
        break;
      case 4: {
        constexpr const char* kSettings[] = {"gravity 0.5", "gravity 2",  "border \"open\"", "border \"wall\"",
                                             "day 0.2",     "ambient 90", "title \"a\""};
        text += std::string("set ") + kSettings[below(std::size(kSettings))];
        break;
      }
      case 5:
        text += "seed" + number(9);
        break;
      case 6:
        text += below(4) == 0 ? "save rain" : "save s" + std::to_string(++saves);
        break;
      case 7:
        text += saves > 0 && below(2) == 0 ? "open s" + std::to_string(1 + below(saves))
                : below(3) == 0            ? "open rain"
                : below(2) == 0            ? "open dam-break"
                                           : "open dunes-barchan";
        break;
      case 8:
      case 9:
        text += "tick" + number(60);
        break;
      default:
        text += "rect " + material() + number(100) + number(60) + " 30 20";
    }
    text += "\n";
  }
  return text + "tick 20\n";
}

}  // namespace

TEST_CASE("whatever a script says, it comes to the same world, or the same mistake, in the window and without one",
          "[thorough]") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 dice(seed);
    const std::string keys = seed % 3 == 0 ? R"(, "border": "open")" : "";
    const std::string text = any_script(dice);
    INFO("seed " << seed << keys << "\n" << text);
    TestGame game(keys);
    double now = 0;
    WorldClock clock([&] { return now += 0.001; });
    game.state.console.script = ConsoleScript(text, "run.txt");
    while (game.state.console.script) clock.run(game.state, 0.01, 0.001);
    const World& in_window = game.state.session.world();
    const std::optional<Failure>& mistake = game.state.console.failure;

    const TemporaryFolder folder;
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    Session session(open_empty(folder, TestGame::kSize, keys), 1);
    const FilesRead read;
    ScriptFiles files(read);
    const Status done = run_script(ConsoleScript(text, "run.txt"), session, {}, files);
    std::filesystem::current_path(before);
    CHECK((mistake ? mistake->text() : "") == (done ? "" : done.failure().text()));
    if (!done) continue;
    // After the script's last line time goes on in the window.
    while (session.world().tick() < in_window.tick()) session.tick();
    CHECK(session.world().tick() == in_window.tick());
    CHECK(session.world().state_hash() == in_window.state_hash());
  }
}

TEST_CASE("a script in the window gives the state that it gives without one, and time goes on afterwards") {
  const std::string text = "rect sand 10 10 30 8\ntick 100\ncircle water 80 20 6\ntick 57\nfill stone 0 99\n";
  TestGame game;
  double now = 0;
  WorldClock clock([&] { return now += 0.001; });
  game.state.console.script = ConsoleScript(text, "run.txt");
  for (int i = 0; i < 1000 && game.state.console.script; ++i) clock.run(game.state, 0.01, 0.001);
  CHECK_FALSE(game.state.console.failure);
  TestGame other;
  for (const char* const line : {"rect sand 10 10 30 8", "circle water 80 20 6", "fill stone 0 99"}) {
    enter(other, line);
    const int ticks = line[0] == 'r' ? 100 : line[0] == 'c' ? 57 : 0;
    for (int i = 0; i < ticks; ++i) other.state.tick();
  }
  // What it does after the script's last line belongs to the time that goes on.
  CHECK(game.state.session.log().size() == 3);
  CHECK(game.state.session.world().tick() >= 157);
  CHECK_FALSE(game.state.time.paused);
  while (other.state.session.world().tick() < game.state.session.world().tick()) other.state.tick();
  CHECK(other.state.session.world().state_hash() == game.state.session.world().state_hash());

  game.state.console.script = ConsoleScript("tick 3\nview plan\n", "run.txt");
  for (int i = 0; i < 100 && game.state.console.script; ++i) clock.run(game.state, 0.01, 0.001);
  REQUIRE(game.state.console.failure);
  CHECK(game.state.console.failure->text() == "run.txt:2:6: there is no view \"plan\" (did you mean \"plain\"?)");
}
