#include "app/console.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>

#include "app/headless_console.h"
#include "app/play.h"
#include "io/files.h"
#include "io/json_text.h"
#include "io/setting_change.h"
#include "io/temporary_folder.h"

using namespace quicksand;

namespace {

constexpr GridSize kSize{60, 40};

class Played {
 public:
  explicit Played(const std::string& keys = "") : session(open_empty(folder, kSize, keys), 1) {}

  // What is wrong with these commands; empty: nothing.
  std::string run(const std::string& text) {
    const Status done = run_script(ConsoleScript(text, "run.txt"), session, {}, files);
    return done ? "" : done.failure().text();
  }
  int64_t count(const std::string& name) const {
    const std::vector<std::string>& names = session.world().entry_names();
    return session.world().count_entries()[static_cast<size_t>(std::ranges::find(names, name) - names.begin())];
  }
  std::string at(CellPos cell) const { return session.world().entry_names()[session.world().entry_at(cell)]; }

  TemporaryFolder folder;
  Session session;
  FilesRead read;
  ScriptFiles files{read};
};

// Notes what is asked of it.
class NotingHost : public ConsoleHost {
 public:
  explicit NotingHost(Session& session) : session_(session) {}
  Session& session() override { return session_; }
  void say(const std::string& text) override { said = text; }
  void before_change() override { ++changes; }
  Status clear() override { return note("clear"); }
  Status run_ticks(uint64_t ticks) override { return note("tick " + std::to_string(ticks)); }
  Status save(const std::string& name) override { return note("save " + name); }
  Status open(const std::string& name) override { return note("open " + name); }
  Status begin_with_seed(uint64_t seed) override { return note("seed " + std::to_string(seed)); }
  Status screenshot(const std::string& name) override { return note("screenshot " + name); }
  Status do_in_window(const ConsoleCall& call) override {
    std::string words(call.command);
    for (const std::string& word : call.words) words += " " + word;
    return note(words);
  }
  std::vector<std::string> choices(std::string_view command) const override {
    return command == "tool" ? std::vector<std::string>{"paint", "polygon", "heat"} : std::vector<std::string>();
  }
  std::vector<std::string> actions() const override { return {"zoom-in", "zoom-out"}; }
  void act(std::string_view name) override { done = name; }

  std::string said;
  std::string done;
  int changes = 0;

 private:
  Status note(const std::string& what) {
    done = what;
    return Done{};
  }
  Session& session_;
};

}  // namespace

TEST_CASE("commands of the console paint what they say, through the session") {
  Played played;
  CHECK(played.run("rect wall 5 6 7 8\ncircle stone 30 20 3 # a disc\n\n  # nothing\npaint wall 50 5\n"
                   "line wall 40 30 45 30\n") == "");
  CHECK(played.count("wall") == 7 * 8 + 1 + 6);
  CHECK(played.at({5, 6}) == "wall");
  CHECK(played.at({11, 13}) == "wall");
  CHECK(played.at({12, 13}) == "void");
  CHECK(played.at({30, 17}) == "stone");
  CHECK(played.session.log().size() == 4);
  CHECK(played.run("fill water 0 0") == "");
  CHECK(played.count("void") == 0);
  CHECK(played.run("fill sand 5 6") == "");
  CHECK(played.count("sand") == 7 * 8);
  CHECK(played.run("fill void") == "");
  CHECK(played.count("void") == kSize.cells());
  CHECK(played.run("rect sand 0 0 60 40\nclear\ntick 7\ntick") == "");
  CHECK(played.count("void") == kSize.cells());
  CHECK(played.session.world().tick() == 8);
}

