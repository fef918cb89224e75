// What the workbench offers: time, keys, commands, materials that change, sound, and the world after a crash.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "window/player.h"

using namespace quicksand;

TEST_CASE("materials change while the game runs, and wrong ones leave it running and open in the editor",
          "[thorough]") {
  const TemporaryFolder folder;
  live_in(folder);
  REQUIRE(write_file_atomically(folder / "quicksand/settings.json", R"({"hint_seen": true, "fancy": false})").ok());
  const auto set = [](const std::string& colour, const std::string& rest) {
    return R"({"format": "quicksand-materials/1", "materials": [
  {"name": "sand", "colour": "#d9b65c", "density": 200, "absorbs": "water"},
  {"name": "water", "colour": "#2255dd", "density": 100, "friction": 8, "liquid": true},
  {"name": "slab", "colour": ")" +
           colour + R"(", "static": true})" + rest + "]}";
  };
  const std::filesystem::path file = folder / "set.json";
  REQUIRE(write_file_atomically(file, set("#ff00ff", "")).ok());
  REQUIRE(write_file_atomically(folder / "scene.json", R"({"format": "quicksand-scene/1", "size": [200, 120],
    "materials": "set.json", "paint": [{"tick": 0, "shape": "rect", "at": [50, 40], "size": [100, 40], "material": "slab"}],
    "sources": [{"at": [2, 1], "size": [2, 1], "material": "water", "rate": 0.1}]})")
              .ok());
  // An editor that says what it was told.
  const std::filesystem::path told = folder / "told";
  REQUIRE(shell("printf '#!/bin/sh\\necho \"$@\" > " + told.string() + "\\n' > " + (folder / "subl").string() +
                " && chmod +x " + (folder / "subl").string())
              .exit_code == 0);
  setenv("VISUAL", (folder / "subl").c_str(), 1);
  const Game game("--scene " + (folder / "scene.json").string());
  const auto shows = [&](Rgb colour,
                         CellPos at = {500, 360}) {  // each part of it all or nothing; shades make it darker
    return comes_true([&] {
      const Image screen = look();
      const uint8_t* const pixel = screen.pixel(at.x, at.y);
      const auto is = [](int shown, int part) { return part == 0 ? shown < 40 : shown > 80; };
      return is(pixel[0], colour.r) && is(pixel[1], colour.g) && is(pixel[2], colour.b);
    });
  };
  const auto is_told = [&] {  // in the colour of errors, at the left below
    const Image screen = look();
    int found = 0;
    for (int y = 590; y < 640; ++y)
      for (int x = 10; x < 300; ++x) {
        const uint8_t* const pixel = screen.pixel(x, y);
        found += pixel[0] > 200 && pixel[1] > 100 && pixel[1] < 160 && pixel[2] < 140 ? 1 : 0;
      }
    return found > 100;
  };
  REQUIRE(shows({255, 0, 255}));
  // A material more: it is in the palette, and can be drawn with.
  const std::string leaf = R"(, {"name": "leaf", "colour": "#00ff00", "static": true})";
  REQUIRE(write_file_atomically(file, set("#00ffff", leaf)).ok());
  CHECK(shows({0, 255, 255}));
  choose("leaf");
  type("mousemove 700 200 sleep 0.3 click 1");
  CHECK(shows({0, 255, 0}, {700, 200}));

  // A wrong colour: that stays on the screen, and the game goes on.
  CHECK_FALSE(is_told());
  REQUIRE(write_file_atomically(file, set("#00ff", leaf)).ok());
  REQUIRE(comes_true(is_told));
  CHECK(shows({0, 255, 255}));
  type("mousemove 45 660 sleep 0.3 click 1");
  REQUIRE(comes_true([&] { return std::filesystem::exists(told) && std::filesystem::file_size(told) > 0; }));
  const Result<std::string> place = read_file(told, 1 << 16);
  REQUIRE(place.ok());
  CHECK(*place == file.string() + ":4:30\n");

  REQUIRE(is_told());
  REQUIRE(write_file_atomically(file, set("#ffff00", leaf)).ok());
  CHECK(shows({255, 255, 0}));
  CHECK(comes_true([&] { return !is_told(); }));  // in the frame after
  CHECK(game.running());
}

