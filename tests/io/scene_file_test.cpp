#include "io/scene_file.h"

#include <catch2/catch.hpp>
#include <random>

#include "app/open_world.h"
#include "io/assets.h"
#include "io/files.h"
#include "io/mod_file.h"
#include "io/temporary_folder.h"
#include "scene/at_once.h"
#include "sim/tick/sandbox.h"

using namespace quicksand;

namespace {

std::string complaints(const std::string& rest) {
  const auto scene = parse_scene("{\"format\": \"quicksand-scene/1\",\n" + rest + "}", "s.json", world_kinds());
  return scene ? "" : scene.failure().text();
}

}  // namespace

TEST_CASE("the scene of the format's documentation reads") {
  const auto scene = parse_scene(R"({"format": "quicksand-scene/1", "world": "sandbox", "size": [400, 300], "seed": 7,
    "border": "open", "materials": "core",
    "paint": [{"tick": 0, "shape": "rect", "at": [10, 20], "size": [50, 30], "material": "sand", "fill": 0.83, "onto": "any", "wetness": 60},
              {"tick": 40, "shape": "circle", "at": [200, 40], "radius": 12, "material": ["acid", "water"]},
              {"tick": 0, "shape": "line", "from": [0, 250], "to": [399, 290], "width": 3, "material": "wall", "onto": "sand"}],
    "sources": [{"at": [200, 2], "size": [8, 1], "material": "sand", "wetness": 255, "rate": 0.5, "from": 0, "until": 1000}]})",
                                 "s.json", world_kinds());
  REQUIRE(scene.ok());
  CHECK(scene->size == GridSize{400, 300});
  CHECK(scene->seed == 7);
  CHECK(scene->open_border);
  REQUIRE(scene->paint.size() == 3);
  CHECK(scene->paint[0].command.to == CellPos{59, 49});
  CHECK(scene->paint[0].command.wetness == 60);
  CHECK_FALSE(scene->paint[1].command.wetness);
  CHECK(scene->sources[0].command.wetness == 255);
  CHECK(scene->paint[1].command.width == 25);
  CHECK(scene->paint[1].materials.size() == 2);
  CHECK(scene->paint[2].command.onto == Onto::kEntry);
  CHECK(scene->paint[2].onto.name == "sand");
  CHECK(scene->sources[0].until == 1000);

  const auto again = parse_scene(scene_text(*scene, world_kinds()), "again", world_kinds());
  REQUIRE(again.ok());
  for (size_t i = 0; i < 3; ++i) {
    CHECK(again->paint[i].command == scene->paint[i].command);
    CHECK(again->paint[i].materials == scene->paint[i].materials);
  }
  CHECK(again->sources[0].command == scene->sources[0].command);
}

TEST_CASE("a scene is written with the rows of its maps on lines of their own, and means the same") {
  const auto scene = parse_scene(R"({"format": "quicksand-scene/1", "world": "dunes", "size": [30, 20],
    "colliders": [{"shape": "map", "map": [[1, 2.5], [0, 3]], "path": [[0, 1, 2, 3], [9, 4, 5, 6]]}]})",
                                 "s.json", world_kinds());
  REQUIRE(scene.ok());
  const std::string text = scene_text(*scene, world_kinds());
  CHECK(text.find("[1.0,2.5],\n") != std::string::npos);
  const auto again = parse_scene(text, "again", world_kinds());
  REQUIRE(again.ok());
  CHECK(scene_text(*again, world_kinds()) == text);
}