TEST_CASE("a script plays to the same state as the recording of its session, whatever it does") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](unsigned limit) { return std::to_string(random() % limit); };
    std::string text;
    for (int i = 0; i < 12; ++i) {
      const char* const materials[] = {"sand", "water", "stone", "void", "oil"};
      const std::string material = materials[random() % 5];
      switch (random() % 6) {
        case 0:
          text += "paint " + material + " " + below(60) + " " + below(40) + " " + std::to_string(1 + random() % 9);
          break;
        case 1:
          text += "rect " + material + " -3 " + below(40) + " " + std::to_string(1 + random() % 30) + " 4";
          break;
        case 2:
          text += "line " + material + " 0 0 " + below(60) + " " + below(40) + " 2";
          break;
        case 3:
          text += "set gravity 0." + below(10);
          break;
        case 4:
          text += "fill " + material + " " + below(60) + " " + below(40);
          break;
        default:
          text += "tick " + std::to_string(1 + random() % 20);
          break;
      }
      text += "\n";
    }
    INFO(text);
    Played played;
    REQUIRE(played.run(text) == "");
    const std::filesystem::path file = played.folder / "recorded.json";
    REQUIRE(played.session.save(file).ok());
    WorldRequest request;
    request.scene = file.string();
    Result<OpenedWorld> again = open_world(request);
    REQUIRE(again.ok());
    Session repeated(std::move(*again), 1);
    while (repeated.world().tick() < played.session.world().tick()) repeated.tick();
    repeated.direct();
    CHECK(repeated.world().state_hash() == played.session.world().state_hash());
  }
}

TEST_CASE("what is wrong with a command is told with its place, and nothing has changed") {
  Played played;
  const uint64_t before = played.session.world().state_hash();
  struct Case {
    const char* line;
    const char* message;
  };
  for (const Case& one : {
           Case{"pant sand 1 1", "run.txt:2:1: no command \"pant\" (did you mean \"paint\"?)"},
           Case{"paint snad 1 1", "run.txt:2:7: this world has no \"snad\" (did you mean \"sand\"?)"},
           Case{"paint sand 1", "run.txt:2:1: \"paint\" needs Y: paint MATERIAL X Y [WIDTH]"},
           Case{"paint sand 1 2 3 4", "run.txt:2:18: \"4\" is too much: paint MATERIAL X Y [WIDTH]"},
           Case{"paint sand 1 2 0", "run.txt:2:16: WIDTH must be a whole number from 1 to 512, not \"0\""},
           Case{"paint sand 1.5 2", "run.txt:2:12: X must be a whole number"},
           Case{"paint sand 99999999999999999999 2", "X must be a whole number"},
           Case{"rect sand 1 1 0 1", "WIDTH must be"},
           Case{"circle sand 1 1 -1", "RADIUS must be"},
           Case{"fill sand 1", "\"fill\" needs Y: fill MATERIAL [X Y]"},
           Case{"tick 0", "N must be a whole number from 1 to 100000000, not \"0\""},
           Case{"clear all", "\"all\" is too much: clear"},
           Case{"set gravty 1", "run.txt:2:5: nothing of this world is called \"gravty\" (did you mean \"gravity\"?)"},
           Case{"set gravity heavy", "gravity"},
           Case{"set gravity 1e9", "gravity"},
           Case{"set gravity", "\"set\" needs VALUE"},
           Case{"set gravity.x 1", "gravity"},
           Case{"set gravity.x null", "gravity"},
           Case{"set border.x 5", "\"border.x\""},
           Case{"set border.x null", "\"border.x\""},
           Case{"set border glass", "\"border\" must be \"wall\" or \"open\", not \"glass\""},
           Case{"open hourglas", "did you mean \"hourglass\""},
           Case{"open \"two words", "run.txt:2:6: a quotation mark has no second one"},
           Case{"save world.jpg", "a save is a .png, or a .json of the session"},
           Case{"save /proc/nowhere/all.png", "/proc/nowhere"},
           Case{"screenshot", "needs a FILE.png"},
           Case{"view plain", "\"view\" is for the window"},
           Case{"help pant", "no command \"pant\""},
           Case{"\xff\x01", "no command"},
       }) {
    INFO(one.line);
    const std::string problem = played.run("# first\n" + std::string(one.line) + "\nfill sand\n");
    CHECK(problem.find(one.message) != std::string::npos);
    CHECK(problem.find("run.txt:2:") == 0);
    CHECK(played.session.world().state_hash() == before);
    CHECK(played.session.log().empty());
  }
}