TEST_CASE("a player drags the world back in time, and on again, goes on in another way, and back to the first",
          "[thorough]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const Game game(empty_world(folder));
  const CellPos swatch = wait_for_swatch(marker());
  choose("stone");
  const std::vector<uint8_t> empty = world_pixels();
  type("mousemove 400 300 sleep 0.2 click 1");
  wait_until_still(empty);
  type("key z sleep 0.3");
  constexpr const char* kBar = " 671 sleep 0.2 mousedown 1 sleep 0.2 mouseup 1 sleep 0.3";
  const auto drag_to = [&](int x) { type("mousemove " + std::to_string(x) + kBar); };
  const auto stones = [&](const std::string& name) { return cells_of(saved(folder, swatch, name), "stone"); };
  drag_to(158);
  CHECK(stones("before") == 0);
  drag_to(632);
  const int64_t painted = stones("after");
  CHECK(painted > 40);
  drag_to(158);
  choose("sand");
  type("mousemove 700 300 sleep 0.2 click 1 sleep 0.3");  // another way: the stone stays behind, on a branch
  CHECK(stones("another") == 0);
  type("mousemove 940 671 sleep 0.2 click 1 sleep 0.5");
  type("mousemove 1168 617 sleep 0.2 click 1 sleep 0.5");  // its button Play
  CHECK(stones("again") == painted);
  CHECK(game.running());
}

TEST_CASE("a player gives the timeline another key, which holds in the next game, too", "[thorough]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const std::filesystem::path file = folder / "quicksand/keys.json";
  const auto bar = [&] { return pixels_of_rows(655, 688); };
  const auto opens = [&](const std::string& key) {
    const std::vector<uint8_t> closed = bar();
    type("key " + key);
    return comes_true([&] { return differing(bar(), closed) > 20000; });
  };
  {
    const Game game(empty_world(folder));
    wait_for_swatch(marker());
    type("key F1 sleep 0.4 mousemove 460 78 sleep 0.3 click 1 sleep 0.4");         // Change keys
    type("mousemove 706 300 sleep 0.3 click --repeat 3 --delay 100 5 sleep 0.3");  // downwards
    type("mousemove 706 660 sleep 0.3 click 1 sleep 0.3 key ctrl+shift+k");        // Timeline
    REQUIRE(comes_true([&] {
      const Result<std::string> text = read_file(file, 1000);
      return text && text->find("Ctrl+Shift+K") != std::string::npos;
    }));
    type("key Escape mousemove 300 300 sleep 0.4");
    CHECK(opens("ctrl+shift+k"));
    CHECK(game.running());
  }
  const Game game(empty_world(folder));
  wait_for_swatch(marker());
  const std::vector<uint8_t> closed = bar();
  type("mousemove 300 300 key z sleep 0.4");
  CHECK(differing(bar(), closed) < 20000);
  CHECK(opens("ctrl+shift+k"));
  CHECK(game.running());
}

TEST_CASE("a player draws with another button of the mouse, in the next game, too", "[thorough]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const std::filesystem::path file = folder / "quicksand/keys.json";
  const auto draw_with = [](const std::string& button, int y) {
    const std::string row = " " + std::to_string(y);
    type("mousemove 300" + row + " sleep 0.2 mousedown " + button + " mousemove 500" + row + " sleep 0.2 mouseup " +
         button + " sleep 0.3");
  };
  {
    const Game game(empty_world(folder));
    const CellPos swatch = wait_for_swatch(marker());
    choose("stone");
    type("key F1 sleep 0.4 mousemove 460 78 sleep 0.3 click 1 sleep 0.4");  // Change keys
    type("mousemove 706 165 sleep 0.3 click 1 sleep 0.3 click 8");          // Draw, or use the tool
    REQUIRE(comes_true([&] {
      const Result<std::string> text = read_file(file, 1000);
      return text && text->find("Side button 1") != std::string::npos;
    }));
    type("key Escape sleep 0.4");
    draw_with("8", 300);
    CHECK(cells_of(saved(folder, swatch, "stroke"), "stone") > 200);
  }
  const Game game(empty_world(folder));
  const CellPos swatch = wait_for_swatch(marker());
  choose("stone");
  draw_with("1", 300);
  CHECK(cells_of(saved(folder, swatch, "none"), "stone") == 0);
  draw_with("8", 300);
  const int64_t stroke = cells_of(saved(folder, swatch, "again"), "stone");
  CHECK(stroke > 200);
  draw_with("3", 300);  // erases as before
  CHECK(cells_of(saved(folder, swatch, "erased"), "stone") < stroke);
  CHECK(game.running());
}