TEST_CASE("mistakes in a scene file are named with their place") {
  const std::string unknown = complaints(R"("paint": [{"zzzzzzzz": 1}])");
  const size_t once = unknown.find(" at,");
  CHECK(once != std::string::npos);
  CHECK(unknown.find(" at,", once + 1) == std::string::npos);  // which several shapes have
  CHECK(complaints(R"("sice": [3, 4])") == "s.json:2:1: unknown key \"sice\" (did you mean \"size\"?)");
  CHECK(complaints(R"("size": [3, 0])") == "s.json:2:13: \"size\" must be from 1 to 16384, not 0");
  CHECK(complaints(R"("size": [3])") == "s.json:2:9: \"size\" must be an array of 2 whole numbers, not of 1");
  CHECK(complaints(R"("size": [3.5, 2])") ==
        "s.json:2:10: \"size\" must be a whole number, not a number with a fraction");
  CHECK(complaints(R"("border": "round")") == "s.json:2:11: \"border\" must be \"wall\" or \"open\", not \"round\"");
  CHECK(complaints(R"("paint": ["x"])") == "s.json:2:11: \"an item of paint\" must be an object, not a string");
  CHECK(complaints(R"("commands": [{"tick": 5, "do": "clear"}, {"tick": 1, "do": "clear"}])") ==
        "s.json:2:42: \"commands\" must be in the order of their ticks: this one is of tick 1, the one before it of "
        "tick 5");
  CHECK(complaints(R"("world": "dunes", "colliders": [{"path": [[0, 70000, 0, 0]]}])") ==
        "s.json:2:43: a place of \"path\" must be [tick, x, y, z]: a whole tick, cells from -65536 to 65536, and a "
        "height of at most 2097152");
  CHECK(complaints(R"("world": "moon")") == "s.json:2:10: there is no world \"moon\"; there is \"sandbox\", \"dunes\"");
  CHECK(complaints(R"("paint": [{"shape": "rekt", "material": "sand"}])") ==
        "s.json:2:21: there is no shape \"rekt\" (did you mean \"rect\"?); there are \"rect\", \"circle\", \"line\", "
        "\"all\", \"ellipse\", \"polygon\", \"flood\" and \"cells\"");
  CHECK(complaints(R"("paint": [{"shape": "circle", "at": [1, 2], "radius": 3}])") ==
        "s.json:2:11: the key \"material\" is missing");
  CHECK(complaints(R"("paint": [{"shape": "all", "material": "sand", "fill": 1.5}])") ==
        "s.json:2:56: \"fill\" must be from 0 to 1, not 1.5");
  CHECK(complaints(R"("paint": [{"shape": "all", "material": "sand", "wetness": 256}])") ==
        "s.json:2:59: \"wetness\" must be from 0 to 255, not 256");
}

TEST_CASE("forces and speeds are read, and what is wrong with them is told") {
  const auto scene = parse_scene(R"({"format": "quicksand-scene/1", "condense": false,
    "sources": [{"at": [1, 2], "size": [3, 4], "material": "sand", "speed": [-1.5, 2]}],
    "forces": [{"tick": 7, "at": [5, 6], "radius": 9, "outward": 4.5, "breaks": true},
               {"from": 3, "until": 8, "at": [1, 1], "radius": 2, "push": [0.25, -1]}]})",
                                 "s.json", world_kinds());
  REQUIRE(scene.ok());
  CHECK_FALSE(settings_of<SandboxSettings>(*scene).deposits);
  CHECK(scene->sources[0].command.velocity == Velocity{-1.5, 2});
  REQUIRE(scene->forces.size() == 2);
  CHECK(scene->forces[0].command == ForceCommand{{5, 6}, 9, 4.5, 0, 0, true});
  CHECK(scene->forces[0].until == 8);
  CHECK(scene->forces[1].command == ForceCommand{{1, 1}, 2, 0, 0.25, -1});
  // Written and read again it is the same.
  const auto again = parse_scene(scene_text(*scene, world_kinds()), "s.json", world_kinds());
  REQUIRE(again.ok());
  CHECK(again->forces[0].command == scene->forces[0].command);
  CHECK(again->forces[1].command == scene->forces[1].command);
  CHECK(again->sources[0].command.velocity == scene->sources[0].command.velocity);
  CHECK_FALSE(settings_of<SandboxSettings>(*again).deposits);

  CHECK(complaints(R"("forces": [{"at": [1, 1], "radius": 5}])") ==
        "s.json:2:12: a force needs \"outward\" or \"push\"");
  CHECK(complaints(R"("forces": [{"at": [1, 1], "radius": 0, "outward": 1}])") ==
        "s.json:2:37: \"radius\" must be from 1 to 512, not 0");
  CHECK(complaints(R"("forces": [{"at": [1, 1], "radius": 5, "push": [1, 9]}])") ==
        "s.json:2:48: \"push\" must be two numbers from -8 to 8: cells a tick to the right and downwards");
  CHECK(complaints(R"("forces": [{"at": [1, 1], "radius": 5, "outward": 1, "tick": 2, "from": 1}])") ==
        "s.json:2:62: a force has either \"tick\", or \"from\" and \"until\"");
}

