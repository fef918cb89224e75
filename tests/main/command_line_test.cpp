#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "io/files.h"
#include "io/json_document.h"
#include "io/temporary_folder.h"
#include "main/picture.h"
#include "main/program.h"

using namespace quicksand;

TEST_CASE("a report on stdout is JSON with every key, and nothing else") {
  const Output output =
      quicksand_stdout("--headless --scene dense-mixed --size 200x100 --ticks 20 --seed 1 --hash-every 5 --report -");
  CHECK(output.exit_code == 0);
  const auto report = parse_json(output.text, "report");
  INFO(output.text);
  REQUIRE(report.ok());
  for (const char* key : {"format",
                          "version",
                          "scene",
                          "size",
                          "seed",
                          "ticks",
                          "ended",
                          "threads",
                          "kernel",
                          "seconds",
                          "ticks_per_second",
                          "cells_per_second",
                          "changed_cells_per_second",
                          "active_cells_per_tick",
                          "tick_ms",
                          "state_hash",
                          "hashes",
                          "counts",
                          "airborne",
                          "materials",
                          "peak_rss_mb"}) {
    INFO(key);
    CHECK(report->find(key) != nullptr);
  }
  CHECK(report->find("format")->string() == "quicksand-report/1");
  CHECK(report->find("ticks")->integer == 20);
  CHECK(report->find("hashes")->items().size() == 4);
  CHECK(report->find("hashes")->items().back().string() == report->find("state_hash")->string());
  CHECK(report->find("state_hash")->string().size() == 16);
  CHECK(report->find("tick_ms")->find("p99") != nullptr);
}

TEST_CASE("the state hash is the same on every run, with any threads and kernel", "[thorough]") {
  const auto hash = [](const std::string& more) {
    const Output output = quicksand_stdout("--headless --scene oasis --ticks 120 --report - " + more);
    const auto report = parse_json(output.text, "report");
    REQUIRE(report.ok());
    return report->find("state_hash")->string();
  };
  const std::string first = hash("");
  CHECK(hash("") == first);
  CHECK(hash("--threads 1") == first);
  CHECK(hash("--threads 3") == first);
  CHECK(hash("--kernel reference") == first);
  CHECK(hash("--seed 99") != first);
}

TEST_CASE("a headless run writes picture, save and planes") {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  const Output output =
      quicksand_stderr("--headless --scene u-tube --frames 2 --display plain --screenshot " + at + "/p.png --save " +
                       at + "/s.png --dump material=" + at + "/m.pgm --dump grain_seed=" + at + "/t.pgm");
  CHECK(output.exit_code == 0);
  CHECK(output.text.empty());
  CHECK(decode_picture(*read_file(folder / "p.png", 1 << 24), "p")->size == GridSize{160, 160});
  const std::string material = *read_file(folder / "m.pgm", 1 << 24);
  CHECK(material.rfind("P5\n160 160\n255\n", 0) == 0);
  CHECK(material.size() == 15 + 160 * 160);
  CHECK(material[15] == 2);  // stone, the first after void and wall
  // The save is a scene in its turn.
  const Output again = quicksand_stdout("--headless --ticks 0 --report - --scene " + at + "/s.png");
  CHECK(parse_json(again.text, "report").ok());
  CHECK(quicksand_stdout("--check " + at + "/s.png").exit_code == 0);
}

TEST_CASE("a headless run writes the grains in the air as a table, as many as the report counts") {
  const TemporaryFolder folder;
  for (const std::string scene : {"fountain", "pile-of-discs", "dunes-barchan", "u-tube"}) {
    const std::string file = (folder / (scene + ".csv")).string();
    const Output output =
        quicksand_stdout("--headless --scene " + scene + " --ticks 60 --report - --dump grains=" + file);
    REQUIRE(output.exit_code == 0);
    const auto report = parse_json(output.text, "report");
    REQUIRE(report.ok());
    int64_t counted = 0;
    for (const JsonMember& count : report->find("airborne")->members()) counted += count.value.integer;
    std::istringstream table(*read_file(file, 1 << 24));
    std::string line;
    REQUIRE(std::getline(table, line));
    CHECK(line == "id,material,x,y,vx,vy,wetness");
    int64_t lines = 0;
    while (std::getline(table, line)) {
      REQUIRE(std::count(line.begin(), line.end(), ',') == 6);
      REQUIRE(line.rfind(std::to_string(lines) + ",", 0) == 0);
      ++lines;
    }
    INFO(scene);
    CHECK(lines == counted);
    CHECK((counted > 0) == (scene != "u-tube"));
  }
}

