// Drives the real window under an X server with xdotool, as a player would.
#pragma once

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
#include "window/screen.h"

namespace quicksand {

inline void type(const std::string& arguments) {
  INFO(arguments);
  REQUIRE(shell("xdotool " + arguments).exit_code == 0);
}

inline constexpr GridSize kScreen{1280, 720};

inline Image look() {
  std::optional<Image> image = picture_of_screen();
  REQUIRE(image);
  REQUIRE(image->size == kScreen);
  return std::move(*image);
}

// The middle of a square of 12 pixels in exactly this colour, searched in the right fifth of the screen.
inline std::optional<CellPos> find_swatch(const Image& screen, Rgb colour) {
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
inline CellPos wait_for_swatch(Rgb colour) {
  std::optional<CellPos> swatch;
  REQUIRE(comes_true([&] { return (swatch = find_swatch(look(), colour)).has_value(); }));
  return *swatch;
}

// The palette of the core materials is so wide in a window of kScreen.
inline constexpr int kPaletteWidth = 272;

// The tool *Wet sand* has a swatch of one colour.
inline Rgb marker() {
  const auto core = load_materials("core");
  REQUIRE(core.ok());
  const MaterialLook& sand = core->looks[*core->table->find("sand")];
  return wet_colour(sand.colour, sand.damp);
}

// Chooses from the palette by name, as fast as keys can be typed.
inline void choose(const std::string& name) {
  type("key e");
  type("type " + name);
  type("key Return sleep 0.3");
}

// All that the game keeps goes into the folder.
inline void live_in(const TemporaryFolder& folder) {
  for (const char* const variable : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
    setenv(variable, folder.path().c_str(), 1);
  setenv("MESA_SHADER_CACHE_DIR", QUICKSAND_BUILD_FOLDER "/tests/shader_cache", 1);  // compiled once for all tests
  setenv("LANG", "C", 1);                                                            // texts are as wide as in English
  unsetenv("LANGUAGE");
  setenv("SDL_AUDIODRIVER", "dummy", 1);  // nobody who tests shall hear it
}

// A player who needs no hint.
inline void know_the_game(const TemporaryFolder& folder) {
  REQUIRE(write_file_atomically(folder / "quicksand/settings.json", R"({"hint_seen": true})").ok());
}

// The game's arguments for an empty world of 256x160 cells.
inline std::string empty_world(const TemporaryFolder& folder) {
  const std::filesystem::path scene = folder / "empty.json";
  REQUIRE(write_file_atomically(scene, R"({"format": "quicksand-scene/1", "size": [256, 160]})").ok());
  return "--scene " + scene.string();
}

inline int64_t cells_of(const OpenedWorld& opened, const std::string& material) {
  int64_t cells = 0;
  for (size_t i = 0; i < opened.world->entry_names().size(); ++i)
    if (opened.world->entry_names()[i] == material) cells += opened.world->count_entries()[i];
  return cells;
}

// These rows of what the window shows where the world is.
inline std::vector<uint8_t> pixels_of_rows(int first, int end) {
  const Image screen = look();
  std::vector<uint8_t> pixels;
  for (int y = first; y < end; ++y)
    pixels.insert(pixels.end(), screen.pixel(10, y), screen.pixel(kScreen.width - kPaletteWidth - 10, y));
  return pixels;
}

inline std::vector<uint8_t> world_pixels() { return pixels_of_rows(45, 690); }
// Where messages come and go.
inline std::vector<uint8_t> message_pixels() { return pixels_of_rows(560, 690); }

// Bytes in which two pictures of one size differ.
inline int64_t differing(const std::vector<uint8_t>& a, const std::vector<uint8_t>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), int64_t{0}, std::plus<>(), std::not_equal_to<>());
}

// Waits until the world looks other than it did, and nothing moves in it any more.
inline void wait_until_still(const std::vector<uint8_t>& at_first) {
  std::vector<uint8_t> before = at_first;
  REQUIRE(comes_true([&] {
    std::vector<uint8_t> now = world_pixels();
    std::swap(now, before);
    if (now == before && now != at_first) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    return false;
  }));
}

// Saves the world by the dialog, under this name, or the one that the dialog offers if it is empty. `swatch`: of this
// colour, which the open dialog dims. The dialog offers the name of the save that is played: "stroke" is. Returns the
// file.
inline std::string save(const TemporaryFolder& folder, CellPos swatch, const std::string& name) {
  const auto brightness = [&] {
    const Image screen = look();
    const uint8_t* const pixel = screen.pixel(swatch.x, swatch.y);
    return pixel[0] + pixel[1] + pixel[2];
  };
  const Rgb colour = marker();
  const int bright = colour.r + colour.g + colour.b;
  REQUIRE(comes_true([&] { return brightness() == bright; }));  // what was found by a search is gone
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
inline OpenedWorld saved(const TemporaryFolder& folder, CellPos swatch, const std::string& name) {
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

  int process() const { return process_; }

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
inline std::string window() {
  std::string number;
  REQUIRE(comes_true(
      [&] { return !(number = shell("xdotool search --onlyvisible --name '^Quicksand$' | tail -1").text).empty(); }));
  return number.substr(0, number.find('\n'));
}
inline std::string place_of(const std::string& number) {
  return shell("xdotool getwindowgeometry --shell " + number +
               " | awk -F= '{v[$1]=$2} END {print v[\"X\"] \",\" v[\"Y\"] \" \" v[\"WIDTH\"] \"x\" v[\"HEIGHT\"]}' | "
               "tr -d '\\n'")
      .text;
}

}  // namespace quicksand
