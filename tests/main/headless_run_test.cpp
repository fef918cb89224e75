// Runs without a window: when they end, and what they write, or cannot.
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "io/files.h"
#include "io/json_document.h"
#include "io/png.h"
#include "io/temporary_folder.h"
#include "main/program.h"

using namespace quicksand;

// With sanitizers a program takes all addresses that there are.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("where there is too little memory to write one file the others are written all the same", "[thorough]") {
  const TemporaryFolder folder;
  int runs = 0;
  int without_save = 0;
  for (int kilobytes = 60'000;; kilobytes += 4'000) {
    REQUIRE(++runs < 200);
    const std::string at = (folder / std::to_string(kilobytes)).string();
    const Output said = shell("mkdir " + at + " && ulimit -v " + std::to_string(kilobytes) +
                              " && " QUICKSAND_PROGRAM
                              " --headless --threads 1 --scene rain --size 1500x1000 --ticks 1 "
                              "--counts-every 1 --csv " +
                              at + "/c.csv --save " + at + "/s.png --report " + at + "/r.json 2>&1");
    if (said.exit_code == 0) break;
    INFO(kilobytes << " kB: " << said.text);
    CHECK(said.exit_code == 2);
    CHECK(said.text.find("memory") != std::string::npos);
    if (said.text.find("opened here") != std::string::npos) continue;
    ++without_save;
    CHECK(std::filesystem::exists(at + "/c.csv"));
    CHECK(std::filesystem::exists(at + "/r.json"));
  }
  CHECK(without_save > 0);
}
#endif

TEST_CASE("the memory that a run reports is that of all it did, its files included", "[thorough]") {
  const TemporaryFolder folder;
  const auto held = [&](const std::string& more) {
    const Output run = quicksand_stdout("--headless --scene rain --size 3000x2000 --ticks 1 --report - " + more);
    REQUIRE(run.exit_code == 0);
    const Result<JsonValue> report = parse_json(run.text, "report");
    REQUIRE(report.ok());
    return report->find("peak_rss_mb")->real();
  };
  // Its cells have at least four bytes each, and all are packed at once.
  CHECK(held("--save " + (folder / "s.png").string()) > held("") + 20);
}

TEST_CASE("a run ends when its condition holds, and says with its exit code when it does not") {
  // Acid eats sand in this scene, a little in every tick.
  for (const int limit : {2300, 2000, 1500}) {
    INFO(limit);
    const Output output =
        quicksand_stdout("--headless --scene acid-bath --ticks 3000 --counts-every 1 --report - --until 'sand<" +
                         std::to_string(limit) + "'");
    CHECK(output.exit_code == 0);
    const auto report = parse_json(output.text, "report");
    REQUIRE(report.ok());
    CHECK(report->find("ended")->string() == "until");
    const JsonValue& sand = *report->find("counts_over_time")->find("counts")->find("sand");
    REQUIRE(sand.items().size() == static_cast<size_t>(report->find("ticks")->integer) + 1);
    REQUIRE(sand.items().size() > 1);
    for (size_t i = 0; i + 1 < sand.items().size(); ++i) CHECK(sand.items()[i].integer >= limit);
    CHECK(sand.items().back().integer < limit);
  }
  const Output at_once =
      quicksand_stdout("--headless --scene acid-bath --ticks 50 --report - --until 'sand>=0' --until 'lava=0'");
  CHECK(at_once.exit_code == 0);
  CHECK(holds(at_once.text, "\"ticks\": 0"));
  CHECK(quicksand_stdout("--headless --scene acid-bath --ticks 5 --until 'sand<1'").exit_code == 3);
  CHECK(quicksand_stdout("--headless --scene acid-bath --ticks 5 --until 'sand>0' --until 'lava>0'").exit_code == 3);
  CHECK(holds(complaint("--headless --ticks 1 --until 'snad<1'"), "did you mean \"sand\"?"));
  for (const char* const word :
       {"sand", "<5", "sand<", "sand<-1", "sand<1.5", "sand!5", "sand<<5", "sand=99999999999999999999"})
    CHECK(holds(complaint(std::string("--headless --ticks 1 --until '") + word + "'"), word));
}