TEST_CASE("a headless picture shows what its options say") {
  const TemporaryFolder folder;
  const Image plain = picture(folder, "--display plain");
  CHECK(picture(folder, "--renderer cpu").rgba == plain.rgba);
  CHECK(picture(folder, "--display activity").rgba != plain.rgba);
  CHECK(picture(folder, "--display plain --scale 2").size == GridSize{320, 320});
  CHECK(picture(folder, "--display plain --patterns").rgba != plain.rgba);
  CHECK(picture(folder, "--display plain --colours distinct").rgba != plain.rgba);
  CHECK(picture(folder, "--display highlight --highlight water").rgba !=
        picture(folder, "--display highlight --highlight stone").rgba);
  const std::string refused =
      complaint("--headless --display fancy --renderer cpu --screenshot " + folder.path().string() + "/x.png");
  CHECK(holds(refused, "--display fancy needs OpenGL"));
}

TEST_CASE("a recording is an animation at the speed of the world, the same in every run") {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  for (const char* file : {"/a.gif", "/b.gif"})
    REQUIRE(quicksand_stderr("--headless --effects low --scene u-tube --ticks 81 --every 3 --record " + at + file)
                .exit_code == 0);
  CHECK(*read_file(folder / "a.gif", 1 << 24) == *read_file(folder / "b.gif", 1 << 24));
  // The start and a picture every 12 ticks, 7.5 hundredths of a second, read by somebody else.
  const Output read = shell("identify -format '%wx%h+%T ' " + at + "/a.gif");
  CHECK(read.text == "160x160+7 160x160+8 160x160+7 160x160+8 160x160+7 160x160+8 160x160+7 ");
  // Where it cannot be written is said at once: this run would take hours.
  const Output refused =
      quicksand_stderr("--headless --scene dense-all --ticks 9000000 --record " + at + "/a.gif/b.gif");
  CHECK(refused.exit_code == 2);
  CHECK(holds(refused.text, "/a.gif/b.gif"));
  CHECK(quicksand_stderr("--headless --every 3").exit_code == 2);  // of what?
}

TEST_CASE("a recording is pictures with numbers where its name says so") {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  REQUIRE(quicksand_stderr("--headless --scene u-tube --ticks 24 --display plain --record " + at + "/new/run.png")
              .exit_code == 0);
  int pictures = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "new")) pictures += entry.exists() ? 1 : 0;
  CHECK(pictures == 4);
  for (const int tick : {0, 8, 16, 24}) {
    const std::string file = "new/run-0000" + std::to_string(tick / 8 + 1) + ".png";
    REQUIRE(quicksand_stderr("--headless --scene u-tube --display plain --ticks " + std::to_string(tick) +
                             " --screenshot " + at + "/one.png")
                .exit_code == 0);
    CHECK(*read_file(folder / file, 1 << 24) == *read_file(folder / "one.png", 1 << 24));
  }
  CHECK(holds(complaint("--headless --record film.mp4"), "'film.mp4' must end in .gif, or in .png"));
}

TEST_CASE("a scene file that is not the game's own runs, with materials beside it") {
  const TemporaryFolder folder;
  REQUIRE(write_file_atomically(folder / "mine.json", R"({"format": "quicksand-materials/1", "materials": [
    {"name": "goo", "colour": "#ff00aa", "density": 50, "friction": 3, "liquid": true}]})")
              .ok());
  REQUIRE(write_file_atomically(folder / "scene.json", R"({"format": "quicksand-scene/1", "size": [50, 40],
    "materials": "mine.json", "paint": [{"shape": "circle", "at": [25, 10], "radius": 5, "material": "goo"}]})")
              .ok());
  const Output output =
      quicksand_stdout("--headless --ticks 50 --report - --scene " + (folder / "scene.json").string());
  const auto report = parse_json(output.text, "report");
  REQUIRE(report.ok());
  // Lattice points within a radius of 5.5, a few of which splash.
  const JsonValue* const drops = report->find("airborne")->find("goo");
  CHECK(report->find("counts")->find("goo")->integer + (drops ? drops->integer : 0) == 97);
}

