// Drives the real window under an X server with xdotool, as a player would: looks for a material's swatch on the
// screen, clicks it, paints, saves, and checks that the save holds the grains where they were painted.
#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <numeric>
#include <optional>
#include <thread>
#include <vector>

#include "app/open_world.h"
#include "io/assets.h"
#include "io/files.h"
#include "io/settings_file.h"
#include "io/temporary_folder.h"
#include "main/program.h"
#include "view/shading.h"

using namespace quicksand;

namespace {

void type(const std::string& arguments) {
  INFO(arguments);
  REQUIRE(shell("xdotool " + arguments).exit_code == 0);
}

constexpr GridSize kScreen{1280, 720};

Image look(const TemporaryFolder& folder) {
  const std::string file = (folder / "screen.rgba").string();
  REQUIRE(shell("import -silent -window root -depth 8 rgba:" + file).exit_code == 0);
  const Result<std::string> bytes = read_file(file, 1 << 26);
  REQUIRE(bytes.ok());
  Image image;
  image.size = kScreen;
  image.rgba.assign(bytes->begin(), bytes->end());
  REQUIRE(static_cast<int64_t>(image.rgba.size()) == 4 * kScreen.cells());
  return image;
}

// The middle of a square of 12 pixels in exactly this colour, searched in the right fifth of the screen.
std::optional<CellPos> find_swatch(const Image& screen, Rgb colour) {
  constexpr int kSide = 12;
  const auto is_colour = [&](int x, int y) {
    const uint8_t* const pixel = screen.pixel(x, y);
    return pixel[0] == colour.r && pixel[1] == colour.g && pixel[2] == colour.b;
  };
  for (int y = 0; y + kSide < screen.size.height; ++y)
    for (int x = screen.size.width * 4 / 5; x + kSide < screen.size.width; ++x) {
      bool all = true;
      for (int i = 0; i < kSide * kSide && all; ++i) all = is_colour(x + i % kSide, y + i / kSide);
      if (all) return CellPos{x + kSide / 2, y + kSide / 2};
    }
  return std::nullopt;
}

// Asks again and again, for up to a minute.
template <class Condition>
bool comes_true(const Condition& condition) {
  using Clock = std::chrono::steady_clock;
  for (const auto end = Clock::now() + std::chrono::minutes(1); Clock::now() < end;) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

// Waits until the window shows its palette, and returns the swatch's place.
CellPos wait_for_swatch(const TemporaryFolder& folder, Rgb colour) {
  std::optional<CellPos> swatch;
  REQUIRE(comes_true([&] { return (swatch = find_swatch(look(folder), colour)).has_value(); }));
  return *swatch;
}

// The palette of the core materials is so wide in a window of kScreen.
constexpr int kPaletteWidth = 272;

// The tool *Wet sand* has a swatch of one colour.
Rgb marker() {
  const auto core = load_materials("core");
  REQUIRE(core.ok());
  const MaterialLook& sand = core->looks[*core->table->find("sand")];
  return wet_colour(sand.colour, sand.damp);
}

// Chooses from the palette by name, as fast as keys can be typed.
void choose(const std::string& name) {
  type("key e");
  type("type " + name);
  type("key Return sleep 0.3");
}

// All that the game keeps goes into the folder.
void live_in(const TemporaryFolder& folder) {
  for (const char* const variable : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
    setenv(variable, folder.path().c_str(), 1);
  setenv("SDL_AUDIODRIVER", "dummy", 1);  // nobody who tests shall hear it
}

// A player who needs no hint.
void know_the_game(const TemporaryFolder& folder) {
  REQUIRE(write_file_atomically(folder / "quicksand/settings.json", R"({"hint_seen": true})").ok());
}

// The game's arguments for an empty world of 256x160 cells.
std::string empty_world(const TemporaryFolder& folder) {
  const std::filesystem::path scene = folder / "empty.json";
  REQUIRE(write_file_atomically(scene, R"({"format": "quicksand-scene/1", "size": [256, 160]})").ok());
  return "--scene " + scene.string();
}

int64_t cells_of(const OpenedWorld& opened, const std::string& material) {
  int64_t cells = 0;
  for (size_t i = 0; i < opened.world->entry_names().size(); ++i)
    if (opened.world->entry_names()[i] == material) cells += opened.world->count_entries()[i];
  return cells;
}

// These rows of what the window shows where the world is.
std::vector<uint8_t> pixels_of_rows(const TemporaryFolder& folder, int first, int end) {
  const Image screen = look(folder);
  std::vector<uint8_t> pixels;
  for (int y = first; y < end; ++y)
    pixels.insert(pixels.end(), screen.pixel(10, y), screen.pixel(kScreen.width - kPaletteWidth - 10, y));
  return pixels;
}

std::vector<uint8_t> world_pixels(const TemporaryFolder& folder) { return pixels_of_rows(folder, 45, 690); }
// Where messages come and go.
std::vector<uint8_t> message_pixels(const TemporaryFolder& folder) { return pixels_of_rows(folder, 560, 690); }

// Bytes in which two pictures of one size differ.
int64_t differing(const std::vector<uint8_t>& a, const std::vector<uint8_t>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), int64_t{0}, std::plus<>(), std::not_equal_to<>());
}

// Waits until the world looks other than it did, and nothing moves in it any more.
void wait_until_still(const TemporaryFolder& folder, const std::vector<uint8_t>& at_first) {
  std::vector<uint8_t> before = at_first;
  REQUIRE(comes_true([&] {
    std::vector<uint8_t> now = world_pixels(folder);
    std::swap(now, before);
    if (now == before && now != at_first) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    return false;
  }));
}

// Saves the world by the dialog, under this name, or the one that the dialog offers if it is empty. `swatch`: of this
// colour, which the open dialog dims. The dialog offers the name of the save that is played: "stroke" is. Returns the file.
std::string save(const TemporaryFolder& folder, CellPos swatch, const std::string& name) {
  const auto brightness = [&] {
    const Image screen = look(folder);
    const uint8_t* const pixel = screen.pixel(swatch.x, swatch.y);
    return pixel[0] + pixel[1] + pixel[2];
  };
  const int bright = brightness();
  type("key ctrl+s");
  REQUIRE(comes_true([&] { return brightness() < bright * 9 / 10; }));
  if (!name.empty()) type("type " + name);
  type("key Return");
  const std::string file = (folder / ("quicksand/saves/" + (name.empty() ? "stroke" : name) + ".png")).string();
  REQUIRE(comes_true([&] { return std::filesystem::exists(file); }));
  REQUIRE(comes_true([&] { return brightness() == bright; }));
  return file;
}

// The world that save() has saved.
OpenedWorld saved(const TemporaryFolder& folder, CellPos swatch, const std::string& name) {
  WorldRequest request;
  request.scene = save(folder, swatch, name);
  Result<OpenedWorld> opened = open_world(request);
  INFO((opened ? "" : opened.failure().text()));
  REQUIRE(opened.ok());
  return std::move(*opened);
}

class Game {
 public:
  explicit Game(const std::string& arguments, const std::string& program = QUICKSAND_PROGRAM) {
    const Output started = shell(program + " " + arguments + " >/dev/null 2>&1 & echo $!");
    process_ = std::stoi(started.text);
  }
  // Its window is gone afterwards.
  ~Game() {
    shell("kill " + std::to_string(process_) + " 2>/dev/null");
    comes_true([&] { return !running(); });
  }
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  // As the system does when there is no memory left, or the power goes.
  void kill() const {
    shell("kill -9 " + std::to_string(process_));
    comes_true([&] { return !running(); });
  }