TEST_CASE("a run with each of some seeds gives the reports, and the files, that the runs alone give", "[thorough]") {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  const Output all =
      quicksand_stdout("--headless --scene rain --seeds 4..6 --ticks 30 --report - --save " + at + "/w-{seed}.png");
  CHECK(all.exit_code == 0);
  const auto reports = parse_json(all.text, "report");
  REQUIRE(reports.ok());
  REQUIRE(reports->items().size() == 3);
  for (int seed = 4; seed <= 6; ++seed) {
    const Output one = quicksand_stdout("--headless --scene rain --ticks 30 --report - --seed " + std::to_string(seed));
    const auto report = parse_json(one.text, "report");
    REQUIRE(report.ok());
    const JsonValue& same = reports->items()[static_cast<size_t>(seed - 4)];
    CHECK(same.find("state_hash")->string() == report->find("state_hash")->string());
    CHECK(same.find("seed")->integer == seed);
    CHECK(std::filesystem::exists(folder / ("w-" + std::to_string(seed) + ".png")));
  }
  CHECK(holds(complaint("--headless --ticks 1 --seeds 1..2 --save " + at + "/w.png"), "{seed}"));
  // A recording of numbered pictures is many files.
  for (const char* const name : {"/r-00001.png", "/r-123456.png"})
    CHECK(holds(complaint("--headless --ticks 1 --record " + at + "/r.png --save " + at + name), "one file"));
  CHECK(quicksand_stdout("--headless --ticks 1 --record " + at + "/r.png --save " + at + "/r-1.png").exit_code == 0);
  for (const char* const word : {"1", "1..", "..2", "3..1", "a..b", "1..2..3", "0..10000", "-1..2"})
    CHECK(holds(complaint(std::string("--headless --ticks 1 --seeds ") + word), word));
}

TEST_CASE("counts over time are a table whose last row is what the report counts") {
  const TemporaryFolder folder;
  const std::string csv = (folder / "counts.csv").string();
  const Output output =
      quicksand_stdout("--headless --scene fountain --ticks 60 --counts-every 20 --report - --csv " + csv);
  const auto report = parse_json(output.text, "report");
  REQUIRE(report.ok());
  const Result<std::string> table = read_file(csv, 1 << 20);
  REQUIRE(table.ok());
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(*table);
  for (std::string line; std::getline(lines, line);) {
    rows.emplace_back();
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) rows.back().push_back(field);
  }
  REQUIRE(rows.size() == 5);  // and the names
  for (size_t i = 0; i < 4; ++i) CHECK(rows[i + 1][0] == std::to_string(20 * i));
  for (size_t column = 1; column < rows[0].size(); ++column) {
    INFO(rows[0][column]);
    const size_t airborne = rows[0][column].find(" (airborne)");
    const std::string name = rows[0][column].substr(0, airborne);
    const JsonValue* const count = report->find(airborne == std::string::npos ? "counts" : "airborne")->find(name);
    CHECK(rows[4][column] == std::to_string(count ? count->integer : 0));
  }
  CHECK(holds(complaint("--headless --ticks 100000000 --counts-every 1 --report -"), "or more ticks fit"));
  CHECK(holds(complaint("--headless --ticks 2000000 --hash-every 1 --report -"),
              "--hash-every 1: that would be 2000001"));
  CHECK(holds(complaint("--headless --ticks 100000 --seeds 1..20 --hash-every 1 --report -"), "2 or more ticks fit"));
  CHECK(holds(complaint("--headless --ticks 1 --counts-every 1 --report - --csv -"), "stdout"));
}