TEST_CASE("whatever stands in a script, it is done or told about") {
  Played played;
  NotingHost host(played.session);
  for (unsigned seed = 1; seed <= 300; ++seed) {
    std::mt19937 random(seed);
    std::string line;
    const char* const parts[] = {"paint", "set", "fill", "tick", "help", "sand",  "gravity", "-3", "7",
                                 "\"",    "#",   " ",    "\t",   "{",    "1e400", "null",    ".",  "\xc3"};
    for (unsigned i = 0; i < 1 + random() % 7; ++i)
      line += std::string(parts[random() % std::size(parts)]) + (random() % 3 != 0 ? " " : "");
    INFO(line);
    const Status done = run_line(host, line);
    if (!done) CHECK_FALSE(done.failure().diagnostics.front().message.empty());
    complete_line(host, line);
  }
}

TEST_CASE("settings are those of scene files, in every kind of world, and what was set before stays") {
  Played box;
  CHECK(box.run("set gravity 0.5\nset ambient -10\nset border open") == "");
  const WorldKind* const sandbox = find_kind(world_kinds(), "sandbox");
  Scene scene;
  scene.settings = box.session.world().settings();
  CHECK(scene.settings->open_border);
  CHECK(sandbox->write(scene).find("\"gravity\":0.5,\"ambient\":-10.0") != std::string::npos);
  Played dunes(R"(, "world": "dunes", "wind": {"to": "east", "lift": 0.1})");
  CHECK(dunes.run("set wind.lift 0.25\nset threshold 1.5") == "");
  scene.settings = dunes.session.world().settings();
  const std::string text = find_kind(world_kinds(), "dunes")->write(scene);
  INFO(text);
  CHECK(text.find("\"threshold\":1.5") != std::string::npos);
  CHECK(text.find("\"lift\":0.25") != std::string::npos);
  CHECK_FALSE(dunes.run("set wind.lft 0.25").empty());
  CHECK(dunes.run("set wind null\nset threshold null") == "");
  CHECK_FALSE(dunes.run("set piles []").empty());  // they say how a world begins
  for (const WorldKind& kind : world_kinds()) CHECK_FALSE(settable_keys(kind).empty());
}

TEST_CASE("with null a setting is as in a scene file without its key, be it within another or not") {
  struct Case {
    const char* world;
    Json keys;
  };
  const Case cases[] = {
      {"sandbox",
       {{"border", "open"},
        {"gravity", 0.5},
        {"ambient", -10},
        {"condense", false},
        {"unclump", false},
        {"grain_friction", 0.75}}},
      {"dunes",
       {{"border", "open"},
        {"threshold", 2.5},
        {"transfer", 0.125},
        {"steps", 3},
        {"neighbours", 4},
        {"unclump", false},
        {"wind", {{"to", "west"}, {"turn", 20}, {"lift", 0.5}, {"hop", 5}, {"slab", 0.5}, {"spray", 0.125}}}}}};
  for (const Case& its : cases) {
    const auto keys_of_file = [&](const Json& keys) {
      const std::string text = json_line(keys);
      return R"(, "world": ")" + std::string(its.world) + "\"" +
             (keys.empty() ? std::string() : ", " + text.substr(1, text.size() - 2));
    };
    std::vector<std::vector<std::string>> paths;
    for (const auto& member : its.keys.items()) {
      paths.push_back({member.key()});
      if (!member.value().is_object()) continue;
      for (const auto& inner : member.value().items()) paths.push_back({member.key(), inner.key()});
    }
    for (const std::vector<std::string>& path : paths) {
      const std::string key = path.size() == 1 ? path[0] : path[0] + "." + path[1];
      CAPTURE(its.world, key);
      Json without = its.keys;
      if (path.size() == 1)
        without.erase(key);
      else
        without[path[0]].erase(path[1]);
      Played expected(keys_of_file(without));
      Played played(keys_of_file(its.keys));
      const auto written = [&](const Played& of) {
        return settable_text(*find_kind(world_kinds(), its.world), kSize, of.session.world().settings());
      };
      CHECK(played.run("set " + key + " null") == "");
      CHECK(written(played) == written(expected));
      CHECK(played.session.world().settings()->open_border == expected.session.world().settings()->open_border);
      CHECK(played.run("set " + key + " null") == "");  // nor is it any longer
      if (path.size() == 2) {
        // Nor does what it would stand in come of it.
        CHECK(played.run("set " + path[0] + " null\nset " + key + " null") == "");
        without.erase(path[0]);
        Played without_all(keys_of_file(without));
        CHECK(written(played) == written(without_all));
      }
      CHECK(played.run("set " + key + "x null").find("\"" + path.back() + "x\"") != std::string::npos);
    }
  }
}