TEST_CASE("who plays on after the game was killed has the world of the last moments", "[thorough]") {
  const TemporaryFolder folder;
  live_in(folder);
  const std::filesystem::path data = folder / "quicksand";
  const std::filesystem::path settings = data / "settings.json";
  REQUIRE(write_file_atomically(settings, R"({"hint_seen": true, "autosave_seconds": 0.1})").ok());
  const std::filesystem::path autosave = data / "running/1/empty.png";
  const auto cement_of = [](const OpenedWorld& opened) {  // what is in the air, too
    const std::vector<std::string>& names = opened.world->entry_names();
    const auto entry = static_cast<size_t>(std::ranges::find(names, "cement") - names.begin());
    return opened.world->count_entries()[entry] + opened.world->count_airborne()[entry];
  };
  const auto cement_in = [&](const std::string& file) {
    WorldRequest request;
    request.scene = file;
    const Result<OpenedWorld> opened = open_world(request);
    return opened ? cement_of(*opened) : 0;
  };
  {
    const Game game(empty_world(folder));
    wait_for_swatch(marker());
    choose("cement");
    type("mousemove 200 300 sleep 0.2 mousedown 1 mousemove 500 300 sleep 0.2 mouseup 1");
    REQUIRE(comes_true([&] { return cement_in(autosave) > 0; }));
    game.kill();
  }
  const int64_t left = cement_in(autosave);
  CHECK(left > 0);
  const Game game(empty_world(folder));
  const CellPos swatch = wait_for_swatch(marker());
  const auto is_offered = [&] { return !load_settings(settings).settings.left_world.empty(); };
  REQUIRE(comes_true(is_offered));
  type("mousemove 894 650 sleep 0.3 click 1");  // Go on
  REQUIRE(comes_true([&] { return !is_offered(); }));
  CHECK(cement_of(saved(folder, swatch, "again")) == left);
}

TEST_CASE("a player types commands as fast as can be, finds them again at the next start, and runs them from a file",
          "[thorough]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const auto file_of = [&](const std::string& name) { return folder / ("quicksand/saves/" + name + ".png"); };
  const auto stones = [&](const std::string& name) {
    REQUIRE(comes_true([&] { return std::filesystem::exists(file_of(name)); }));
    WorldRequest request;
    request.scene = file_of(name).string();
    const Result<OpenedWorld> opened = open_world(request);
    REQUIRE(opened.ok());
    return cells_of(*opened, "stone");
  };
  {
    const Game game(empty_world(folder));
    wait_for_swatch(marker());
    type("mousemove 300 300 key grave");
    type("type --delay 1 'rect stone 10 10 40 20'");
    type("key Return type --delay 1 'rect stone 100 10 7 3'");
    // All in one go: what follows Enter waits for the next line.
    type(
        "key Return key p key a key n key t key Return key u key n key d key o key Return key s key a key v key e "
        "key space key t key y key p key e key d key Return");
    CHECK(stones("typed") == 800);
    // The line is closed by its own key, and keys are the game's again.
    type("key grave sleep 0.3 key space");
    CHECK(game.running());
  }
  {
    const Game game(empty_world(folder));
    wait_for_swatch(marker());
    type("mousemove 300 300 key grave key Up key Up key Up key Up key Return");  // past save, undo and pant
    type("type --delay 1 'save again'");
    type("key Return");
    CHECK(stones("again") == 21);
  }
  const std::string script = (folder / "run.txt").string();
  REQUIRE(write_file_atomically(script, "rect stone 0 0 9 9\ntick 40\nsave scripted\n").ok());
  {
    const Game game(empty_world(folder) + " --run " + script);
    CHECK(stones("scripted") == 81);
    CHECK(game.running());
  }
  REQUIRE(write_file_atomically(script, "tick 4\nview plan\n").ok());
  const Output output = quicksand_stderr(empty_world(folder) + " --run " + script);
  CHECK(output.exit_code == 2);
  CHECK(output.text.find("run.txt:2:6: there is no view \"plan\" (did you mean \"plain\"?)") != std::string::npos);
}