TEST_CASE("a run that is interrupted, or has no time left, writes what it was to write") {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  const auto ended = [&](const std::string& more, const std::string& name) {
    const std::string file = at + "/" + name;
    const Output output =
        shell(std::string(QUICKSAND_PROGRAM) + " --headless --scene rain --ticks 100000000 --report " + file +
              ".json --save " + file + ".png " + more);
    CHECK(quicksand_stdout("--check " + file + ".png").exit_code == 0);
    const Result<std::string> text = read_file(file + ".json", 1 << 20);
    REQUIRE(text.ok());
    return std::pair(output.exit_code, parse_json(*text, "report")->find("ended")->string());
  };
  CHECK(ended("--time-limit 0.2", "limit") == std::pair(0, std::string("time limit")));
  CHECK(ended("--time-limit 0.2 --until 'sand>100000000'", "condition") == std::pair(3, std::string("time limit")));
  // The signal comes when the progress bar tells that the run has begun.
  const auto killed = [&](const std::string& signal) {
    const std::string bar = at + "/" + signal;
    return "--progress 2>" + bar + " & P=$!; until [ -s " + bar + " ]; do sleep 0.02; done; kill -" + signal +
           " $P; wait $P";
  };
  CHECK(ended(killed("TERM"), "term") == std::pair(143, std::string("signal")));
  CHECK(ended(killed("INT"), "int") == std::pair(130, std::string("signal")));
  std::signal(SIGHUP, SIG_DFL);  // the tests may run with nohup
  CHECK(ended(killed("HUP"), "hup") == std::pair(129, std::string("signal")));
}

TEST_CASE("a file of commands (--run) is played before the ticks, and names the place of the first mistake") {
  const TemporaryFolder folder;
  const std::string script = (folder / "run.txt").string();
  const std::string scene = (folder / "empty.json").string();
  REQUIRE(write_file_atomically(scene, R"({"format": "quicksand-scene/1", "size": [80, 60]})").ok());
  const std::string options = "--headless --scene " + scene + " --run " + script;
  const auto write = [&](const std::string& text) { REQUIRE(write_file_atomically(script, text).ok()); };
  write("# a wall\nrect wall 10 10 20 5\nrect sand 40 0 10 10\ntick 30\n");
  const Output output = quicksand_stdout(options + " --ticks 50 --report -");
  CHECK(output.exit_code == 0);
  const auto report = parse_json(output.text, "report");
  REQUIRE(report.ok());
  CHECK(report->find("ticks")->integer == 50);
  CHECK(report->find("counts")->find("wall")->integer == 100);
  CHECK(report->find("counts")->find("sand")->integer == 100);
  // The same as a recording of it.
  const std::string recorded = (folder / "recorded.json").string();
  CHECK(quicksand_stdout(options + " --ticks 50 --save " + recorded).exit_code == 0);
  const Output again = quicksand_stdout("--headless --scene " + recorded + " --report -");
  CHECK(parse_json(again.text, "report")->find("state_hash")->string() == report->find("state_hash")->string());

  write("rect wall 10 10 20 5\n\npant wall 1 1\n");
  CHECK(holds(complaint(options), script + ":3:1: no command \"pant\" (did you mean \"paint\"?)"));
  write("view plain\n");
  CHECK(holds(complaint(options), script + ":1:6: \"view\" is for the window"));
  CHECK(holds(complaint("--headless --run " + script + ".none"), "run.txt.none"));
  write("open hourglass\n");
  const Output other = quicksand_stdout(options + " --ticks 0 --report -");
  CHECK(parse_json(other.text, "report")->find("size")->items()[1].integer == 340);
  // What is asked for is asked of the world that runs.
  CHECK(quicksand_stdout(options + " --ticks 0 --inspect 100,300").exit_code == 0);
  CHECK(holds(complaint(options + " --ticks 0 --inspect 100,340"), "there is no cell (100, 340)"));
  // Runs of several seeds write files of their own.
  write("paint sand 1 1\nsave " + (folder / "s-{seed}.png").string() + "\n");
  CHECK(quicksand_stdout(options + " --ticks 0 --seeds 3..4").exit_code == 0);
  for (const char* const name : {"s-3.png", "s-4.png"}) CHECK(read_file(folder / name, 1 << 24).ok());
  const std::string one = (folder / "one.png").string();
  write("paint sand 1 1\nsave " + one + "\nscreenshot " + one + "\n");
  CHECK(quicksand_stdout(options + " --ticks 0").exit_code == 0);
  CHECK(holds(complaint(options + " --ticks 0 --seeds 3..4"), "the run of another seed has written it"));
  CHECK(holds(complaint(options + " --ticks 0 --save " + one), "the run itself is to write something else there"));
  const std::string picture = (folder / "film-00002.png").string();
  write("save " + picture + "\n");
  CHECK(holds(complaint(options + " --ticks 9 --record " + (folder / "film.png").string()),
              "the run itself is to write"));
  // The time limit is one for all that is played.
  write("tick 100000000\npaint sand 1 1\n");
  const Output late = quicksand_stdout(options + " --time-limit 0.2 --report -");
  CHECK(late.exit_code == 0);
  CHECK(parse_json(late.text, "report")->find("ended")->string() == "time limit");
  CHECK(
      holds(quicksand_stderr(options + " --time-limit 0.2").text, "was not done to its end: it was stopped in line 1"));
}

