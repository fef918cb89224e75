// Dunes as scenes, saves and pictures: what the application does with a second kind of world.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <iomanip>
#include <random>
#include <sstream>

#include "app/kinds/dunes_bodies.h"
#include "app/play.h"
#include "core/cases.h"
#include "io/dump.h"
#include "io/files.h"
#include "io/scene_file.h"
#include "io/temporary_folder.h"
#include "view/relief.h"

using namespace quicksand;

namespace {

std::string complaint(const std::string& keys) {
  const TemporaryFolder folder;
  const std::string file = (folder / "s.json").string();
  REQUIRE(write_file_atomically(file, R"({"format": "quicksand-scene/1", "world": "dunes",)"
                                      "\n" +
                                          keys + "}")
              .ok());
  WorldRequest request;
  request.scene = file;
  const Result<OpenedWorld> opened = open_world(request);
  return opened ? "" : opened.failure().text();
}

bool holds(const std::string& text, const std::string& part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
  return text.find(part) != std::string::npos;
}

int brightness(const Image& image, int x, int y) {
  const uint8_t* const pixel = image.pixel(x, y);
  return pixel[0] + pixel[1] + pixel[2];
}

}  // namespace

TEST_CASE("every scene of dunes runs, and goes on from its save as if nothing had been", "[thorough]") {
  for (const char* const scene : {"dunes-barchan", "ripples", "plough", "footprints", "rising-dune", "abelian"}) {
    INFO(scene);
    Session session = play(scene, 40, 2);
    CHECK(session.world().kind() == "dunes");
    session.apply(ForceCommand{{100, 100}, 20, 3, 0, 0});  // and grains in the air
    session.tick();
    check_goes_on_from_save(session);
  }
}

TEST_CASE("whatever a scene may say, its save says so again") {
  const TemporaryFolder folder;
  const std::string scene = (folder / "scene.json").string();
  const std::string save = (folder / "save.png").string();
  REQUIRE(write_file_atomically(scene, R"({"format": "quicksand-scene/1", "world": "dunes", "size": [64, 64],
    "threshold": 0.002, "wind": {"slab": 0.001, "shadow": 0.001, "lift": 0.99, "stays_on_sand": 0.99},
    "colliders": [{"shape": "map", "map": [[1, 0.5], [0, 2]], "path": [[0, 5, 5, 2], [9, 7, 5, 2]]}]})")
              .ok());
  Session session = play(scene, 5);
  REQUIRE(session.save(save).ok());
  Session restored = play(save, 0);
  CHECK(restored.world().state_hash() == session.world().state_hash());
}

TEST_CASE("heights are dumped as floats, the lowest row first") {
  const Session session = play("example-1", 1);
  const std::vector<PlaneView> planes = session.world().planes();
  const PlaneView* const height = find_view(planes, "height");
  REQUIRE(height);
  const std::string pfm = encode_pfm(*height);
  const std::string header = "Pf\n9 1\n-1.0\n";
  REQUIRE(pfm.size() == header.size() + 9 * sizeof(float));
  CHECK(pfm.starts_with(header));
  float values[9];
  std::memcpy(values, pfm.data() + header.size(), sizeof values);
  const float expected[] = {0, 2, 2, 3, 3, 2, 2, 2, 1};
  for (int i = 0; i < 9; ++i) CHECK(values[i] == expected[i]);
}