  bool running() const { return shell("kill -0 " + std::to_string(process_) + " 2>/dev/null").exit_code == 0; }

 private:
  int process_ = 0;
};

// A small window manager, for as long as this lives. The font is one that every X server has.
class WindowManager {
 public:
  WindowManager() : process_(std::stoi(shell("evilwm -fn fixed >/dev/null 2>&1 & echo $!").text)) {
    REQUIRE(
        comes_true([] { return shell("xprop -root _NET_SUPPORTED 2>/dev/null | grep -q FULLSCREEN").exit_code == 0; }));
  }
  ~WindowManager() { shell("kill " + std::to_string(process_)); }
  WindowManager(const WindowManager&) = delete;
  WindowManager& operator=(const WindowManager&) = delete;

 private:
  int process_;
};

// The game's window, as xdotool numbers it, and where it is: "x,y widthxheight".
std::string window() {
  std::string number;
  REQUIRE(comes_true(
      [&] { return !(number = shell("xdotool search --onlyvisible --name '^Quicksand$' | tail -1").text).empty(); }));
  return number.substr(0, number.find('\n'));
}
std::string place_of(const std::string& number) {
  return shell("xdotool getwindowgeometry --shell " + number +
               " | awk -F= '{v[$1]=$2} END {print v[\"X\"] \",\" v[\"Y\"] \" \" v[\"WIDTH\"] \"x\" v[\"HEIGHT\"]}' | "
               "tr -d '\\n'")
      .text;
}

}  // namespace