TEST_CASE("what was done last, after the last tick, is in the replay's end, however long the session was",
          "[thorough]") {
  const TemporaryFolder folder;
  const std::string script = (folder / "run.txt").string();
  const std::string recorded = (folder / "recorded.json").string();
  const auto hash_of = [](const Output& output) {
    REQUIRE(output.exit_code == 0);
    return parse_json(output.text, "report")->find("state_hash")->string();
  };
  // Also where nothing was done, nor any time has passed.
  const std::string nothing =
      hash_of(quicksand_stdout("--headless --scene rain --ticks 0 --report - --save " + recorded));
  CHECK(hash_of(quicksand_stdout("--headless --replay --report - --scene " + recorded)) == nothing);
  CHECK(hash_of(quicksand_stdout("--headless --report - --scene " + recorded)) == nothing);
  for (const std::string world : {"hourglass", "dunes-barchan"})
    for (const int ticks : {0, 1, 4, 37}) {
      INFO(world << ", " << ticks);
      const std::string brush = world == "hourglass" ? "rect sand 10 10 20 20" : "paint sand 30 30";
      const std::string play = ticks > 0 ? brush + "\ntick " + std::to_string(ticks) + "\n" : "";
      REQUIRE(write_file_atomically(script, play + brush + "\n").ok());
      const std::string session = hash_of(quicksand_stdout("--headless --scene " + world + " --run " + script +
                                                           " --ticks 0 --report - --save " + recorded));
      CHECK(hash_of(quicksand_stdout("--headless --replay --report - --scene " + recorded)) == session);
      // Who plays on has done them once.
      REQUIRE(write_file_atomically(script, play + brush + "\ntick 9\n").ok());
      const std::string later =
          hash_of(quicksand_stdout("--headless --scene " + world + " --run " + script + " --ticks 0 --report -"));
      CHECK(hash_of(quicksand_stdout("--headless --report - --scene " + recorded + " --ticks " +
                                     std::to_string(ticks + 9))) == later);
    }
}

TEST_CASE("a run that waits for something goes on until it comes, if nobody says how long it may take") {
  const Output limited = quicksand_stdout("--headless --scene acid-bath --ticks 2000 --report - --until 'sand<2000'");
  const Output open = quicksand_stdout("--headless --scene acid-bath --report - --until 'sand<2000'");
  const auto a = parse_json(limited.text, "report");
  const auto b = parse_json(open.text, "report");
  REQUIRE(a.ok());
  REQUIRE(b.ok());
  CHECK(a->find("ticks")->integer > 4);
  CHECK(a->find("ticks")->integer == b->find("ticks")->integer);
  CHECK(a->find("state_hash")->string() == b->find("state_hash")->string());
}