TEST_CASE("sand that is poured is heard on the side where it is, and N turns the sound off", "[long]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const std::string file = (folder / "sound.raw").string();
  setenv("SDL_AUDIODRIVER", "disk", 1);  // writes the samples into a file
  setenv("SDL_DISKAUDIOFILE", file.c_str(), 1);
  const Game game(empty_world(folder));
  wait_for_swatch(marker());
  constexpr size_t kFloatsASecond = 2 * 48000;
  std::vector<float> samples;
  const auto read_samples = [&] {
    const Result<std::string> bytes = read_file(file, 1 << 28);
    if (!bytes) return;
    samples.resize(bytes->size() / 8 * 2);
    std::copy_n(bytes->data(), 4 * samples.size(), reinterpret_cast<char*>(samples.data()));
  };
  // The levels on both sides in the last quarter of a second.
  const auto levels = [&]() -> std::optional<std::pair<double, double>> {
    read_samples();
    if (samples.size() < kFloatsASecond / 4) return std::nullopt;
    double left = 0;
    double right = 0;
    for (size_t i = samples.size() - kFloatsASecond / 4; i < samples.size(); i += 2) {
      left += std::abs(samples[i]);
      right += std::abs(samples[i + 1]);
    }
    return std::pair(left / (kFloatsASecond / 8), right / (kFloatsASecond / 8));
  };
  REQUIRE(comes_true([&] { return levels().has_value(); }));
  CHECK(*levels() == std::pair(0.0, 0.0));  // a still world
  type("mousemove 200 200 mousedown 1");
  CHECK(comes_true([&] { return levels()->first > 0.005 && levels()->first > levels()->second; }));
  type("key n");
  CHECK(comes_true([&] { return *levels() == std::pair(0.0, 0.0); }));
  type("key n");
  CHECK(comes_true([&] { return levels()->first > 0.005; }));
  type("mouseup 1");
  CHECK(game.running());
}

TEST_CASE("a player edits a material, sees the world change, takes it back, and saves it as a mod that is played",
          "[thorough]") {
  const TemporaryFolder folder;
  live_in(folder);
  REQUIRE(write_file_atomically(folder / "quicksand/settings.json", R"({"hint_seen": true, "fancy": false})").ok());
  REQUIRE(write_file_atomically(folder / "scene.json", R"({"format": "quicksand-scene/1", "size": [200, 120], "paint": [
    {"tick": 0, "shape": "rect", "at": [0, 60], "size": [200, 60], "material": "sand"}]})")
              .ok());
  // Where the sand lies, left of the panel.
  const auto is_red = [&] {
    const Image screen = look();
    const uint8_t* const pixel = screen.pixel(200, 420);
    return pixel[0] > 40 && 3 * pixel[1] < pixel[0] && 3 * pixel[2] < pixel[0];
  };
  {
    const Game game("--scene " + (folder / "scene.json").string());
    wait_for_swatch(marker());
    choose("sand");
    const auto panel = [&] { return pixels_of_rows(170, 290); };
    const std::vector<uint8_t> closed = panel();
    type("key ctrl+e");
    REQUIRE(comes_true([&] { return differing(panel(), closed) > 50000; }));
    CHECK_FALSE(is_red());
    // All of the colour's field is selected by a double click; before that, letters would be keys of the game.
    const auto is_selected = [&] {
      const Image screen = look();
      int blue = 0;
      for (int y = 328; y < 344; ++y)
        for (int x = 789; x < 840; ++x) blue += screen.pixel(x, y)[2] > screen.pixel(x, y)[0] + 50 ? 1 : 0;
      return blue > 50;
    };
    REQUIRE(comes_true([&] {
      type("mousemove 820 335 sleep 0.3 click --repeat 2 --delay 80 1 sleep 0.5");
      return is_selected();
    }));
    type("type '#ff0000'");
    type("key Return");
    REQUIRE(comes_true(is_red));
    type("mousemove 300 640 sleep 0.2 key ctrl+z");
    REQUIRE(comes_true([&] { return !is_red(); }));
    type("key ctrl+y");
    REQUIRE(comes_true(is_red));
    const std::vector<uint8_t> bright = world_pixels();
    type("mousemove 693 168 sleep 0.2 click 1");  // Save as mod: the dialog dims what is behind it
    REQUIRE(comes_true([&] { return differing(world_pixels(), bright) > 200000; }));
    type("sleep 0.3");
    type("type red-sand");
    type("key Return");
    const std::filesystem::path mod = folder / "quicksand/mods/red-sand";
    REQUIRE(comes_true([&] { return std::filesystem::exists(mod / "materials.json"); }));
    const std::vector<uint8_t> properties = panel();
    type("mousemove 764 196 sleep 0.2 click 1");  // Reactions
    CHECK(comes_true([&] { return panel() != properties; }));
    CHECK(game.running());
  }
  const Game again("--mod red-sand --scene " + (folder / "scene.json").string());
  CHECK(comes_true(is_red));
}