TEST_CASE("forces and touches may be any number, but not at once") {
  std::mt19937 dice(8);
  for (int round = 0; round < 60; ++round) {
    const bool touches = dice() % 2 == 0;
    const int width = 1 + static_cast<int>(dice() % 3000);
    const int count = static_cast<int>(dice() % 700);
    const int radius = 1 + static_cast<int>(dice() % 250);
    const int ticks = 1 + static_cast<int>(dice() % 6);
    // By hand: how many there are in each tick, and what they reach.
    std::vector<int64_t> at_once(100);
    std::vector<int64_t> reach(100);
    std::string list;
    for (int i = 0; i < count; ++i) {
      const int x = static_cast<int>(dice() % 3200) - 100;
      const int from = static_cast<int>(dice() % 90);
      const int until = from + static_cast<int>(dice() % static_cast<uint32_t>(ticks)) + 1;
      list += (list.empty() ? "" : ", ") + ("{\"at\": [" + std::to_string(x)) +
              ", 100], \"radius\": " + std::to_string(radius) + ", \"from\": " + std::to_string(from) +
              ", \"until\": " + std::to_string(until) + (touches ? ", \"warmer\": 1}" : ", \"outward\": 1}");
      const int far = touches ? radius + 1 : radius;
      const int64_t columns = std::max(std::min(x + far + 1, width) - std::max(x - far, 0), 0);
      const int64_t rows = std::min(100 + far + 1, 200) - std::max(100 - far, 0);
      for (int tick = from; tick < until; ++tick) {
        ++at_once[static_cast<size_t>(tick)];
        reach[static_cast<size_t>(tick)] += columns * rows;
      }
    }
    const bool is_good =
        *std::ranges::max_element(at_once) <= kMostAtOnce && *std::ranges::max_element(reach) <= kMostReachAtOnce;
    const std::string problem = complaints("\"size\": [" + std::to_string(width) + ", 200], \"" +
                                           (touches ? "touches" : "forces") + "\": [" + list + "]");
    INFO(problem);
    CHECK(problem.empty() == is_good);
    if (!is_good) CHECK(problem.starts_with("s.json:2:"));
  }
}

TEST_CASE("a source that ends before it begins is a mistake") {
  CHECK(complaints(R"("sources": [{"at": [1, 1], "size": [1, 1], "material": "sand", "from": 9, "until": 5}])") ==
        "s.json:2:84: \"until\" comes before \"from\"");
}

TEST_CASE("a scene that names an unknown material says where") {
  const auto scene =
      parse_scene("{\"format\": \"quicksand-scene/1\",\n\"paint\": [{\"shape\": \"all\", \"material\": \"lava\"}]}",
                  "s.json", world_kinds());
  REQUIRE(scene.ok());
  const auto director = Director::create(*scene, {"void", "wall", "sand"});
  REQUIRE_FALSE(director.ok());
  CHECK(director.failure().text() ==
        "s.json:2:40: the materials \"core\" have no \"lava\"; they have void, wall, sand");
}

TEST_CASE("every scene that comes with the game opens and runs") {
  const std::vector<std::string> names = scene_names();
  CHECK(names.size() >= 10);
  for (const char* name : {"hourglass", "acid-bath", "dam-break", "u-tube", "sand-pile", "layers", "sandcastle",
                           "waterfall", "rain", "dense-sand", "dense-water", "dense-mixed"})
    CHECK(std::count(names.begin(), names.end(), name) == 1);
  Parallel parallel(2);
  for (const std::string& name : names) {
    WorldRequest request;
    request.scene = name;
    Result<OpenedWorld> opened = open_world(request);
    INFO((opened ? name : opened.failure().text()));
    REQUIRE(opened.ok());
    CHECK_FALSE(opened->scene.title.empty());
    for (int i = 0; i < 8; ++i) {
      opened->director.before_tick(*opened->world);
      opened->world->step(parallel);
    }
    CHECK(opened->world->tick() == 8);
  }
}

TEST_CASE("the dense scenes hold 400,000 grains") {
  for (const char* name : {"dense-sand", "dense-water", "dense-mixed"}) {
    WorldRequest request;
    request.scene = name;
    const Result<OpenedWorld> opened = open_world(request);
    REQUIRE(opened.ok());
    CHECK(opened->world->size() == GridSize{800, 600});
    CHECK(480000 - opened->world->count_entries()[0] == Approx(400000).epsilon(0.005));
  }
}

TEST_CASE("a scene's hints are a line or several, and are kept when it is written") {
  for (const char* const hints : {R"("Dig.")", R"(["Dig.", "Pour \"water\"."])"}) {
    const auto scene =
        parse_scene(R"({"format": "quicksand-scene/1", "hints": )" + std::string(hints) + "}", "s.json", world_kinds());
    REQUIRE(scene.ok());
    REQUIRE(!scene->hints.empty());
    CHECK(scene->hints.front().name == "Dig.");
    const auto again = parse_scene(scene_text(*scene, world_kinds()), "s.json", world_kinds());
    REQUIRE(again.ok());
    CHECK(again->hints == scene->hints);
  }
}