TEST_CASE(
    "a scene is known by what it begins with, whatever its file is called and whatever comments stand before it") {
  const TemporaryFolder folder;
  const std::string scene = R"({"format": "quicksand-scene/1", "size": [20, 10]})";
  const std::string beginnings[] = {"", "\n \t", "// one\n// two\n", "/* one\n two */", "/**/ // and\n/* { */\n"};
  for (const std::string& beginning : beginnings)
    for (const char* const name : {"scene", "scene.txt", "scene.png", "scene.json"}) {
      INFO(beginning << name);
      REQUIRE(write_file_atomically(folder / name, beginning + scene).ok());
      CHECK(quicksand_stdout("--headless --ticks 1 --report - --scene " + (folder / name).string()).exit_code == 0);
    }
  for (const char* const broken : {"/* no end", "//", "/*/ {"}) {
    REQUIRE(write_file_atomically(folder / "broken", broken).ok());
    CHECK(holds(complaint("--headless --ticks 1 --scene " + (folder / "broken").string()), "broken: "));
  }
}

TEST_CASE("mistakes on the command line exit with 2 and name the word") {
  CHECK(holds(complaint("--bogus"), "--bogus"));
  CHECK(holds(complaint("--headless --ticks -4"), "-4"));
  CHECK(holds(complaint("--headless --ticks 3x"), "'3x'"));
  CHECK(holds(complaint("--headless --threads 0"), "'0' is not a whole number from 1 to 256"));
  CHECK(holds(complaint("--headless --size 0x5"), "'0x5'"));
  CHECK(holds(complaint("--headless --display rosy --screenshot x.png"), "'rosy'; it is fancy, plain, activity, "));
  CHECK(holds(complaint("--headless --effects huge --screenshot x.png"),
              "'huge'; it is low, medium, high, very-high or ultra"));
  CHECK(
      holds(complaint("--headless --effects high,glow=1 --screenshot x.png"), "'glow=1'; there is blur, edges, light"));
  CHECK(holds(complaint("--headless --effects high,bloom=3 --screenshot x.png"), "bloom=N, with N from 0 to 2"));
  CHECK(holds(complaint("--headless --effects blur=1,light=0,blur=2 --screenshot x.png"), "'blur' is named twice"));
  CHECK(holds(complaint("--headless --screenshot x.png --display highlight"), "--highlight MATERIAL"));
  CHECK(holds(complaint("--headless --screenshot x.png --highlight sand"), "--display highlight"));
  CHECK(
      holds(complaint("--headless --screenshot x.png --display highlight --highlight sant"), "did you mean \"sand\""));
  CHECK(holds(complaint("--headless --patterns"), "--screenshot or --record"));
  CHECK(holds(complaint("--headless --screenshot x.png --effects low --renderer cpu"), "--display fancy"));
  CHECK(holds(complaint("--headless --size 1500x40 --screenshot x.png --scale 3"), "at most --scale 2 fits"));
  CHECK(holds(complaint("--headless --record /tmp/.png"), "must end in"));
  CHECK(holds(complaint("--headless --scale 65"), "'65' is not a whole number from 1 to 64"));
  CHECK(holds(complaint("--headless --size 99999x99999"), "'99999x99999'"));
  CHECK(holds(complaint("--headless --kernel fast"), "there is no kernel 'fast'"));
  CHECK(holds(complaint("--headless --scene hourglas"), "did you mean \"hourglass\""));
  CHECK(holds(complaint("--headless --scene /no/such.json"), "/no/such.json: there is no such file"));
  CHECK(holds(complaint("--headless --materials cores"), "did you mean \"core\""));
  CHECK(holds(complaint("--headless --dump heat=x"), "there is no plane \"heat\""));
  CHECK(holds(complaint("--headless --dump heat"), "PLANE=FILE"));
  const Output windowed = shell("env -u DISPLAY -u WAYLAND_DISPLAY " QUICKSAND_PROGRAM " --report - 2>&1 >/dev/null");
  CHECK(windowed.exit_code == 2);
  CHECK(holds(windowed.text, "--headless"));
  CHECK(holds(complaint("--headless --hash-every 5"), "--report"));
  CHECK(holds(complaint("--headless --ui-scale 2"), "--ui-scale"));
  for (const std::string scale : {"nan", "inf", "0.5", "3.1", "1x", "-2"})
    CHECK(holds(complaint("--ui-scale=" + scale), "'" + scale + "' is not a number from 1 to 3, like 1.5"));
  CHECK(holds(complaint("--headless --ticks 1 --frames 1"), "--frames"));
  CHECK(holds(complaint("--headless --ticks 1 --screenshot /proc/none/p.png"), "/proc/none/p.png"));
}