TEST_CASE("a scene of dunes with mistakes is refused, and the place is named") {
  CHECK(holds(complaint(R"("treshold": 1)"), "s.json:2:1: "));
  CHECK(holds(complaint(R"("treshold": 1)"), "threshold"));
  CHECK(holds(complaint(R"("threshold": 1, "transfer": 0.6)"), "at most half"));
  CHECK(holds(complaint(R"("wind": {"to": "up"})"), R"("east", "west", "south", "north")"));
  CHECK(holds(complaint(R"("wind": {"hop": 0})"), "hop"));
  CHECK(holds(complaint(R"("size": [8, 8], "wind": {"hop": 20})"), "longer than the world"));
  CHECK(holds(complaint(R"("heights": [[1, 2], [3]])"), "s.json:2:21: "));
  CHECK(holds(complaint(R"("heights": [[1, "a"]])"), "holds numbers"));
  CHECK(holds(complaint(R"("heights": [])"), "is empty"));
  CHECK(holds(complaint(R"("heights": [[]])"), "a row of \"heights\" is empty"));
  CHECK(holds(complaint(R"("heights": [[1, 2]], "size": [3, 1])"), "2x1 columns, and the world has 3x1"));
  CHECK(holds(complaint(R"("heights": {"image": "none.png"})"), "none.png"));
  CHECK(holds(complaint(R"("size": [5000, 10])"), "at most 4096"));
  CHECK(holds(complaint(R"("colliders": [{"shape": "bal", "path": [[0, 1, 1, 1]]}])"), R"(did you mean "ball"?)"));
  CHECK(holds(complaint(R"("colliders": [{"path": [[5, 1, 1, 1], [3, 1, 1, 1]]}])"), "order of their ticks"));
  CHECK(holds(complaint(R"("colliders": [{"path": [[0, 1]]}])"), "[tick, x, y, z]"));
  CHECK(holds(complaint(R"("colliders": [{"path": []}])"), "from 1 to"));
  CHECK(holds(complaint(R"("colliders": [{"shape": "map", "path": [[0, 1, 1, 1]]}])"), "the key \"map\" is missing"));
  CHECK(holds(complaint(R"("piles": [{"at": [1, 1], "height": 1e9}])"), "height"));
  CHECK(holds(complaint(R"("piles": [{"at": [1, 1], "height": 300000}])"), "at most 262144 cells high"));
  CHECK(holds(complaint(R"("rule": "chip-firing")"), R"("border": "open")"));
  CHECK(complaint(R"("size": [64, 1], "wind": {"to": "east"})").empty());
  CHECK(complaint(R"("piles": [{"at": [1, 1], "height": 9, "radius": 3}])").empty());
  // Keys of dunes are none of the sandbox's.
  const Result<Scene> sandbox =
      parse_scene(R"({"format": "quicksand-scene/1", "threshold": 1})", "s.json", world_kinds());
  REQUIRE_FALSE(sandbox.ok());
  CHECK(holds(sandbox.failure().text(), R"(the scene needs "world": "dunes")"));
}

TEST_CASE("half of any threshold may slide in a step, and no more") {
  for (int hundredths = 1; hundredths <= 2500; hundredths += cases(37, 1)) {
    const double threshold = hundredths / 100.0;
    const auto with = [&](double transfer) {
      std::ostringstream keys;
      keys << std::setprecision(12) << R"("threshold": )" << threshold << R"(, "transfer": )" << transfer;
      return complaint(keys.str());
    };
    INFO("threshold " << threshold);
    CHECK(with(threshold / 2).empty());
    CHECK(holds(with(threshold / 2 + 0.002), "at most half"));
  }
}

TEST_CASE("painting adds sand, raises rock, wets and erases") {
  const TemporaryFolder folder;
  const std::string scene = (folder / "scene.json").string();
  REQUIRE(write_file_atomically(scene, R"({"format": "quicksand-scene/1", "world": "dunes", "threshold": 5,
    "transfer": 1, "heights": [[2, 2, 2, 2, 2, 2, 2, 2, 2]]})")
              .ok());
  Session session = play(scene, 0);
  const auto column = [&](const char* plane) {
    const std::vector<PlaneView> planes = session.world().planes();
    const PlaneView* const view = find_view(planes, plane);
    return static_cast<double>((*view->fixed)[{4, 0}]) / view->one;
  };
  const auto paint = [&](const char* name) {
    const std::vector<std::string>& names = session.world().entry_names();
    PaintCommand command;
    command.from = command.to = {4, 0};
    command.entries = {static_cast<uint8_t>(std::find(names.begin(), names.end(), name) - names.begin())};
    session.apply(command);
  };
  REQUIRE(column("height") == 2);
  paint("sand");
  CHECK(column("height") == 2.5);
  paint("rock");
  CHECK(column("height") == 3);
  CHECK(column("ground") == 3);  // it takes the sand's place
  paint("sand");
  CHECK(column("height") == 3.5);
  paint("water");
  CHECK((*find_plane(session.world().planes(), "wetness"))[{4, 0}] == 255);
  paint("void");
  CHECK(column("height") == 3);
  CHECK(session.world().entry_names()[session.world().entry_at({4, 0})] == "rock");
  paint("void");
  CHECK(column("height") == 0);
  CHECK(session.world().entry_at({4, 0}) == 0);
}

TEST_CASE("clearing leaves nothing, and nothing comes") {
  for (const char* const scene : {"rising-dune", "plough", "ripples"}) {
    Session session = play(scene, 50, 2);
    session.apply(ForceCommand{{100, 100}, 20, 3, 0, 0});
    session.apply(ClearCommand{});
    for (int tick = 0; tick < 50; ++tick) session.tick();
    INFO(scene);
    CHECK(session.world().count_entries()[0] == session.world().size().cells());
    CHECK(session.world().airborne().x.empty());
    // And so it is when it is saved and opened again.
    const TemporaryFolder folder;
    const std::string file = (folder / "save.png").string();
    REQUIRE(session.save(file).ok());
    Session restored = play(file, 50);
    CHECK(restored.world().count_entries()[0] == session.world().size().cells());
  }
}