TEST_CASE("a file that cannot be written any more does not cost what can, nor does a reader who leaves") {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  // The folder of the save goes away while the run lasts.
  const Output output = shell("mkdir " + at + "/d; " + std::string(QUICKSAND_PROGRAM) +
                              " --headless --scene rain --ticks 100000000 --time-limit 0.5 --progress --save " + at +
                              "/d/s.png --report " + at + "/r.json --dump material=" + at + "/m.pgm 2>" + at +
                              "/bar & P=$!; until [ -s " + at + "/bar ]; do sleep 0.02; done; rm -r " + at +
                              "/d; echo > " + at + "/d; wait $P");
  CHECK(output.exit_code == 2);
  CHECK(std::filesystem::exists(folder / "r.json"));
  CHECK(std::filesystem::exists(folder / "m.pgm"));
  CHECK(holds(*read_file(folder / "bar", 1 << 16), at + "/d/s.png"));
  // More than a pipe holds, of which one line is read; the file is written all the same, and nothing is said.
  const Output quiet = shell("{ { " + std::string(QUICKSAND_PROGRAM) +
                             " --headless --scene rain --ticks 800 --counts-every 1 --csv - --report " + at +
                             "/quiet.json 2>" + at + "/said; echo $? >" + at + "/code; } | head -1; }");
  CHECK(holds(quiet.text, "tick,void,wall"));
  CHECK(std::filesystem::exists(folder / "quiet.json"));
  CHECK(*read_file(folder / "said", 1 << 16) == "");
  CHECK(*read_file(folder / "code", 1 << 16) == "141\n");
  CHECK(holds(complaint("--headless --report " + at + "/x --save " + at + "/x"), at + "/x: two things"));
  CHECK(holds(complaint("--headless --screenshot " + at + "/x --save " + at + "/./x"), "two things"));
}

TEST_CASE("a recording that cannot be written keeps nothing else from being written") {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  std::filesystem::create_symlink("/dev/full", folder / "r.gif");
  std::filesystem::create_directory(folder / "p-00002.png");
  const std::string rest =
      " --headless --display plain --scene rain --ticks 80 --save " + at + "/s.png --report " + at + "/r.json";
  for (const char* const record : {"/r.gif", "/p.png --every 1"}) {
    const Output said = quicksand_stderr(rest + " --record " + at + record);
    INFO(record);
    CHECK(said.exit_code == 2);
    CHECK(holds(said.text, "cannot be written"));
    CHECK(quicksand_stdout("--check " + at + "/s.png").exit_code == 0);
    CHECK(read_file(folder / "r.json", 1 << 20).ok());
    std::filesystem::remove(folder / "s.png");
    std::filesystem::remove(folder / "r.json");
  }
  CHECK(std::filesystem::exists(folder / "p-00001.png"));
  CHECK(std::filesystem::exists(folder / "p-00003.png"));
}

TEST_CASE("a recording names only what it can tell, and a save needs no name") {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  std::filesystem::copy_file(QUICKSAND_SOURCE "/assets/materials/core.json", folder / "m\xff.json");
  const std::string options = "--headless --scene rain --ticks 2 --materials '" + at + "/m\xff.json' --save " + at;
  CHECK(holds(complaint(options + "/r.json"), "not UTF-8: save the world as .png"));
  CHECK_FALSE(std::filesystem::exists(folder / "r.json"));
  CHECK(quicksand_stdout(options + "/r.png").exit_code == 0);
  CHECK(quicksand_stdout("--headless --ticks 1 --scene " + at + "/r.png").exit_code == 0);
}