TEST_CASE("a player asks a cell why it stays, measures, looks at graphs, and hides all panels", "[long]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const Game game(empty_world(folder));
  wait_for_swatch(marker());
  // Of the world's left or right half, how much of it is not as it was.
  const std::vector<uint8_t> empty = world_pixels();
  const auto changed = [&](bool right) {
    const std::vector<uint8_t> now = world_pixels();
    const size_t row = 4 * static_cast<size_t>(kScreen.width - kPaletteWidth - 20);
    int64_t count = 0;
    for (size_t i = 0; i < now.size(); ++i) count += now[i] != empty[i] && (i % row > row / 2) == right ? 1 : 0;
    return count;
  };
  constexpr int64_t kPanel = 40000;
  type("mousemove 300 300 key F6");
  CHECK(comes_true([&] { return changed(true) > kPanel && changed(false) < kPanel / 4; }));
  type("mousemove 900 300");  // the panel does not cover what it tells of
  CHECK(comes_true([&] { return changed(false) > kPanel && changed(true) < kPanel / 4; }));
  type("click 1 sleep 0.2 key b mousemove 300 600");  // held, whatever comes into the hand
  CHECK(comes_true([&] { return changed(false) > kPanel && changed(true) < kPanel / 4; }));
  type("key Escape");
  CHECK(comes_true([&] { return changed(false) < kPanel / 4 && changed(true) < kPanel / 4; }));

  type("key F8 mousemove 300 300 sleep 0.2 mousedown 1 mousemove 500 450 sleep 0.3 mouseup 1 mousemove 300 600");
  CHECK(comes_true([&] { return changed(true) > 1000; }));  // the words beside the end
  type("key Escape key F7");
  CHECK(comes_true([&] { return changed(false) > kPanel && changed(true) < kPanel / 4; }));
  type("key Escape key F9");
  CHECK(comes_true([&] { return !find_swatch(look(), marker()); }));
  type("key F9 sleep 0.2 key F9");
  CHECK(comes_true([&] { return find_swatch(look(), marker()).has_value(); }));
  type("key F9 sleep 0.2 key Escape");
  CHECK(comes_true([&] { return find_swatch(look(), marker()).has_value(); }));
  CHECK(game.running());
}

TEST_CASE("neither a display that goes nor a terminal takes the world with it", "[thorough]") {
  std::signal(SIGHUP, SIG_DFL);  // the tests may run with nohup
  for (const std::string ending : {"kill $server", "kill -HUP $game"}) {
    INFO(ending);
    const TemporaryFolder folder;
    live_in(folder);
    const std::string script = (folder / "run.txt").string();
    const std::string ready = (folder / "quicksand/saves/ready.png").string();
    // What is done after the save is in no other file.
    REQUIRE(write_file_atomically(script, "rect stone 10 10 20 10\nsave ready\nrect stone 50 10 30 10\n").ok());
    const std::string game =
        std::string(QUICKSAND_PROGRAM) + " --renderer cpu " + empty_world(folder) + " --run " + script;
    const std::string number = (folder / "display").string();
    const auto wait_for = [](const std::string& test) { return "until [ " + test + " ]; do sleep 0.05; done; "; };
    shell("timeout 60 sh -c 'Xvfb -displayfd 5 -screen 0 640x480x24 5>" + number + " & server=$!; " +
          wait_for("-s " + number) + "export DISPLAY=:$(cat " + number + "); " + game + " & game=$!; " +
          wait_for("-e " + ready) + "sleep 2; " + ending + "; wait $game; kill $server'");
    const std::filesystem::directory_iterator kept(folder / "quicksand/kept");
    REQUIRE(kept != std::filesystem::directory_iterator());
    WorldRequest request;
    request.scene = kept->path().string();
    const Result<OpenedWorld> opened = open_world(request);
    REQUIRE(opened.ok());
    CHECK(cells_of(*opened, "stone") == 20 * 10 + 30 * 10);
  }
}