TEST_CASE("whether a scene waits at its start is kept when it is written") {
  for (const auto& [key, waits] : {std::pair{"", false}, {R"(, "paused": false)", false}, {R"(, "paused": true)", true}}) {
    const auto scene =
        parse_scene(R"({"format": "quicksand-scene/1")" + std::string(key) + "}", "s.json", world_kinds());
    REQUIRE(scene.ok());
    CHECK(scene->paused == waits);
    const auto again = parse_scene(scene_text(*scene, world_kinds()), "s.json", world_kinds());
    REQUIRE(again.ok());
    CHECK(again->paused == waits);
  }
}

TEST_CASE("what is painted at once is limited by its work, in any world, and the rest may come later") {
  std::mt19937 dice(8);
  const auto any = [&](int least, int most) { return std::uniform_int_distribution(least, most)(dice); };
  for (int i = 0; i < 40; ++i) {
    const GridSize size{any(1, i % 2 == 0 ? 500 : 8000), any(1, 3000)};
    const int64_t most = std::max(kMostLookedAtAtOnce, kMostCoatsAtOnce * size.cells());
    const std::string shapes[] = {R"("shape": "all")", R"("shape": "flood", "at": [0, 0])",
                                  R"("shape": "rect", "at": [-5, -5], "size": [16384, 16384])"};
    // Even ones fit just so, odd ones are one too many.
    const int64_t coats = most / size.cells() + i % 2;
    if (coats > 20'000) continue;
    for (const bool later : {false, true}) {
      std::string list;
      for (int64_t coat = 0; coat < coats; ++coat)
        list += (coat > 0 ? ", {" : "{") + shapes[any(0, 2)] + R"(, "material": "sand", "tick": )" +
                std::to_string(later && coat == 0 ? 1 : 0) + "}";
      const std::string text = R"("size": [)" + std::to_string(size.width) + ", " + std::to_string(size.height) +
                               R"(], "paint": [)" + list + "]";
      INFO(size.width << " x " << size.height << ", " << coats);
      const std::string complaint = complaints(text);
      CHECK((complaint.find("paint some of it in a later tick") != std::string::npos) == (i % 2 == 1 && !later));
      if (i % 2 == 0 || later) CHECK(complaint.empty());
    }
  }
}

TEST_CASE("what ends sources in one tick looks at so many of them at most, and the rest may come later") {
  const auto complaint = [](size_t sources, size_t added, size_t ends, bool later) {
    std::string text = R"("size": [10, 10], "sources": [)";
    for (size_t i = 0; i < sources; ++i)
      text += std::string(i > 0 ? "," : "") + R"({"at": [1, 1], "size": [1, 1], "material": "sand", "from": 9})";
    text += R"(], "recorded_until": 5, "commands": [)";
    for (size_t i = 0; i < added; ++i)
      text += R"({"do": "source", "at": [1, 1], "size": [1, 1], "material": "sand", "from": 9, "tick": 1},)";
    for (size_t i = 0; i < ends; ++i)
      text += std::string(i > 0 ? "," : "") + R"({"do": "end_sources", "at": [5, 5], "tick": )" +
              (later && 2 * i >= ends ? "3}" : "2}");
    return complaints(text + "]");
  };
  CHECK(complaint(4000, 1000, 4000, false).empty());
  CHECK(complaint(4000, 1001, 4000, false).find("before tick 2 that end sources look at 20004000 sources") !=
        std::string::npos);
  CHECK(complaint(4000, 1001, 4000, true).empty());
  CHECK(complaint(5001, 0, 4000, false).find("may look at 20000000") != std::string::npos);
}

// A switch may go through all of a world.
TEST_CASE("presses in one tick are limited by the cells that hang together at most, and one may always be") {
  for (const GridSize size : {GridSize{1, 1}, {160, 100}, {1000, 1000}, {3000, 2000}, {16384, 16384}}) {
    const int64_t most = std::max(kMostPressedAtOnce, size.cells()) / size.cells();
    CHECK(most >= 1);
    for (const int64_t count : {int64_t{1}, std::min<int64_t>(most, kMostAtOnce), most + 1}) {
      if (count > kMostAtOnce) continue;
      std::string list;
      for (int64_t i = 0; i < count; ++i)
        list += (i > 0 ? ", " : "") + std::string(R"({"at": [0, 0], "press": true, "tick": 7})");
      INFO(size.width << "x" << size.height << ", " << count);
      const std::string complaint = complaints(R"("size": [)" + std::to_string(size.width) + ", " +
                                               std::to_string(size.height) + R"(], "touches": [)" + list + "]");
      CHECK((complaint.find("presses of what hangs together at once") != std::string::npos) == (count > most));
      if (count <= most) CHECK(complaint.empty());
    }
  }
}

TEST_CASE("who opens a scene in another size is told what would be too much in it, as if the file said that size") {
  const TemporaryFolder folder;
  const std::string file = (folder / "scene.json").string();
  std::mt19937 dice(3);
  const auto any = [&](int least, int most) { return std::uniform_int_distribution(least, most)(dice); };
  int refused = 0;
  for (int i = 0; i < 30; ++i) {
    const GridSize size{any(1, 1200), any(1, 1200)};
    const std::string kinds[] = {R"("paint": [{"shape": "all", "material": "sand", "tick": 9})",
                                 R"("forces": [{"at": [0, 0], "radius": 512, "outward": 1, "tick": 9})",
                                 R"("touches": [{"at": [0, 0], "radius": 3, "press": true, "tick": 9})"};
    const std::string& list = kinds[any(0, 2)];
    std::string keys = list;
    for (int more = any(0, 120); more > 0; --more) keys += ", " + list.substr(list.find('{'));
    const auto text = [&](GridSize of) {
      return R"({"format": "quicksand-scene/1", "size": [)" + std::to_string(of.width) + ", " +
             std::to_string(of.height) + "], " + keys + "]}";
    };
    REQUIRE(write_file_atomically(file, text({1, 1})).ok());
    WorldRequest request;
    request.scene = file;
    CHECK(open_world(request).ok());
    request.size = size;
    const Result<OpenedWorld> opened = open_world(request);
    INFO(keys.substr(0, 80) << " in " << size.width << " x " << size.height);
    CHECK(opened.ok() == parse_scene(text(size), file, world_kinds()).ok());
    if (opened) continue;
    ++refused;
    CHECK(opened.failure().text().find(file + ": \"") == 0);
  }
  CHECK(refused > 5);
  CHECK(refused < 25);
}

TEST_CASE("a scene has as many signs and as long hints as a window shows, and says so where it has more") {
  const auto problem_of = [](const std::string& keys) {
    const Result<Scene> scene = parse_scene(R"({"format": "quicksand-scene/1", )" + keys + "}", "f", world_kinds());
    return scene ? "" : scene.failure().text();
  };
  const auto signs = [](size_t count) {
    std::string text;
    for (size_t i = 0; i < count; ++i) text += (i > 0 ? ", " : "") + std::string(R"({"at": [1, 2], "text": "here"})");
    return "\"signs\": [" + text + "]";
  };
  CHECK(problem_of(signs(500)) == "");
  CHECK(problem_of(signs(501)).find("a world has at most 500 signs") != std::string::npos);
  CHECK(problem_of("\"hints\": \"" + std::string(1000, 'w') + "\"") == "");
  CHECK(
      problem_of("\"hints\": [\"short\", \"" + std::string(1001, 'w') + "\"]").find("a hint has at most 1000 bytes") !=
      std::string::npos);
  std::string hints = "\"hints\": [\"a\"";
  for (int i = 0; i < 50; ++i) hints += ", \"a\"";
  CHECK(problem_of(hints + "]").find("there are more than 50 hints") != std::string::npos);
}

// Or a save of a few kB, which may be a stranger's, would have thousands of folders looked for.
TEST_CASE("a scene names so many mods at most, and so does who plays it") {
  const auto problem_of = [](size_t count) {
    std::string names = "\"m0\"";
    for (size_t i = 1; i < count; ++i) names += ", \"m" + std::to_string(i) + "\"";
    const Result<Scene> scene =
        parse_scene(R"({"format": "quicksand-scene/1", "mods": [)" + names + "]}", "f", world_kinds());
    return scene ? "" : scene.failure().text();
  };
  CHECK(problem_of(kMostMods) == "");
  CHECK(problem_of(kMostMods + 1).find("f:1:") == 0);
  CHECK(problem_of(kMostMods + 1).find("a scene names at most 100 mods") != std::string::npos);
  const auto asked = load_mods(std::vector<std::string>(kMostMods + 1, "m"));
  REQUIRE_FALSE(asked.ok());
  CHECK(asked.failure().text() == "at most 100 mods are played at once");
}