TEST_CASE("checking a file prints findings with their place") {
  const TemporaryFolder folder;
  const std::string file = (folder / "bad.json").string();
  REQUIRE(write_file_atomically(file,
                                "{\"format\": \"quicksand-materials/1\",\n \"materials\": [{\"name\": \"a\", "
                                "\"colour\": \"#123456\", \"density\": 5000}]}")
              .ok());
  const Output output = quicksand_stdout("--check " + file);
  CHECK(output.exit_code == 2);
  CHECK(output.text == file + ":2:62: \"density\" must be from -1000 to 1000, not 5000\n");
}

TEST_CASE("who takes a picture of a long world is told how many cells a pixel of it stands for") {
  const TemporaryFolder folder;
  const std::string scene = (folder / "wide.json").string();
  for (const auto& [width, told] : {std::pair(4096, ""), {4097, "2x2"}, {9000, "3x3"}, {16384, "4x4"}}) {
    REQUIRE(
        write_file_atomically(scene, R"({"format": "quicksand-scene/1", "size": [)" + std::to_string(width) + ", 4]}")
            .ok());
    INFO(width);
    const Output taken = quicksand_stderr("--headless --no-progress --ticks 1 --display plain --scene " + scene +
                                          " --screenshot " + (folder / "wide.png").string());
    CHECK(taken.exit_code == 0);
    CHECK((*told == 0 ? taken.text.empty() : holds(taken.text, std::string("a pixel stands for ") + told)));
    CHECK(quicksand_stderr("--headless --no-progress --ticks 1 --scene " + scene).text.empty());
  }
}

TEST_CASE("a path that is not UTF-8 does not end the program") {
  const TemporaryFolder folder;
  const std::string file = (folder / "b\xff.json").string();
  REQUIRE(write_file_atomically(file, "{\"format\": \"quicksand-scene/1\", \"size\": [8, 8]}").ok());
  CHECK(quicksand_stdout("--headless --report - --scene '" + file + "'").exit_code == 0);
}

TEST_CASE("lists and version print") {
  CHECK(holds(quicksand_stdout("--list-scenes").text, "hourglass"));
  CHECK(holds(quicksand_stdout("--list-materials").text, "acid"));
  CHECK(holds(quicksand_stdout("--list-kernels").text, "reference"));
  CHECK(holds(quicksand_stdout("--version").text, "quicksand 0."));
  CHECK(holds(quicksand_stdout("--help").text, "--headless"));
}

TEST_CASE("the game's own materials keep all bounds of the report card", "[.slow]") {
  const Output run = quicksand_stdout("--quality");
  CHECK(run.exit_code == 0);
  CHECK(holds(run.text, "All bounds are kept."));
}