TEST_CASE("a player picks a material, paints, saves, and the save holds the grains", "[long]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  // An empty world of 256x160 cells; cement falls straight, so columns stay where they were painted.
  const Game game(empty_world(folder));
  const CellPos swatch = wait_for_swatch(folder, marker());
  choose("cement");
  const std::vector<uint8_t> empty = world_pixels(folder);
  // A fast stroke from left to right: three positions only, 300 pixels apart.
  type("mousemove 200 300 sleep 0.2 mousedown 1 mousemove 500 300 mousemove 800 300 sleep 0.2 mouseup 1");
  wait_until_still(folder, empty);
  const OpenedWorld opened = saved(folder, swatch, "stroke");
  const World& world = *opened.world;
  // The view is 1008 pixels wide and shows 256 cells, so its zoom is 648 / 160 = 4.05 by height or 3.94 by width;
  // the smaller holds, and the world is centred.
  const double zoom = std::min((1280 - kPaletteWidth) / 256.0, (720 - 42 - 30) / 160.0);
  const double left = (1280 - kPaletteWidth) / 2.0 - 128 * zoom;
  const int first = static_cast<int>((200 - left) / zoom);
  const int last = static_cast<int>((800 - left) / zoom);
  // The grains lie on the floor, in a layer as high as the brush; this is the middle of it on the screen.
  const int floor_y = static_cast<int>(42 + 648 / 2.0 + (80 - 4.5) * zoom);
  const auto column_height = [&](int x) {
    int height = 0;
    for (int y = 0; y < 160; ++y) height += world.entry_names()[world.entry_at({x, y})] == "cement" ? 1 : 0;
    return height;
  };
  for (int x = first; x <= last; ++x) {
    INFO("column " << x);
    CHECK(column_height(x) >= 7);  // a brush of 9 cells: no gap anywhere along the stroke
  }
  CHECK(column_height(first - 8) == 0);
  CHECK(column_height(last + 8) == 0);

  // Erases the stroke's left half with the right button, and saves again under the name that is offered.
  const std::vector<uint8_t> whole = world_pixels(folder);
  type("mousemove 200 " + std::to_string(floor_y) + " sleep 0.2 mousedown 3 mousemove 500 " + std::to_string(floor_y) +
       " sleep 0.2 mouseup 3 sleep 0.2 key space");
  wait_until_still(folder, whole);
  const OpenedWorld erased = saved(folder, swatch, "");
  const auto remaining = [&](int x) {
    int height = 0;
    for (int y = 0; y < 160; ++y) height += erased.world->entry_at({x, y}) != 0 ? 1 : 0;
    return height;
  };
  CHECK(remaining(first + 20) < 4);
  CHECK(remaining(last - 20) >= 7);
  CHECK(game.running());
}