TEST_CASE("outputs that meet, or go into a pipe, are refused before the run") {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  std::filesystem::create_symlink("a.png", folder / "b.png");  // there is no a.png yet
  CHECK(holds(complaint("--headless --ticks 1 --save " + at + "/a.png --dump material=" + at + "/b.png"), "one file"));
  CHECK(holds(complaint("--headless --ticks 1 --seeds 1..2 --report '" + at + "/r-{seed}.json'"), "--report"));
  std::filesystem::create_directory(folder / "s2.png");
  CHECK(holds(complaint("--headless --ticks 1 --seeds 1..3 --save '" + at + "/s{seed}.png'"), "it is a folder"));
  CHECK_FALSE(std::filesystem::exists(folder / "s1.png"));
  const Output piped = shell("(" QUICKSAND_PROGRAM " --headless --ticks 1 --report /dev/stdout | cat) 2>&1");
  CHECK(holds(piped.text, "it is a pipe"));
}

TEST_CASE("nothing is written over what is read, but for a save that goes on from its file") {
  const TemporaryFolder folder;
  const auto at = [&](const char* name) { return (folder / name).string(); };
  const std::string materials = at("m.json");
  const std::string scene = at("s.json");
  const std::string script = at("run.txt");
  const std::string mod = at("mod/mod.json");
  REQUIRE(write_file_atomically(materials, R"({"format": "quicksand-materials/1", "materials": [
      {"name": "sand", "colour": "#e0c080", "density": 60}]})")
              .ok());
  REQUIRE(
      write_file_atomically(scene, R"({"format": "quicksand-scene/1", "size": [40, 30], "materials": "m.json"})").ok());
  REQUIRE(write_file_atomically(script, "paint sand 5 5\n").ok());
  REQUIRE(write_file_atomically(mod, R"({"format": "quicksand-mod/1", "name": "m"})").ok());
  std::filesystem::create_symlink(scene, at("link.json"));
  const std::string run = "--headless --scene " + scene + " --run " + script + " --mod " + at("mod") + " --ticks 1 ";
  const std::string inputs[] = {materials, scene, script, mod, at("link.json")};
  for (const std::string& input : inputs)
    for (const char* const option : {"--report ", "--csv ", "--screenshot ", "--save "}) {
      const std::string before = *read_file(input, 1 << 20);
      const std::string counts = option == std::string("--csv ") ? "--counts-every 1 " : "";
      INFO(option << input);
      CHECK(holds(complaint(run + counts + option + input), "it would be written over what is read there"));
      CHECK(*read_file(input, 1 << 20) == before);
    }
  const std::string save = at("world.png");
  CHECK(quicksand_stdout(run + "--save " + save).exit_code == 0);
  CHECK(quicksand_stdout("--headless --ticks 3 --scene " + save + " --save " + save).exit_code == 0);
  const std::string recording = at("session.json");
  CHECK(quicksand_stdout(run + "--save " + recording).exit_code == 0);
  CHECK(quicksand_stdout("--headless --ticks 3 --scene " + recording + " --save " + recording).exit_code == 0);
  const std::string photo = at("photo.png");
  REQUIRE(write_file_atomically(photo, encode_png(Image({20, 20}))).ok());
  // Once the script plays another world, the same file is one that was read.
  const std::string again = at("again.txt");
  REQUIRE(write_file_atomically(
              again, "open " + save + "\nsave " + save + "\ntick 1\nsave " + save + "\nopen rain\nsave " + save + "\n")
              .ok());
  CHECK(holds(complaint("--headless --ticks 1 --run " + again), "written over what is read there"));
  CHECK(holds(complaint("--headless --ticks 1 --run " + again), "again.txt:6"));
  CHECK(holds(quicksand_stdout("--headless --ticks 1 --report - --scene " + save).text, "\n  40,\n  30\n"));
  for (const std::string& file : {scene, photo}) {  // neither is a save
    const std::string before = *read_file(file, 1 << 20);
    CHECK(holds(complaint("--headless --ticks 3 --scene " + file + " --save " + file),
                "written over what is read there"));
    CHECK(*read_file(file, 1 << 20) == before);
  }
}