TEST_CASE("the report card prints a table and writes JSON, and counts the bounds that are not kept", "[long]") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "card.json").string();
  // Liquids that sort, and one of each kind of what is measured of matter.
  REQUIRE(write_file_atomically(folder / "good.json", R"({"format": "quicksand-materials/1", "materials": [
      {"name": "tea", "colour": "#804020", "density": 100, "friction": 5, "liquid": true, "conducts": 0.4,
       "cold": {"below": 0, "into": "sorbet", "latent": 80}, "hot": {"above": 100, "into": "haze", "latent": 200}},
      {"name": "sorbet", "colour": "#c0a080", "static": true, "hot": {"above": 0, "into": "tea", "latent": 80}},
      {"name": "haze", "colour": "#e0e0e0", "density": -40, "friction": 3, "cold": {"below": 100, "into": "tea", "latent": 200}},
      {"name": "wick", "colour": "#a08a5c", "static": true, "conducts": 0.4, "burns": {"above": 150, "lasts": 0.4, "heat": 2500}},
      {"name": "cracker", "colour": "#c8402f", "static": true, "explodes": {"above": 200}},
      {"name": "fume", "colour": "#444444", "density": -20, "friction": 2, "fades": 300},
      {"name": "cell", "colour": "#7fae3f", "static": true, "electric": {"source": 8}},
      {"name": "wire", "colour": "#b87333", "static": true, "electric": {"conducts": true}}]})")
              .ok());
  const Output run =
      quicksand_stdout("--quality --brief --materials " + (folder / "good.json").string() + " --json " + file);
  REQUIRE(run.exit_code == 0);
  CHECK(holds(run.text, "All bounds are kept."));
  for (const char* check : {"enthalpy", "half-life", "fire", "fuse", "blast", "spark"}) CHECK(holds(run.text, check));
  const Result<JsonValue> card = parse_json(*read_file(file, 1 << 20), file);
  REQUIRE(card.ok());
  CHECK(card->find("format")->string() == "quicksand-quality/1");
  CHECK(card->find("failures")->integer == 0);

  // A fuse that rots while it burns has gaps before a fire has come through a thousand cells of it.
  REQUIRE(write_file_atomically(folder / "rots.json",
                                R"({"format": "quicksand-materials/1", "materials": [
      {"name": "wick", "colour": "#a08a5c", "static": true, "conducts": 0.4, "decays": {"half_life": 200, "into": "void"},
       "burns": {"above": 150, "lasts": 0.4, "heat": 2500}}]})")
              .ok());
  const Output other = quicksand_stdout("--quality --brief --materials " + (folder / "rots.json").string());
  CHECK(other.exit_code == 3);
  CHECK(holds(other.text, "wick"));
  CHECK(holds(other.text, "1 of "));
  CHECK(quicksand_stderr("--quality --materials /there/is/no/such/file.json").exit_code == 2);
}

TEST_CASE("sparks are on the card of a set that has some, and of what a single one goes through", "[long]") {
  const TemporaryFolder folder;
  const std::string file = (folder / "cables.json").string();
  for (const bool has_source : {false, true}) {
    INFO((has_source ? "with" : "without") << " a source");
    REQUIRE(write_file_atomically(file, std::string(R"({"format": "quicksand-materials/1", "materials": [
      {"name": "cable", "colour": "#b87333", "static": true, "electric": {"conducts": true, "rests": 0.1}},
      {"name": "either", "colour": "#d9c24a", "static": true, "electric": {"conducts": true, "lights_at": [1, 2]}},
      {"name": "both", "colour": "#d9c25a", "static": true, "electric": {"conducts": true, "lights_at": [2, 3]}},
      {"name": "filings", "colour": "#808080", "density": 300, "friction": 2, "electric": {"conducts": true}},
      {"name": "brine", "colour": "#80c0c0", "density": 100, "friction": 5, "liquid": true, "electric": {"conducts": true}},
      {"name": "plasma", "colour": "#c080c0", "density": -20, "friction": 3, "electric": {"conducts": true}},
      {"name": "sponge", "colour": "#c0c080", "density": 200, "friction": 2, "electric": {"conducts": true},
       "absorbs": "brine", "wet_threshold": 90})") +
                                            (has_source ? R"(,
      {"name": "cell", "colour": "#7fae3f", "density": 200, "friction": 2, "electric": {"source": 8}})"
                                                        : "") +
                                            "]}")
                .ok());
    const Output run = quicksand_stdout("--quality --brief --materials " + file);
    CHECK(run.exit_code == 0);
    std::istringstream rows(run.text);
    std::string measured;
    for (std::string check, subject, row; std::getline(rows, row);)
      if (std::istringstream(row) >> check >> subject && check == "spark") measured += subject + " ";
    CHECK(measured == (has_source ? "cable either filings brine plasma sponge " : ""));
  }
}