TEST_CASE("the wet sand tool sprays damp grains that stay where they land", "[long]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const Game game(empty_world(folder));
  const auto core = load_materials("core");
  REQUIRE(core.ok());
  const MaterialLook& sand = core->looks[*core->table->find("sand")];
  const CellPos tool = wait_for_swatch(folder, marker());
  type("mousemove " + std::to_string(tool.x) + " " + std::to_string(tool.y) + " sleep 0.3 click 1 sleep 0.3");
  type("mousemove 400 500 sleep 0.2 mousedown 1 mousemove 600 500");
  const std::vector<uint8_t> empty = world_pixels(folder);
  REQUIRE(comes_true([&] { return differing(world_pixels(folder), empty) > 4000; }));  // some 80 cells
  type("mouseup 1");
  wait_until_still(folder, empty);

  const OpenedWorld opened = saved(folder, tool, "damp");
  const World& world = *opened.world;
  const Plane<uint8_t>& wetness = *find_plane(world.planes(), "wetness");
  int grains = 0;
  for (int y = 0; y < 160; ++y)
    for (int x = 0; x < 256; ++x) {
      if (world.entry_names()[world.entry_at({x, y})] != "sand") continue;
      ++grains;
      CHECK(wetness[{x, y}] > sand.damp - 5);  // what is open to air dries a little
    }
  CHECK(grains > 10);
}

TEST_CASE("the page of worlds finds a scene by its name, Enter opens it, and Esc leaves all as it is", "[long]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const Game game("--scene hourglass");
  const CellPos swatch = wait_for_swatch(folder, marker());
  const auto is_open = [&] {
    const Image screen = look(folder);
    return screen.pixel(swatch.x, swatch.y)[0] < marker().r * 9 / 10;
  };
  type("key ctrl+o");
  REQUIRE(comes_true(is_open));
  type("type u-tube");
  type("key Escape");
  REQUIRE(comes_true([&] { return !is_open(); }));
  WorldRequest request;
  request.scene = save(folder, swatch, "before");
  Result<OpenedWorld> opened = open_world(request);
  REQUIRE(opened.ok());
  CHECK(opened->world->size() == GridSize{240, 340});

  type("key ctrl+o");
  REQUIRE(comes_true(is_open));
  type("type u-tube");
  type("key Return");
  REQUIRE(comes_true([&] { return !is_open(); }));
  request.scene = save(folder, swatch, "after");
  opened = open_world(request);
  REQUIRE(opened.ok());
  CHECK(opened->world->size() == GridSize{160, 160});
}

TEST_CASE("a click that comes together with the pointer is one where the pointer came", "[long]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const Game game("--scene oasis");  // pictures that take long: several events come in each
  const CellPos swatch = wait_for_swatch(folder, marker());
  // Of the page's button "New world": its letters have the accent's colour when it is chosen.
  const auto is_chosen = [&] {
    const Image screen = look(folder);
    int accented = 0;
    for (int y = 66; y < 92; ++y)
      for (int x = 132; x < 212; ++x) accented += screen.pixel(x, y)[0] > 170 && screen.pixel(x, y)[2] < 140 ? 1 : 0;
    return accented > 20;
  };
  for (int i = 0; i < 6; ++i) {
    INFO("time " << i);
    type("mousemove " + std::to_string(300 + 60 * i) + " 500 sleep 0.2 key ctrl+o");
    REQUIRE(comes_true([&] { return look(folder).pixel(swatch.x, swatch.y)[0] < marker().r * 9 / 10; }));
    CHECK_FALSE(is_chosen());
    type("sleep 0.8");
    type("mousemove 170 78 click 1");
    REQUIRE(comes_true(is_chosen));
    type("key Escape sleep 0.3");
  }
}