TEST_CASE("scripts open and save worlds") {
  Played played;
  const std::string save = (played.folder / "a save").string();
  CHECK(played.run("rect wall 0 0 10 10\nsave \"" + save + "\"\nopen hourglass\n") == "");
  CHECK(played.session.world().size() == GridSize{240, 340});
  CHECK(played.run("seed 99") == "");
  CHECK(played.session.world().seed() == 99);
  CHECK(played.run("open \"" + save + ".png\"\nscreenshot \"" + save + " 2.png\"") == "");
  CHECK(played.count("wall") == 100);
  CHECK(read_file(save + " 2.png", 1 << 24).ok());
}

TEST_CASE("the window's commands, and what keys do, reach their host") {
  Played played;
  NotingHost host(played.session);
  for (const char* const line : {"pause", "pause on", "speed 0.5", "view plain", "tool paint", "material water",
                                 "brush 12", "zoom-in", "clear", "tick 5", "save x", "open x", "seed 3"}) {
    CHECK(run_line(host, line).ok());
    CHECK(host.done == line);
  }
  CHECK_FALSE(run_line(host, "zoom-in 2").ok());
  CHECK_FALSE(run_line(host, "brush 0").ok());
  CHECK(host.changes == 0);
  CHECK(run_line(host, "paint sand 1 1").ok());
  CHECK(host.changes == 1);
  CHECK(run_line(host, "help rect").ok());
  CHECK(host.said.starts_with("rect MATERIAL X Y WIDTH HEIGHT: "));
  CHECK(run_line(host, "help").ok());
  for (const ConsoleCommand& command : console_commands())
    CHECK(host.said.find(usage_of(command)) != std::string::npos);
}

TEST_CASE("a line goes on with what there is for it") {
  Played played;
  NotingHost host(played.session);
  using Words = std::vector<std::string>;
  CHECK(complete_line(host, "pa").words == Words{"paint", "pause"});
  CHECK(complete_line(host, "zoom").words == Words{"zoom-in", "zoom-out"});
  CHECK(complete_line(host, "set gra").words == Words{"grain_friction", "gravity"});
  CHECK(complete_line(host, "tool p").words == Words{"paint", "polygon"});
  CHECK(complete_line(host, "paint san").words == Words{"sand"});
  CHECK(complete_line(host, "paint san").start == 6);
  CHECK(complete_line(host, "open hourg").words == Words{"hourglass"});
  CHECK(complete_line(host, "help scr").words == Words{"screenshot"});
  CHECK(complete_line(host, "paint sand 1 ").words.empty());
  CHECK(complete_line(host, "nothing ").words.empty());
}

TEST_CASE("README.md lists the commands that there are") {
  std::ifstream file(QUICKSAND_SOURCE "/README.md");
  std::vector<std::string> rows;
  std::string line;
  while (std::getline(file, line) && line != "| Command | What it does |") {
  }
  std::getline(file, line);
  while (std::getline(file, line) && line.starts_with("|")) rows.push_back(line);
  std::vector<std::string> expected;
  for (const ConsoleCommand& command : console_commands()) {
    std::string usage = usage_of(command);
    for (size_t at = usage.find('|'); at != std::string::npos; at = usage.find('|', at + 2)) usage.insert(at, "\\");
    expected.push_back("| `" + usage + "` | " + std::string(command.help) +
                       (command.only_in_window ? "; in the window" : "") + " |");
  }
  CHECK(rows == expected);
}