TEST_CASE("the benchmark prints a table and writes JSON", "[threads][thorough]") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "figures.json").string();
  const Output run = quicksand_stdout("--benchmark --brief --json " + file);
  REQUIRE(run.exit_code == 0);
  CHECK(run.text.find("times as fast as FastSAB") != std::string::npos);
  CHECK(run.text.find("reference") != std::string::npos);
  CHECK(quicksand_stderr("--json " + file).exit_code == 2);
  CHECK(quicksand_stderr("--benchmark --brief --json /there/is/no/such/folder/x.json").exit_code == 2);
}

TEST_CASE("what asks for no world refuses words that would have no effect, and names them") {
  for (const std::string option : {"--benchmark", "--quality", "--list-scenes", "--list-materials", "--list-kernels",
                                   "--schema scene", "--check README.md"}) {
    INFO(option);
    if (!option.starts_with("--check")) CHECK(holds(complaint(option + " /some/file"), "--scene /some/file"));
    CHECK(holds(complaint("--scene hourglass " + option), "--scene hourglass"));
    CHECK(holds(complaint(option + " --threads 2"), "--threads 2"));
    CHECK(holds(complaint(option + " --headless"), "--headless"));
    CHECK(holds(complaint(option + " --headless --ticks 5"), option.substr(0, option.find(' ')) + " excludes --"));
    if (option != "--quality") CHECK(holds(complaint(option + " --materials core"), "--materials core"));
    if (option != "--quality") CHECK(holds(complaint("--quality " + option), "excludes"));
    if (option != "--quality" && option != "--benchmark") CHECK(holds(complaint(option + " --brief"), "--brief"));
  }
}

TEST_CASE("a schema stands alone on stdout, and one that there is not is refused by its name") {
  for (const char* name : {"materials", "scene", "mod", "layer"}) {
    const Output output = quicksand_stdout(std::string("--schema ") + name);
    CHECK(output.exit_code == 0);
    const auto schema = parse_json(output.text, name);
    REQUIRE(schema.ok());
    REQUIRE(schema->find("$schema"));
    CHECK(schema->find("$schema")->string() == "https://json-schema.org/draft/2020-12/schema");
    CHECK(quicksand_stderr(std::string("--schema ") + name).text.empty());
  }
  CHECK(holds(complaint("--schema sceen"), "there is no schema 'sceen'; there is materials, scene, mod or layer"));
  CHECK(quicksand_stdout("--schema sceen").text.empty());
}

TEST_CASE("a changed material is played, in a run and from what it leaves behind, a wrong one is named") {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  const auto hash = [](const std::string& arguments) {
    const Output output = quicksand_stdout("--headless --report - " + arguments);
    const auto report = parse_json(output.text, "report");
    INFO(arguments);
    REQUIRE(report.ok());
    return report->find("state_hash")->string();
  };
  const std::string set = " --set sand.friction=5 --set 'water.hot={\"above\": 60, \"into\": \"steam\"}'";
  const std::string changed = hash("--scene sandcastle --ticks 60" + set);
  CHECK(changed != hash("--scene sandcastle --ticks 60"));
  hash("--scene sandcastle --ticks 60 --save " + at + "/r.json" + set);
  hash("--scene sandcastle --ticks 25 --save " + at + "/s.png" + set);
  CHECK(hash("--scene " + at + "/r.json") == changed);
  CHECK(hash("--scene " + at + "/s.png --ticks 35") == changed);
  // A scene's name behind it is a scene's name.
  CHECK(hash("--ticks 4 --set sand.friction=5 sandcastle") ==
        hash("--ticks 4 --set sand.friction=5 --scene sandcastle"));
  CHECK(holds(complaint("--headless --set sand.fricton=5"),
              "--set sand.fricton=5: unknown key \"fricton\" (did you mean"));
  CHECK(holds(complaint("--headless --set snad.friction=5"), "did you mean \"sand\"?"));
  CHECK(holds(complaint("--headless --set sand.friction"), "--set: 'sand.friction' is not of the form"));
  CHECK(holds(complaint("--benchmark --set sand.friction=5"), "--set"));
}