TEST_CASE("a shader is loaded again when it is saved, and a broken one leaves the picture as it was", "[long]") {
  const TemporaryFolder folder;
  live_in(folder);
  // A copy of the game, with shaders that may be spoiled.
  const std::string at = folder.path().string();
  REQUIRE(
      shell("cp -r " QUICKSAND_PROGRAM " " QUICKSAND_SOURCE "/assets " QUICKSAND_SOURCE "/shaders " + at).exit_code ==
      0);
  const Game game("--scene u-tube", at + "/quicksand");
  const auto share_of = [&](Rgb colour) {
    const Image screen = look(folder);
    int found = 0;
    for (int y = 100; y < 600; y += 10)
      for (int x = 100; x < 900; x += 10) {
        const uint8_t* const pixel = screen.pixel(x, y);
        found += pixel[0] == colour.r && pixel[1] == colour.g && pixel[2] == colour.b ? 1 : 0;
      }
    return found / (50.0 * 80);
  };
  const auto becomes = [&](Rgb colour) { return comes_true([&] { return share_of(colour) > 0.3; }); };
  wait_for_swatch(folder, marker());
  const Rgb magenta{255, 0, 255};
  const std::filesystem::path shader = folder / "shaders/compose.frag";
  CHECK(share_of(magenta) == 0);
  const std::string start =
      "#version 330 core\nprecision highp float;\nout vec4 colour_out;\nvoid main() { colour_out = ";
  REQUIRE(write_file_atomically(shader, start + "vec4(1.0, 0.0, 1.0, 1.0); }\n").ok());
  CHECK(becomes(magenta));
  const std::vector<uint8_t> no_message = message_pixels(folder);
  REQUIRE(write_file_atomically(shader, start + "nonsense; }\n").ok());
  CHECK(comes_true([&] { return message_pixels(folder) != no_message; }));
  CHECK(game.running());
  CHECK(share_of(magenta) > 0.3);
  REQUIRE(write_file_atomically(shader, start + "vec4(0.0, 1.0, 1.0, 1.0); }\n").ok());
  CHECK(becomes({0, 255, 255}));
  CHECK(game.running());
}

TEST_CASE("materials change while the game runs, and wrong ones leave it running and open in the editor", "[long]") {
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
      const Image screen = look(folder);
      const uint8_t* const pixel = screen.pixel(at.x, at.y);
      const auto is = [](int shown, int part) { return part == 0 ? shown < 40 : shown > 80; };
      return is(pixel[0], colour.r) && is(pixel[1], colour.g) && is(pixel[2], colour.b);
    });
  };
  const auto is_told = [&] {  // in the colour of errors, at the left below
    const Image screen = look(folder);
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
  CHECK_FALSE(is_told());
  CHECK(game.running());
}

TEST_CASE("a scene that does not exist is refused before a window opens", "[long]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const Output output = quicksand_stderr("--scene hourglas");
  CHECK(output.exit_code == 2);
  CHECK(output.text.find("did you mean \"hourglass\"") != std::string::npos);
}

TEST_CASE("at a low rate of pictures no key is lost, clicks paint where they were made, Ctrl+wheel zooms alone",
          "[long]") {
  const TemporaryFolder folder;
  live_in(folder);
  REQUIRE(write_file_atomically(folder / "quicksand/settings.json",
                                R"({"hint_seen": true, "effects": "high", "fancy": true})")
              .ok());
  // Large and finely drawn: a few pictures a second by the processor.
  REQUIRE(write_file_atomically(folder / "slow.json",
                                R"({"format": "quicksand-scene/1", "size": [640, 400], "sources": [
    {"at": [0, 0], "size": [640, 2], "material": "water", "rate": 0.02}]})")
              .ok());
  const Game game("--scene " + (folder / "slow.json").string());
  const CellPos swatch = wait_for_swatch(folder, marker());
  // All in one go: pause; search, where the last word counts; a smaller brush and back, right after Enter; zoom in and
  // out again by the wheel; draw, and once more beside it.
  type(
      "key space key e key w key a key t key e key r key BackSpace key BackSpace key BackSpace key BackSpace "
      "key BackSpace key c key e key m key e key n key t key Return key bracketleft key bracketright "
      "mousemove 300 400 keydown ctrl click 4 click 4 click 5 click 5 keyup ctrl click 1 mousemove 400 400 click 1 "
      "sleep 0.5");
  const OpenedWorld opened = saved(folder, swatch, "slow");
  // Two dabs of a brush that is still 9 cells wide.
  const int64_t cells = cells_of(opened, "cement");
  CHECK(cells > 80);
  CHECK(cells < 160);
  CHECK(game.running());
}

