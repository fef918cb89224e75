// What every player does: looks for a material's swatch on the screen, clicks it, paints, saves, finds other worlds.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "ui/panels/theme_colours.h"
#include "window/player.h"

using namespace quicksand;

TEST_CASE("a player picks a material, paints, saves, and the save holds the grains", "[long]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  // An empty world of 256x160 cells; cement falls straight, so columns stay where they were painted.
  const Game game(empty_world(folder));
  const CellPos swatch = wait_for_swatch(marker());
  choose("cement");
  const std::vector<uint8_t> empty = world_pixels();
  // A fast stroke from left to right: three positions only, 300 pixels apart.
  type("mousemove 200 300 sleep 0.2 mousedown 1 mousemove 500 300 mousemove 800 300 sleep 0.2 mouseup 1");
  wait_until_still(empty);
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
  const std::vector<uint8_t> whole = world_pixels();
  type("mousemove 200 " + std::to_string(floor_y) + " sleep 0.2 mousedown 3 mousemove 500 " + std::to_string(floor_y) +
       " sleep 0.2 mouseup 3 sleep 0.2 key space");
  wait_until_still(whole);
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
  const CellPos tool = wait_for_swatch(marker());
  type("mousemove " + std::to_string(tool.x) + " " + std::to_string(tool.y) + " sleep 0.3 click 1 sleep 0.3");
  type("mousemove 400 500 sleep 0.2 mousedown 1 mousemove 600 500");
  const std::vector<uint8_t> empty = world_pixels();
  REQUIRE(comes_true([&] { return differing(world_pixels(), empty) > 4000; }));  // some 80 cells
  type("mouseup 1");
  wait_until_still(empty);

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
  const CellPos swatch = wait_for_swatch(marker());
  const auto is_open = [&] {
    const Image screen = look();
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

TEST_CASE("a click that comes together with the pointer is one where the pointer came", "[thorough]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const Game game("--scene oasis");  // pictures that take long: several events come in each
  const CellPos swatch = wait_for_swatch(marker());
  // Of the page's button "New world": its letters have the accent's colour when it is chosen.
  const auto is_chosen = [&] {
    const Image screen = look();
    int accented = 0;
    for (int y = 66; y < 92; ++y)
      for (int x = 132; x < 212; ++x) accented += screen.pixel(x, y)[0] > 170 && screen.pixel(x, y)[2] < 140 ? 1 : 0;
    return accented > 20;
  };
  const auto is_open = [&] { return look().pixel(swatch.x, swatch.y)[0] < marker().r * 9 / 10; };
  for (int i = 0; i < 6; ++i) {
    INFO("time " << i);
    type("mousemove " + std::to_string(300 + 60 * i) + " 500 sleep 0.2 key ctrl+o");
    REQUIRE(comes_true(is_open));
    CHECK_FALSE(is_chosen());
    type("sleep 0.8");
    type("mousemove 170 78 click 1");
    REQUIRE(comes_true(is_chosen));
    type("key Escape");
    REQUIRE(comes_true([&] { return !is_open(); }));
  }
}

TEST_CASE("a shader is loaded again when it is saved, and a broken one leaves the picture as it was", "[thorough]") {
  const TemporaryFolder folder;
  live_in(folder);
  // A copy of the game, with shaders that may be spoiled.
  const std::string at = folder.path().string();
  REQUIRE(
      shell("cp -r " QUICKSAND_PROGRAM " " QUICKSAND_SOURCE "/assets " QUICKSAND_SOURCE "/shaders " + at).exit_code ==
      0);
  const Game game("--scene u-tube", at + "/quicksand");
  const auto share_of = [&](Rgb colour) {
    const Image screen = look();
    int found = 0;
    for (int y = 100; y < 600; y += 10)
      for (int x = 100; x < 900; x += 10) {
        const uint8_t* const pixel = screen.pixel(x, y);
        found += pixel[0] == colour.r && pixel[1] == colour.g && pixel[2] == colour.b ? 1 : 0;
      }
    return found / (50.0 * 80);
  };
  const auto becomes = [&](Rgb colour) { return comes_true([&] { return share_of(colour) > 0.3; }); };
  wait_for_swatch(marker());
  const Rgb magenta{255, 0, 255};
  const std::filesystem::path shader = folder / "shaders/compose.frag";
  CHECK(share_of(magenta) == 0);
  const std::string start =
      "#version 330 core\nprecision highp float;\nout vec4 colour_out;\nvoid main() { colour_out = ";
  REQUIRE(write_file_atomically(shader, start + "vec4(1.0, 0.0, 1.0, 1.0); }\n").ok());
  CHECK(becomes(magenta));
  const std::vector<uint8_t> no_message = message_pixels();
  REQUIRE(write_file_atomically(shader, start + "nonsense; }\n").ok());
  CHECK(comes_true([&] { return message_pixels() != no_message; }));
  CHECK(game.running());
  CHECK(share_of(magenta) > 0.3);
  REQUIRE(write_file_atomically(shader, start + "vec4(0.0, 1.0, 1.0, 1.0); }\n").ok());
  CHECK(becomes({0, 255, 255}));
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
          "[thorough]") {
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
  const CellPos swatch = wait_for_swatch(marker());
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
  const CellPos swatch = wait_for_swatch(marker());
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
  wait_for_swatch(marker());

  // A name that must be escaped in an address.
  const std::string name = (folder / "a drop.json").string();
  REQUIRE(write_file_atomically(name, R"({"format": "quicksand-scene/1", "size": [123, 77]})").ok());
  const std::string address = name.substr(0, name.find(' ')) + "%20drop.json";
  REQUIRE(shell(DROP_FILE_PROGRAM " " + number + " " + address).exit_code == 0);
  type("sleep 0.5");
  CHECK(saved(folder, swatch, "dropped").world->size() == GridSize{123, 77});
  CHECK(game.running());
}

TEST_CASE("a picture goes into the clipboard, and what is seen into a GIF", "[thorough]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const Game game("--scene hourglass");
  wait_for_swatch(marker());
  type("mousemove 300 300 key ctrl+shift+c");
  const std::string picture = (folder / "clip.png").string();
  CHECK(comes_true([&] {
    return shell("xclip -selection clipboard -target image/png -out 2>/dev/null > " + picture).exit_code == 0;
  }));
  CHECK(shell("identify -format '%m %wx%h' " + picture).text == "PNG 240x340");

  const auto start = std::chrono::steady_clock::now();
  type("key F4 sleep 4 key F4");  // of which a machine that stands still for a second leaves that out
  const std::string written = (folder / "quicksand/screenshots").string() + "/*.gif";
  CHECK(comes_true([&] { return shell("ls " + written + " 2>/dev/null").exit_code == 0; }));
  // Its frames' times add up to what was recorded. A machine that is busy notices either key late.
  const double most = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() * 100;
  const int hundredths =
      std::stoi(shell("identify -format '%T\n' " + written + " | awk '{s+=$1} END {print s+0}'").text);
  CHECK(hundredths >= 50);
  CHECK(hundredths <= most);
  CHECK(game.running());
}

TEST_CASE("Esc closes a menu, and the keyboard is the game's again", "[long]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const Game game(empty_world(folder));
  const CellPos swatch = wait_for_swatch(marker());
  // The menu of pictures.
  const std::vector<uint8_t> closed = pixels_of_rows(45, 110);
  type("mousemove 530 20 sleep 0.2 click 1");
  REQUIRE(comes_true([&] { return differing(pixels_of_rows(45, 110), closed) > 2000; }));
  type("key Escape mousemove 300 500");
  CHECK(comes_true([&] { return differing(pixels_of_rows(45, 110), closed) < 2000; }));
  choose("cement");
  type("mousemove 400 500 click 1 sleep 0.3");
  CHECK(cells_of(saved(folder, swatch, "after"), "cement") > 40);
}

TEST_CASE("where there is no OpenGL 3.3, or the driver breaks, the processor draws and the game is played",
          "[thorough]") {
  const std::string old_driver = "MESA_GL_VERSION_OVERRIDE=2.1";
  for (const std::string& driver : {old_driver, std::string("LIBGL_DRIVERS_PATH=/nonexistent")}) {
    INFO(driver);
    const TemporaryFolder folder;
    live_in(folder);
    know_the_game(folder);
    const Game game(empty_world(folder), "env " + driver + " " QUICKSAND_PROGRAM);
    const CellPos swatch = wait_for_swatch(marker());
    CHECK(game.running());
    if (driver == old_driver) continue;  // it ends in the same way
    choose("cement");
    const std::vector<uint8_t> empty = world_pixels();
    type("mousemove 400 200 sleep 0.2 mousedown 1 mousemove 500 200 sleep 0.2 mouseup 1");
    REQUIRE(comes_true([&] { return differing(world_pixels(), empty) > 4000; }));
    CHECK(cells_of(saved(folder, swatch, "drawn"), "cement") > 100);
  }
}

TEST_CASE("panels over the world have one ground, whoever draws, and stand beside each other", "[thorough]") {
  for (const std::string& driver : {std::string(), std::string("env MESA_GL_VERSION_OVERRIDE=2.1 ")}) {
    INFO(driver);
    const TemporaryFolder folder;
    live_in(folder);
    know_the_game(folder);
    const Game game(empty_world(folder), driver + QUICKSAND_PROGRAM);
    wait_for_swatch(marker());
    const Rgb ground = shade_of(Theme::kDark, Tint::kWindow).rgb;
    const auto ground_pixels = [&](int first, int end) {
      const Image screen = look();
      int found = 0;
      for (int y = 60; y < 400; ++y)
        for (int x = first; x < end; ++x) {
          const uint8_t* const pixel = screen.pixel(x, y);
          found += pixel[0] == ground.r && pixel[1] == ground.g && pixel[2] == ground.b ? 1 : 0;
        }
      return found;
    };
    const int middle = (kScreen.width - kPaletteWidth) / 2;
    const int right = kScreen.width - kPaletteWidth - 10;
    const int before_left = ground_pixels(10, middle);
    const int before_right = ground_pixels(middle, right);
    type("key l");
    CHECK(comes_true([&] { return ground_pixels(middle, right) > before_right + 40'000; }));
    CHECK(ground_pixels(10, middle) < before_left + 4'000);
    type("key F7");
    CHECK(comes_true([&] { return ground_pixels(10, middle) > before_left + 20'000; }));
    type("key l sleep 0.3 key F7");
    CHECK(comes_true([&] { return ground_pixels(10, right) < before_left + before_right + 1'000; }));
  }
}

TEST_CASE(
    "when the graphics card loses all that it held the world is drawn anew, and by the processor when it has gone",
    "[thorough]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const std::filesystem::path lose = folder / "lose";
  const std::filesystem::path gone = folder / "gone";
  const std::string driver = "env LD_PRELOAD=" LOSE_CONTEXT_LIBRARY " QUICKSAND_LOSE_CONTEXT=" + lose.string() +
                             " QUICKSAND_NO_CONTEXT=" + gone.string() + " " QUICKSAND_PROGRAM;
  const Game game(empty_world(folder), driver);
  const CellPos swatch = wait_for_swatch(marker());
  choose("cement");
  int row = 100;
  const auto paints = [&] {
    row += 120;
    const std::vector<uint8_t> before = world_pixels();
    const std::string at = std::to_string(row);
    type("mousemove 400 " + at + " sleep 0.2 mousedown 1 mousemove 500 " + at + " sleep 0.2 mouseup 1");
    return comes_true([&] { return differing(world_pixels(), before) > 4000; });
  };
  REQUIRE(paints());
  REQUIRE(write_file_atomically(lose, "").ok());
  CHECK(comes_true([&] { return !std::filesystem::exists(lose); }));
  CHECK(paints());
  REQUIRE(write_file_atomically(gone, "").ok());
  REQUIRE(write_file_atomically(lose, "").ok());
  CHECK(comes_true([&] { return !std::filesystem::exists(lose); }));
  CHECK(paints());
  CHECK(game.running());
  CHECK(cells_of(saved(folder, swatch, "drawn"), "cement") > 300);
}

TEST_CASE("with shaders that are wrong or missing at the start the picture is plain, until they are good",
          "[thorough]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const std::string at = (folder / "game").string();
  REQUIRE(shell("mkdir " + at + " && cp -r " QUICKSAND_PROGRAM " " QUICKSAND_SOURCE "/shaders " + at +
                " && ln -s " QUICKSAND_SOURCE "/assets " + at)
              .exit_code == 0);
  // One is missing, one is spoiled.
  const std::filesystem::path compose = folder / "game/shaders/compose.frag";
  const Result<std::string> text = read_file(compose, 1 << 20);
  REQUIRE(text.ok());
  REQUIRE(write_file_atomically(compose, text->substr(0, text->size() / 2)).ok());
  REQUIRE(shell("mv " + at + "/shaders/grid.frag " + at).exit_code == 0);

  const Game game(empty_world(folder), at + "/quicksand");
  const CellPos swatch = wait_for_swatch(marker());
  const auto brightness = [&] {  // of the sky in the world's middle: the plain view has none
    const Image screen = look();
    const uint8_t* const pixel = screen.pixel(500, 200);
    return pixel[0] + pixel[1] + pixel[2];
  };
  CHECK(brightness() < 100);
  choose("cement");
  type("mousemove 400 400 sleep 0.2 mousedown 1 mousemove 500 400 sleep 0.2 mouseup 1");
  CHECK(cells_of(saved(folder, swatch, "drawn"), "cement") > 100);
  REQUIRE(shell("mv " + at + "/grid.frag " + at + "/shaders").exit_code == 0);
  REQUIRE(write_file_atomically(compose, *text).ok());
  CHECK(comes_true([&] { return brightness() > 150; }));
  CHECK(game.running());
}

TEST_CASE("a window of any size, and one that nobody sees, is played on", "[thorough]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const Game game(empty_world(folder));
  wait_for_swatch(marker());
  const std::string number = window();
  for (const char* const size : {"1 1", "1 400", "1280 1", "40 30", "640 400"}) {
    INFO(size);
    type("windowsize --sync " + number + " " + size + " sleep 0.2");
    REQUIRE(game.running());
  }
  type("windowunmap --sync " + number + " sleep 0.3");
  REQUIRE(game.running());
  type("windowmap --sync " + number + " windowsize --sync " + number + " 1280 720 windowfocus --sync " + number);
  const CellPos swatch = wait_for_swatch(marker());
  choose("cement");
  const std::vector<uint8_t> empty = world_pixels();
  type("mousemove 400 300 sleep 0.2 mousedown 1 mousemove 500 300 sleep 0.2 mouseup 1");
  wait_until_still(empty);
  CHECK(cells_of(saved(folder, swatch, "after"), "cement") > 100);
}