TEST_CASE("names that are empty, options that are misspelt, and folders that are not there are refused") {
  const TemporaryFolder folder;
  for (const std::string option : {"--materials", "--scene", "--headless --save", "--headless --report", "--check",
                                   "--headless --screenshot x.png --effects"}) {
    const Output said = quicksand_stderr(option + " ''");
    CHECK(said.exit_code == 2);
    CHECK(holds(said.text, "the name is empty"));
  }
  CHECK(holds(quicksand_stderr("--headles --tics 3").text,
              "there is no option '--headles' (did you mean \"--headless\"?)"));
  CHECK(holds(quicksand_stderr("--headless --ticks=3 --sead=4").text,
              "there is no option '--sead=4' (did you mean \"--seed\"?)"));
  const std::string away = (folder / "nowhere/a.png").string();
  const Output said = quicksand_stderr("--headless --screenshot " + away);
  CHECK(said.exit_code == 2);
  CHECK(holds(said.text, "there is no folder"));
  CHECK_FALSE(std::filesystem::exists(folder / "nowhere"));
}

TEST_CASE("what cannot be told on stdout is no success") {
  for (const std::string command : {"--help", "--version", "--list-scenes", "--list-materials", "--list-kernels",
                                    "--schema scene", "--check " QUICKSAND_SOURCE "/assets/scenes/oasis.json"}) {
    const Output said = shell(QUICKSAND_PROGRAM " " + command + " 2>&1 >/dev/full");
    INFO(command);
    CHECK(said.exit_code == 2);
    CHECK(holds(said.text, "stdout cannot be written"));
  }
}

TEST_CASE("tools/play without a display makes the demo of a game, and does all that needs no window as it is told") {
  // A tree in which nothing is installed or built, and the program says what it was started with.
  const TemporaryFolder folder;
  const std::string tree = folder.path().string();
  REQUIRE(shell("mkdir -p " + tree + "/tools " + tree + "/bin " + tree +
                "/build/release && cp " QUICKSAND_SOURCE "/tools/play " + tree + "/tools && cd " + tree +
                " && printf '#!/bin/sh\n' | tee tools/install_packages >bin/cmake && "
                "printf '#!/bin/sh\necho \"$@\"\n' >build/release/quicksand && "
                "chmod +x tools/install_packages bin/cmake build/release/quicksand")
              .exit_code == 0);
  const auto played = [&](const std::string& words) {
    return shell("cd " + tree + " && env -u DISPLAY -u WAYLAND_DISPLAY PATH=" + tree + "/bin:$PATH tools/play " +
                 words + " 2>/dev/null")
        .text;
  };
  CHECK(played("").starts_with("--headless --ticks 1600 --screenshot "));
  const std::set<std::string> of_games{"--scene",   "--materials", "--mod",    "--set",      "--size",     "--seed",
                                       "--threads", "--run",       "--kernel", "--ui-scale", "--renderer", "--report"};
  std::istringstream help(quicksand_stdout("--help").text);
  int others = 0;
  for (std::string line; std::getline(help, line) && !line.starts_with("With --headless");) {
    const size_t start = line.find("--");
    if (line.substr(0, 3) != "  -" || start > 6) continue;
    const std::string option = line.substr(start, line.find(' ', start) - start);
    INFO(option);
    if (of_games.contains(option)) {
      CHECK(played(option + " it").starts_with("--headless --ticks 1600 --screenshot "));
    } else if (option != "--json" && option != "--brief") {  // of others, that come with one of these
      ++others;
      CHECK(played(option) == option + "\n");
      CHECK(played("--seed 3 " + option + "=it") == "--seed 3 " + option + "=it\n");
    }
  }
  CHECK(others >= 9);
  CHECK(played("--seed 3 --ui-scale 2 --ui-scale=3").starts_with("--headless --ticks 1600 --screenshot "));
  CHECK(played("--seed 3 --ui-scale 2 --ui-scale=3").ends_with(".png --seed 3\n"));
  for (const std::string length : {"--ticks 5", "--ticks=5", "--frames 5", "--replay"})
    CHECK(played(length + " --screenshot a.png") == "--headless " + length + " --screenshot a.png\n");
  CHECK(played("--headless --ticks 3") == "--headless --ticks 3\n");
}