TEST_CASE("with a window manager F11 fills the screen and gives it back, and a dropped file is opened", "[long]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const WindowManager manager;
  const Game game("--scene hourglass");
  const CellPos swatch = wait_for_swatch(folder, marker());
  const std::string number = window();
  type("windowsize --sync " + number + " 900 600 windowmove --sync " + number + " 60 40");
  const std::string before = place_of(number);
  CHECK(before.ends_with("900x600"));
  type("mousemove 300 300 sleep 0.3");
  for (int round = 0; round < 2; ++round) {
    type("key F11");
    CHECK(comes_true([&] { return place_of(number) == "0,0 1280x720"; }));
    type("key F11");
    CHECK(comes_true([&] { return place_of(number) == before; }));
  }
  type("key F11");
  REQUIRE(comes_true([&] { return place_of(number) == "0,0 1280x720"; }));
  wait_for_swatch(folder, marker());

  // A name that must be escaped in an address.
  const std::string name = (folder / "a drop.json").string();
  REQUIRE(write_file_atomically(name, R"({"format": "quicksand-scene/1", "size": [123, 77]})").ok());
  const std::string address = name.substr(0, name.find(' ')) + "%20drop.json";
  REQUIRE(shell(DROP_FILE_PROGRAM " " + number + " " + address).exit_code == 0);
  type("sleep 0.5");
  CHECK(saved(folder, swatch, "dropped").world->size() == GridSize{123, 77});
  CHECK(game.running());
}

TEST_CASE("a picture goes into the clipboard, and what is seen into a GIF", "[long]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const Game game("--scene hourglass");
  wait_for_swatch(folder, marker());
  type("mousemove 300 300 key ctrl+shift+c");
  const std::string picture = (folder / "clip.png").string();
  CHECK(comes_true([&] {
    return shell("xclip -selection clipboard -target image/png -out 2>/dev/null > " + picture).exit_code == 0;
  }));
  CHECK(shell("identify -format '%m %wx%h' " + picture).text == "PNG 240x340");

  type("key F4 sleep 1.5 key F4");
  const std::string written = (folder / "quicksand/screenshots").string() + "/*.gif";
  CHECK(comes_true([&] { return shell("ls " + written + " 2>/dev/null").exit_code == 0; }));
  // Its frames' times add up to what was recorded.
  const int hundredths =
      std::stoi(shell("identify -format '%T\n' " + written + " | awk '{s+=$1} END {print s+0}'").text);
  CHECK(hundredths >= 140);
  CHECK(hundredths <= 400);
  CHECK(game.running());
}

TEST_CASE("Esc closes a menu, and the keyboard is the game's again", "[long]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const Game game(empty_world(folder));
  const CellPos swatch = wait_for_swatch(folder, marker());
  // The menu of pictures.
  const std::vector<uint8_t> closed = pixels_of_rows(folder, 45, 110);
  type("mousemove 530 20 sleep 0.2 click 1");
  REQUIRE(comes_true([&] { return differing(pixels_of_rows(folder, 45, 110), closed) > 2000; }));
  type("key Escape mousemove 300 500");
  CHECK(comes_true([&] { return differing(pixels_of_rows(folder, 45, 110), closed) < 2000; }));
  choose("cement");
  type("mousemove 400 500 click 1 sleep 0.3");
  CHECK(cells_of(saved(folder, swatch, "after"), "cement") > 40);
}