TEST_CASE("whatever a run reads, and whenever, is written over by nothing that it writes") {
  const TemporaryFolder folder;
  const auto at = [&](const char* name) { return (folder / name).string(); };
  const std::string picture = at("heights-00001.png");
  REQUIRE(write_file_atomically(picture, encode_png(Image({20, 20}))).ok());
  const std::string dunes = at("dunes.json");
  REQUIRE(write_file_atomically(dunes, R"({"format": "quicksand-scene/1", "world": "dunes", "size": [20, 20],
      "heights": {"image": "heights-00001.png"}})")
              .ok());
  const std::string materials = at("m.json");
  REQUIRE(write_file_atomically(materials, R"({"format": "quicksand-materials/1", "materials": [
      {"name": "sand", "colour": "#e0c080", "density": 60}]})")
              .ok());
  const std::string scene = at("s.json");
  REQUIRE(
      write_file_atomically(scene, R"({"format": "quicksand-scene/1", "size": [40, 30], "materials": "m.json"})").ok());
  const std::string script = at("run.txt");
  const auto check = [&](const std::string& commands, const std::string& arguments) {
    INFO(commands << ", " << arguments);
    REQUIRE(write_file_atomically(script, commands + "\n").ok());
    std::map<std::string, std::string> before;
    for (const std::string& file : {picture, dunes, materials, scene, script}) before[file] = *read_file(file, 1 << 20);
    CHECK(holds(complaint(arguments), "written over what is read there"));
    for (const auto& [file, bytes] : before) CHECK(*read_file(file, 1 << 20) == bytes);
  };
  const std::string run = "--headless --ticks 1 ";
  for (const std::string output : {"--screenshot ", "--save ", "--report "}) {
    check("", run + "--scene " + dunes + " " + output + picture);
    for (const std::string& later : {scene, materials})
      check("open " + scene, run + "--run " + script + " " + output + later);
  }
  check("", run + "--scene " + dunes + " --display plain --record " + at("heights.png"));
  check("save " + materials, run + "--run " + script + " --scene " + scene);
  std::filesystem::create_symlink(materials, at("other.json"));
  check("save " + at("other.json"), run + "--run " + script + " --scene " + scene);
  check("screenshot " + picture, run + "--run " + script + " --scene " + dunes);
  check("", "--quality --brief --materials " + materials + " --json " + materials);
  // What a run has written itself it may read, and write again.
  REQUIRE(write_file_atomically(
              script, "save " + at("a.png") + "\nopen " + at("a.png") + "\nopen hourglass\nsave " + at("a.png") + "\n")
              .ok());
  CHECK(quicksand_stdout(run + "--run " + script).exit_code == 0);
}

TEST_CASE("a file may be called -, where stdout is not meant") {
  CHECK(holds(complaint("--headless --ticks 1 --dump material=- --dump wetness=-"), "two things are to be written"));
  CHECK(holds(complaint("--headless --ticks 1 --screenshot - --save -"), "two things are to be written"));
}

TEST_CASE("whoever gives up while a file is opened does not wait for it") {
  const TemporaryFolder folder;
  std::string coats;
  for (int i = 0; i < 4; ++i) {
    coats += std::string(i > 0 ? ", " : "") + R"({"shape": "flood", "at": [0, 0], "material": )";
    coats += i % 2 == 0 ? "\"stone\"}" : "\"glass\"}";
  }
  const std::string scene = (folder / "slow.json").string();
  REQUIRE(
      write_file_atomically(scene, R"({"format": "quicksand-scene/1", "size": [4096, 4096], "paint": [)" + coats + "]}")
          .ok());
  const auto start = std::chrono::steady_clock::now();
  const Output stopped = shell(std::string(QUICKSAND_PROGRAM) + " --headless --scene " + scene +
                               " --ticks 100000000 & P=$!; sleep 0.3; kill -TERM $P; wait $P");
  CHECK(stopped.exit_code == 143);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}