TEST_CASE("several files are checked, each") {
  const TemporaryFolder folder;
  const std::string good = QUICKSAND_SOURCE "/assets/scenes/oasis.json";
  const std::string bad = (folder / "bad.json").string();
  REQUIRE(write_file_atomically(bad, "{").ok());
  const Output said = quicksand_stdout("--check " + good + " " + bad + " " + good);
  CHECK(said.exit_code == 2);
  CHECK(holds(said.text, bad + ":1:2: not valid JSON"));
  const size_t first = said.text.find(good + ": no mistakes found");
  REQUIRE(first != std::string::npos);
  CHECK(said.text.find(good + ": no mistakes found", first + 1) != std::string::npos);
  CHECK(quicksand_stdout("--check " + good + " " + good).exit_code == 0);
}

TEST_CASE("the option --inspect tells all of a cell on stdout, and what is no cell is refused") {
  for (const char* const scene : {"sand-pile", "dunes-barchan"}) {
    const Output output =
        quicksand_stdout(std::string("--headless --ticks 2 --inspect 3,2 --inspect 4,3 --scene ") + scene);
    INFO(output.text);
    CHECK(output.exit_code == 0);
    CHECK(output.text.starts_with("(3, 2) "));
    CHECK(holds(output.text, "\n(4, 3) "));
    CHECK(holds(output.text, ", at tick 2\n"));
    CHECK(holds(output.text, "Awake or asleep\n"));
  }
  CHECK(
      holds(complaint("--headless --scene example-1 --inspect 4000,2"), "there is no cell (4000, 2): in this world x"));
  CHECK(holds(complaint("--headless --inspect 3:2"), "'3:2' is not a cell, like 120,80"));
  CHECK(holds(complaint("--headless --inspect 3,2 --report -"), "--inspect"));
  CHECK(holds(complaint("--inspect 3,2"), "--headless"));
}

TEST_CASE("with files of the game missing, cut short or spoiled it says so, or does without") {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  REQUIRE(shell("cp -r " QUICKSAND_PROGRAM " " QUICKSAND_SOURCE "/shaders " + at + " && mkdir -p " + at +
                "/assets/scenes && cp -r " QUICKSAND_SOURCE "/assets/materials " + at +
                "/assets && cp " QUICKSAND_SOURCE "/assets/scenes/hourglass.json " + at + "/assets/scenes")
              .exit_code == 0);
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
    if (entry.is_regular_file() && entry.path().filename() != "quicksand") files.push_back(entry.path());
  std::ranges::sort(files);
  const std::string run = "cd / && " + at + "/quicksand --headless --scene hourglass --ticks 2 ";
  REQUIRE(shell(run + "2>&1").exit_code == 0);
  std::vector<std::filesystem::path> hit = files;  // some of the shaders, and all else
  std::erase_if(hit, [](const auto& file) { return file.extension() != ".json" && file.stem() != "cells"; });
  for (const std::filesystem::path& file : hit) {
    const Result<std::string> text = read_file(file, 1 << 24);
    REQUIRE(text.ok());
    const auto check = [&](const std::string& harm) {
      INFO(harm << " " << file.filename());
      const bool is_shader = file.extension() != ".json";
      const Output output =
          shell(run + (is_shader ? "--display plain --renderer gl --screenshot " + at + "/x.png " : "") + "2>&1");
      INFO(output.text);
      CHECK((output.exit_code == 0 || output.exit_code == 2));
      if (output.exit_code == 2) CHECK(holds(output.text, "quicksand: "));
    };
    std::filesystem::remove(file);
    check("without");
    REQUIRE(write_file_atomically(file, text->substr(0, text->size() / 3)).ok());
    check("a third of");
    REQUIRE(write_file_atomically(file, std::string(100, '\0')).ok());
    check("zeros as");
    REQUIRE(write_file_atomically(file, *text).ok());
  }
  // And whole folders.
  for (const char* const gone : {"shaders", "assets/scenes", "assets/materials"}) {
    std::filesystem::rename(folder / gone, folder / "away");
    std::filesystem::create_directory(folder / gone);
    const Output output = shell(run + "2>&1");
    INFO("without " << gone << "\n" << output.text);
    CHECK((output.exit_code == 0 || output.exit_code == 2));
    if (output.exit_code == 2) CHECK(holds(output.text, "quicksand: "));
    std::filesystem::remove(folder / gone);
    std::filesystem::rename(folder / "away", folder / gone);
  }
}