TEST_CASE("a player drags the world back in time, and on again, goes on in another way, and back to the first",
          "[long]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const Game game(empty_world(folder));
  const CellPos swatch = wait_for_swatch(folder, marker());
  choose("stone");
  const std::vector<uint8_t> empty = world_pixels(folder);
  type("mousemove 400 300 sleep 0.2 click 1");
  wait_until_still(folder, empty);
  type("key z sleep 0.3");
  constexpr const char* kBar = " 671 sleep 0.2 mousedown 1 sleep 0.2 mouseup 1 sleep 0.3";
  const auto drag_to = [&](int x) { type("mousemove " + std::to_string(x) + kBar); };
  const auto stones = [&](const std::string& name) { return cells_of(saved(folder, swatch, name), "stone"); };
  drag_to(78);
  CHECK(stones("before") == 0);
  drag_to(632);
  const int64_t painted = stones("after");
  CHECK(painted > 40);
  drag_to(78);
  choose("sand");
  type("mousemove 700 300 sleep 0.2 click 1 sleep 0.3");  // another way: the stone stays behind, on a branch
  CHECK(stones("another") == 0);
  type("mousemove 940 671 sleep 0.2 click 1 sleep 0.5");
  type("mousemove 1168 617 sleep 0.2 click 1 sleep 0.5");  // its button Play
  CHECK(stones("again") == painted);
  CHECK(game.running());
}

TEST_CASE("a player gives the timeline another key, which holds in the next game, too", "[long]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const std::filesystem::path file = folder / "quicksand/keys.json";
  const auto bar = [&] { return pixels_of_rows(folder, 655, 688); };
  const auto opens = [&](const std::string& key) {
    const std::vector<uint8_t> closed = bar();
    type("key " + key);
    return comes_true([&] { return differing(bar(), closed) > 20000; });
  };
  {
    const Game game(empty_world(folder));
    wait_for_swatch(folder, marker());
    type("key F1 sleep 0.4 mousemove 460 78 sleep 0.3 click 1 sleep 0.4");   // Change keys
    type("mousemove 706 590 sleep 0.3 click 1 sleep 0.3 key ctrl+shift+k");  // Timeline
    REQUIRE(comes_true([&] {
      const Result<std::string> text = read_file(file, 1000);
      return text && text->find("Ctrl+Shift+K") != std::string::npos;
    }));
    type("key Escape mousemove 300 300 sleep 0.4");
    CHECK(opens("ctrl+shift+k"));
    CHECK(game.running());
  }
  const Game game(empty_world(folder));
  wait_for_swatch(folder, marker());
  const std::vector<uint8_t> closed = bar();
  type("mousemove 300 300 key z sleep 0.4");
  CHECK(differing(bar(), closed) < 20000);
  CHECK(opens("ctrl+shift+k"));
  CHECK(game.running());
}

TEST_CASE("who plays on after the game was killed has the world of the last moments", "[long]") {
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
    wait_for_swatch(folder, marker());
    choose("cement");
    type("mousemove 200 300 sleep 0.2 mousedown 1 mousemove 500 300 sleep 0.2 mouseup 1");
    REQUIRE(comes_true([&] { return cement_in(autosave) > 0; }));
    game.kill();
  }
  const int64_t left = cement_in(autosave);
  CHECK(left > 0);
  const Game game(empty_world(folder));
  const CellPos swatch = wait_for_swatch(folder, marker());
  const auto is_offered = [&] { return !load_settings(settings).settings.left_world.empty(); };
  REQUIRE(comes_true(is_offered));
  type("mousemove 894 650 sleep 0.3 click 1");  // Go on
  REQUIRE(comes_true([&] { return !is_offered(); }));
  CHECK(cement_of(saved(folder, swatch, "again")) == left);
}

TEST_CASE("a player types commands as fast as can be, finds them again at the next start, and runs them from a file",
          "[long]") {
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
    wait_for_swatch(folder, marker());
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
    wait_for_swatch(folder, marker());
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
  wait_for_swatch(folder, marker());
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