TEST_CASE("a stroke adds as much to each column, in however many steps it is drawn") {
  Session session = play("rising-dune", 0);
  session.apply(ClearCommand{});
  PaintCommand command;
  command.width = 9;
  const std::vector<std::string>& names = session.world().entry_names();
  command.entries = {static_cast<uint8_t>(std::find(names.begin(), names.end(), "sand") - names.begin())};
  command.from = command.to = {40, 60};
  session.apply(command);
  for (int x = 40; x < 200; x += 16) {
    command.from = {x, 60};
    command.to = {x + 16, 60};
    session.apply(command);
  }
  const std::vector<PlaneView> planes = session.world().planes();
  const PlaneView* const height = find_view(planes, "height");
  for (int x = 40; x <= 200; ++x) CHECK((*height->fixed)[{x, 60}] == height->one / 2);
}

TEST_CASE("what moves through the sand is seen, and is no part of it") {
  const Session session = play("plough", 100);
  const std::vector<PlaneView> planes = session.world().planes();
  const PlaneView* const surface = find_surface(planes);
  const PlaneView* const height = find_view(planes, "height");
  REQUIRE(surface);
  // The ball is at (74, 71) then, 24 wide to each side and 27 high in the middle.
  CHECK((*surface->fixed)[{74, 71}] > 45 * surface->one);
  CHECK((*height->fixed)[{74, 71}] < 10 * height->one);
  CHECK((*surface->fixed)[{300, 250}] == (*height->fixed)[{300, 250}]);
}

TEST_CASE("a relief is bright towards the sun, dark away from it, and a tower casts a shadow") {
  Session session = play("plough", 0);
  session.apply(ClearCommand{});
  PaintCommand command;
  command.shape = Shape::kRect;
  command.from = {0, 0};
  command.to = {479, 299};
  const std::vector<std::string>& names = session.world().entry_names();
  const auto rock = static_cast<uint8_t>(std::find(names.begin(), names.end(), "rock") - names.begin());
  // A flat field, and a block that stands on it, ten cells high.
  command.entries = {rock};
  session.apply(command);
  command.from = {100, 100};
  command.to = {139, 139};
  for (int i = 0; i < 20; ++i) session.apply(command);
  REQUIRE(has_relief(session.world(), {}));
  CHECK_FALSE(has_relief(session.world(), {DisplayMode::kActivity}));
  Parallel parallel(2);
  const Image image = relief_picture(session.world(), session.looks(), {0, 0, 480, 300}, 1, 1, parallel);
  // The sun is in the upper left: means, because columns have shades of their own.
  const auto mean = [&](int left, int top) {
    int sum = 0;
    for (int y = top; y < top + 6; ++y)
      for (int x = left; x < left + 6; ++x) sum += brightness(image, x, y);
    return sum / 36;
  };
  const int open = mean(300, 200);
  CHECK(mean(150, 130) < open * 0.7);        // to the right, in the shadow
  CHECK(mean(80, 110) > open * 0.9);         // to the left of it
  CHECK(mean(190, 130) > open * 0.9);        // beyond the shadow, which is 20 long
  CHECK(brightness(image, 99, 120) > open);  // the side to the sun
  // A part of the picture is as it is in the whole.
  const Image part = relief_picture(session.world(), session.looks(), {120, 90, 60, 60}, 1, 1, parallel);
  int different = 0;
  for (int y = 0; y < 60; ++y)
    for (int x = 0; x < 60; ++x) different += brightness(part, x, y) != brightness(image, 120 + x, 90 + y) ? 1 : 0;
  CHECK(different == 0);
  const Image large = relief_picture(session.world(), session.looks(), {120, 90, 60, 60}, 1, 3, parallel);
  CHECK(large.size == GridSize{180, 180});
  CHECK(std::abs(brightness(large, 91, 91) - brightness(part, 30, 30)) < 8);
}

