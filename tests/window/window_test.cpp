// Drives the real window under an X server with xdotool, as a player would: looks for a material's swatch on the
// screen, clicks it, paints, saves, and checks that the save holds the grains where they were painted.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "app/open_world.h"
#include "io/assets.h"
#include "io/files.h"
#include "io/png.h"
#include "io/temporary_folder.h"
#include "main/program.h"
#include "view/shading.h"

using namespace quicksand;

namespace {

void type(const std::string& arguments) {
  INFO(arguments);
  REQUIRE(shell("xdotool " + arguments).exit_code == 0);
}

Image look(const TemporaryFolder& folder) {
  const std::string file = (folder / "screen.png").string();
  REQUIRE(shell("import -window root " + file).exit_code == 0);
  Result<Image> image = decode_picture(*read_file(file, 1 << 26), file);
  REQUIRE(image.ok());
  return std::move(*image);
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

// Waits until the window shows its palette, and returns the swatch's place.
CellPos wait_for_swatch(const TemporaryFolder& folder, Rgb colour) {
  for (int i = 0; i < 60; ++i) {
    if (const auto swatch = find_swatch(look(folder), colour)) return *swatch;
    shell("sleep 0.25");
  }
  FAIL("the palette did not appear");
  return {};
}

class Game {
 public:
  explicit Game(const std::string& arguments, const std::string& program = QUICKSAND_PROGRAM) {
    const Output started = shell(program + " " + arguments + " >/dev/null 2>&1 & echo $!");
    process_ = std::stoi(started.text);
  }
  ~Game() { shell("kill " + std::to_string(process_) + " 2>/dev/null"); }
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  bool running() const { return shell("kill -0 " + std::to_string(process_) + " 2>/dev/null").exit_code == 0; }

 private:
  int process_ = 0;
};

}  // namespace

TEST_CASE("a player picks a material, paints, saves, and the save holds the grains") {
  const TemporaryFolder folder;
  setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
  setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
  // An empty world of 256x160 cells; cement falls straight, so columns stay where they were painted.
  REQUIRE(write_file_atomically(folder / "empty.json", R"({"format": "quicksand-scene/1", "size": [256, 160]})").ok());
  const Game game("--scene " + (folder / "empty.json").string());
  const CellPos cement = wait_for_swatch(folder, {0xc3, 0xc1, 0xba});

  type("mousemove " + std::to_string(cement.x) + " " + std::to_string(cement.y) + " click 1 sleep 0.3");
  // A fast stroke from left to right: three positions only, 300 pixels apart.
  type("mousemove 200 300 sleep 0.2 mousedown 1 mousemove 500 300 mousemove 800 300 sleep 0.2 mouseup 1 sleep 1.5");
  type("key ctrl+s sleep 0.5 type stroke");
  type("sleep 0.3 key Return sleep 1");

  const std::string save = (folder / "quicksand/saves/stroke.png").string();
  WorldRequest request;
  request.scene = save;
  const Result<OpenedWorld> opened = open_world(request);
  INFO((opened ? "" : opened.failure().text()));
  REQUIRE(opened.ok());
  const World& world = *opened->world;
  // The view is 1048 pixels wide and shows 256 cells, so its zoom is 648 / 160 = 4.05 by height or 4.09 by width;
  // the smaller holds, and the world is centred.
  const double zoom = std::min((1280 - 232) / 256.0, (720 - 42 - 30) / 160.0);
  const double left = (1280 - 232) / 2.0 - 128 * zoom;
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
  type("mousemove 200 " + std::to_string(floor_y) + " sleep 0.2 mousedown 3 mousemove 500 " + std::to_string(floor_y) +
       " sleep 0.2 mouseup 3 sleep 0.3 key space sleep 0.3");
  type("key ctrl+s sleep 0.5 key Return sleep 1");
  request.scene = (folder / "quicksand/saves/world-1.png").string();
  const Result<OpenedWorld> erased = open_world(request);
  INFO((erased ? "" : erased.failure().text()));
  REQUIRE(erased.ok());
  const auto remaining = [&](int x) {
    int height = 0;
    for (int y = 0; y < 160; ++y) height += erased->world->entry_at({x, y}) != 0 ? 1 : 0;
    return height;
  };
  CHECK(remaining(first + 20) < 4);
  CHECK(remaining(last - 20) >= 7);
  CHECK(game.running());
}

TEST_CASE("the wet sand tool sprays damp grains that stay where they land") {
  const TemporaryFolder folder;
  setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
  setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
  REQUIRE(write_file_atomically(folder / "empty.json", R"({"format": "quicksand-scene/1", "size": [256, 160]})").ok());
  const Game game("--scene " + (folder / "empty.json").string());
  const auto core = load_materials("core");
  REQUIRE(core.ok());
  const MaterialLook& sand = core->looks[*core->table->find("sand")];
  const CellPos tool = wait_for_swatch(folder, wet_colour(sand.colour, sand.damp));
  type("mousemove " + std::to_string(tool.x) + " " + std::to_string(tool.y) + " sleep 0.3 click 1 sleep 0.8");
  type("mousemove 400 500 sleep 0.2 mousedown 1 mousemove 600 500 sleep 1.5 mouseup 1 sleep 1");
  type("key ctrl+s sleep 0.5 type damp");
  type("sleep 0.3 key Return sleep 1");

  WorldRequest request;
  request.scene = (folder / "quicksand/saves/damp.png").string();
  const Result<OpenedWorld> opened = open_world(request);
  INFO((opened ? "" : opened.failure().text()));
  REQUIRE(opened.ok());
  const World& world = *opened->world;
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

TEST_CASE("a shader is loaded again when it is saved, and a broken one leaves the picture as it was") {
  const TemporaryFolder folder;
  setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
  setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
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
  const auto becomes = [&](Rgb colour) {
    for (int i = 0; i < 40; ++i) {
      if (share_of(colour) > 0.3) return true;
      shell("sleep 0.25");
    }
    return false;
  };
  wait_for_swatch(folder, {0xc3, 0xc1, 0xba});
  const Rgb magenta{255, 0, 255};
  const std::filesystem::path shader = folder / "shaders/compose.frag";
  CHECK(share_of(magenta) == 0);
  const std::string start =
      "#version 330 core\nprecision highp float;\nout vec4 colour_out;\nvoid main() { colour_out = ";
  REQUIRE(write_file_atomically(shader, start + "vec4(1.0, 0.0, 1.0, 1.0); }\n").ok());
  CHECK(becomes(magenta));
  REQUIRE(write_file_atomically(shader, start + "nonsense; }\n").ok());
  shell("sleep 1.5");
  CHECK(game.running());
  CHECK(becomes(magenta));
  REQUIRE(write_file_atomically(shader, start + "vec4(0.0, 1.0, 1.0, 1.0); }\n").ok());
  CHECK(becomes({0, 255, 255}));
  CHECK(game.running());
}

TEST_CASE("a scene that does not exist is refused before a window opens") {
  const TemporaryFolder folder;
  setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
  setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
  const Output output = quicksand_stderr("--scene hourglas");
  CHECK(output.exit_code == 2);
  CHECK(output.text.find("did you mean \"hourglass\"") != std::string::npos);
}