TEST_CASE("what is painted, and what stands in the sand, is told apart by its colour, in the sun and in the shadow") {
  Session session = play("plough", 0);
  session.apply(ClearCommand{});
  const std::vector<std::string>& names = session.world().entry_names();
  const auto paint = [&](const char* name, Shape shape, CellPos from, CellPos to, int times) {
    PaintCommand command;
    command.shape = shape;
    command.from = from;
    command.to = to;
    command.width = 3;
    command.entries = {static_cast<uint8_t>(std::find(names.begin(), names.end(), name) - names.begin())};
    for (int i = 0; i < times; ++i) session.apply(command);
  };
  paint("sand", Shape::kRect, {0, 0}, {479, 299}, 8);
  paint("rock", Shape::kRect, {100, 60}, {139, 139}, 100);  // its shadow is a hundred long
  constexpr int kLit = 300;
  constexpr int kShaded = 160;
  struct Patch {
    const char* name;
    int y;
  };
  constexpr Patch kPatches[]{{"sand", 110}, {"rock", 120}, {"water", 130}, {"ball", 144}};
  for (const int x : {kLit, kShaded}) {
    paint("rock", Shape::kStroke, {x, 120}, {x + 20, 120}, 1);
    paint("water", Shape::kStroke, {x, 130}, {x + 20, 130}, 1);
    for (int at = x; at <= x + 20; at += 10) REQUIRE(place_body(session, 0, {at, 144}, 9));
  }
  Parallel parallel(1);
  const Image image = relief_picture(session.world(), session.looks(), {0, 0, 480, 300}, 1, 1, parallel);
  // The shares of red and blue in its light, so brightness plays no part.
  const auto shares = [&](int x, int y) {
    double sum[3] = {};
    for (int row = y - 1; row <= y + 1; ++row)
      for (int column = x + 3; column <= x + 18; ++column)
        for (int k = 0; k < 3; ++k)
          if (y != 144 || (column - x) % 10 < 3 || (column - x) % 10 > 7) sum[k] += image.pixel(column, row)[k];
    const double all = sum[0] + sum[1] + sum[2];
    return std::pair(sum[0] / all, sum[2] / all);
  };
  CHECK(brightness(image, kShaded + 10, 110) < brightness(image, kLit + 10, 110) / 2);
  for (const Patch& a : kPatches)
    for (const Patch& b : kPatches)
      for (const int x : {kLit, kShaded})
        for (const int other_x : {kLit, kShaded}) {
          // Sand in whatever light; the others, which differ in brightness, too, in the same.
          if (a.y == b.y || (x != other_x && a.y != 110)) continue;
          INFO(a.name << " at " << x << " beside " << b.name << " at " << other_x);
          const auto [red, blue] = shares(x, a.y);
          const auto [other_red, other_blue] = shares(other_x, b.y);
          CHECK(std::hypot(red - other_red, blue - other_blue) > 0.05);
        }
}

TEST_CASE("a body is seen as soon as it is set down, while time stands") {
  for (const uint64_t ticks : {0, 1, 50}) {
    Session session = play("dunes-barchan", static_cast<int>(ticks));
    REQUIRE(place_body(session, 0, {100, 100}, 21));
    const std::vector<PlaneView> planes = session.world().planes();
    CHECK((*find_surface(planes)->fixed)[{100, 100}] > (*find_view(planes, "height")->fixed)[{100, 100}] + 5 * 1024);
  }
}

TEST_CASE("piles reach as many columns as can be raised in a moment, and more are refused") {
  const TemporaryFolder folder;
  std::mt19937 dice(4);
  const auto any = [&](int least, int most) { return std::uniform_int_distribution(least, most)(dice); };
  int refused = 0;
  for (int i = 0; i < 12; ++i) {
    const GridSize size{any(1, 900), any(1, 900)};
    const CellPos at{any(-900, 1800), any(-900, 1800)};
    const int radius = any(0, 1) == 0 ? any(0, 900) : 16384;
    int64_t reach = 0;
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) reach += std::max(std::abs(x - at.x), std::abs(y - at.y)) <= radius ? 1 : 0;
    constexpr int64_t kMost = 64'000'000;
    const int64_t piles = std::min<int64_t>(kMost / std::max<int64_t>(reach, 1) + i % 2, 5'000);
    const std::string pile = R"({"at": [)" + std::to_string(at.x) + ", " + std::to_string(at.y) +
                             R"(], "height": 0.5, "radius": )" + std::to_string(radius) + "}";
    std::string list = pile;
    for (int64_t more = 1; more < piles; ++more) list += "," + pile;
    const std::string file = (folder / "scene.json").string();
    REQUIRE(write_file_atomically(file, R"({"format": "quicksand-scene/1", "world": "dunes", "size": [)" +
                                            std::to_string(size.width) + ", " + std::to_string(size.height) +
                                            R"(], "piles": [)" + list + "]}")
                .ok());
    WorldRequest request;
    request.scene = file;
    const Result<OpenedWorld> opened = open_world(request);
    INFO(size.width << " x " << size.height << ": " << piles << " piles, each over " << reach << " columns");
    CHECK(opened.ok() == (std::max<int64_t>(piles, 1) * reach <= kMost));
    if (opened) continue;
    ++refused;
    CHECK(opened.failure().text().find("\"piles\" reach " + std::to_string(piles * reach)) != std::string::npos);
  }
  CHECK(refused > 1);
}
