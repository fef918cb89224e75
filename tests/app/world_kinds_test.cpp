// What a kind of world registers is all that the game needs of it: a third kind, made up here, is opened, run without a
// window, drawn, saved and restored.
#include "app/kinds/world_kinds.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "app/headless.h"
#include "app/play.h"
#include "core/hash.h"
#include "io/files.h"
#include "io/material_file.h"
#include "io/picture_file.h"
#include "io/save_file.h"
#include "io/scene_file.h"
#include "io/temporary_folder.h"
#include "sim/tick/sandbox.h"
#include "view/shading.h"

using namespace quicksand;

namespace {

struct ClockSettings final : WorldSettings {
  int stride = 1;
};

// A world of one plane: every tick its next cells, in reading order, become the last entry of the palette.
class Clock final : public World {
 public:
  Clock(GridSize size, uint64_t seed, int stride, std::vector<std::string> names)
      : seed_(seed), stride_(stride), names_(std::move(names)), cells_(size), grain_seeds_(size) {}

  std::string_view kind() const override { return "clock"; }
  std::shared_ptr<const WorldSettings> settings() const override {
    auto settings = std::make_shared<ClockSettings>();
    settings->stride = stride_;
    return settings;
  }
  GridSize size() const override { return cells_.size(); }
  uint64_t seed() const override { return seed_; }
  uint64_t tick() const override { return tick_; }
  std::string_view kernel_name() const override { return "hand"; }
  void step(Parallel&, TickEvents*) override {
    for (int i = 0; i < stride_; ++i) {
      const auto place = static_cast<int>((tick_ * static_cast<uint64_t>(stride_) + static_cast<uint64_t>(i)) %
                                          static_cast<uint64_t>(size().cells()));
      cells_[{place % size().width, place / size().width}] = static_cast<uint8_t>(names_.size() - 1);
    }
    ++tick_;
  }
  void paint(const PaintCommand& command) override {
    for (const RowSpan& span : rasterise(command, size()))
      for (int x = span.first; x <= span.last; ++x) cells_[{x, span.y}] = command.entries.front();
    ++serial_;
  }
  void push(const ForceCommand&) override { ++serial_; }
  void clear() override { cells_ = Plane<uint8_t>(size()); }
  void set(const WorldSettings&) override {}
  void paint_all(std::span<const uint8_t>) override { ++serial_; }
  const std::vector<std::string>& entry_names() const override { return names_; }
  uint8_t entry_at(CellPos cell) const override { return cells_[cell]; }
  bool is_active(CellPos) const override { return true; }
  void read_activity(int, std::span<Activity> row) const override {
    std::fill(row.begin(), row.end(), Activity::kActive);
  }
  int worker_of_row(int) const override { return 0; }
  std::vector<int64_t> count_entries() const override {
    std::vector<int64_t> counts(names_.size());
    for (int y = 0; y < size().height; ++y)
      for (const uint8_t entry : cells_.cells(y)) ++counts[entry];
    return counts;
  }
  int64_t count_active(Parallel&) const override { return size().cells(); }
  std::vector<PlaneView> planes() const override {
    return {{.name = "material", .plane = &cells_}, {.name = "grain_seed", .plane = &grain_seeds_}};
  }
  uint64_t paint_serial() const override { return serial_; }
  std::shared_ptr<const WorldSnapshot> snapshot(const WorldSnapshot*) const override { return nullptr; }
  bool restore(const WorldSnapshot&) override { return false; }
  uint64_t state_hash() const override {
    StateHasher hasher;
    hasher.add(tick_);
    hasher.add(serial_);
    hasher.add(static_cast<uint64_t>(stride_));
    for (int y = 0; y < size().height; ++y) hasher.add_bytes(cells_.row(y), static_cast<size_t>(size().width));
    return hasher.value();
  }

  void go_on(uint64_t tick, uint64_t serial, std::span<const uint8_t> cells) {
    tick_ = tick;
    serial_ = serial;
    for (int64_t i = 0; i < size().cells(); ++i)
      cells_[{static_cast<int>(i % size().width), static_cast<int>(i / size().width)}] = cells[static_cast<size_t>(i)];
  }

 private:
  uint64_t seed_;
  int stride_;
  std::vector<std::string> names_;
  uint64_t tick_ = 0;
  uint64_t serial_ = 0;
  Plane<uint8_t> cells_;
  Plane<uint8_t> grain_seeds_;
};

constexpr std::string_view kClockKeys[] = {"stride"};

void read_clock(JsonReader& reader, const JsonValue& document, Scene& scene) {
  auto settings = std::make_shared<ClockSettings>();
  settings->stride = static_cast<int>(reader.integer(document, "stride", 1, 1, 9));
  scene.settings = std::move(settings);
}

std::string clock_text(const Scene& scene) {
  return "{\"stride\": " + std::to_string(settings_of<ClockSettings>(scene).stride) + "}";
}

std::vector<std::string_view> clock_kernels() { return {"hand"}; }

Result<std::unique_ptr<World>> make_clock(const Scene& scene, const MaterialSet& materials, const std::string&) {
  return std::unique_ptr<World>(std::make_unique<Clock>(
      scene.size, scene.seed, settings_of<ClockSettings>(scene).stride, materials.table->names()));
}

Result<std::unique_ptr<World>> restore_clock(const SavedWorld& saved, const MaterialSet& materials, const std::string&,
                                             const std::string& file) {
  const SavedPlane* const cells = find_plane(saved, "material");
  if (!cells) return fail("the save lacks its cells", file);
  auto world = std::make_unique<Clock>(saved.scene.size, saved.scene.seed,
                                       settings_of<ClockSettings>(saved.scene).stride, materials.table->names());
  world->go_on(saved.tick, saved.paint_serial, cells->bytes);
  return std::unique_ptr<World>(std::move(world));
}

// The game's own kinds, and one row more.
WorldKinds kinds_with_clock() {
  static const std::vector<WorldKind> kinds = [] {
    std::vector<WorldKind> all(world_kinds().begin(), world_kinds().end());
    all.push_back({.name = "clock",
                   .materials = "core",
                   .keys = kClockKeys,
                   .read = read_clock,
                   .write = clock_text,
                   .kernels = clock_kernels,
                   .make = make_clock,
                   .saved_planes =
                       [] {
                         return std::vector<std::string_view>{"material", "grain_seed"};
                       },
                   .most_rest = [](GridSize) { return size_t{0}; },
                   .restore = restore_clock});
    return all;
  }();
  return kinds;
}

constexpr const char* kClockScene = R"({"format": "quicksand-scene/1", "world": "clock", "size": [40, 20], "stride": 3,
  "paint": [{"tick": 5, "shape": "rect", "at": [0, 10], "size": [40, 2], "material": "sand"}]})";

struct Fixture {
  Fixture() {
    request.scene = (folder / "clock.json").string();
    request.kinds = kinds_with_clock();
    REQUIRE(write_file_atomically(request.scene, kClockScene).ok());
  }

  Session open(const std::string& file) const {
    WorldRequest of_file = request;
    of_file.scene = file;
    Result<OpenedWorld> opened = open_world(of_file);
    INFO((opened ? "" : opened.failure().text()));
    REQUIRE(opened.ok());
    return Session(std::move(*opened), 1);
  }

  std::string failure_of(const std::string& text) const {
    WorldRequest of_text = request;
    of_text.scene = (folder / "other.json").string();
    REQUIRE(write_file_atomically(of_text.scene, text).ok());
    const Result<OpenedWorld> opened = open_world(of_text);
    return opened ? "" : opened.failure().text();
  }

  TemporaryFolder folder;
  WorldRequest request;
};

}  // namespace

TEST_CASE("a world of a registered kind goes on from its save as if nothing had been") {
  const Fixture fixture;
  Session session = fixture.open(fixture.request.scene);
  CHECK(session.world().kind() == "clock");
  for (int i = 0; i < 3; ++i) session.tick();
  CHECK(session.world().count_entries().back() == 9);  // three a tick
  const std::string save = (fixture.folder / "save.png").string();
  REQUIRE(session.save(save).ok());
  Session restored = fixture.open(save);
  for (int i = 0; i < 9; ++i) {
    session.tick();
    restored.tick();
  }
  CHECK(restored.world().state_hash() == session.world().state_hash());
  const std::vector<std::string>& names = restored.world().entry_names();
  const auto sand = std::find(names.begin(), names.end(), "sand") - names.begin();
  CHECK(restored.world().count_entries()[static_cast<size_t>(sand)] == 80);  // the paint to come has come
}

TEST_CASE("a world of a registered kind runs, is drawn and reported without a window") {
  const Fixture fixture;
  HeadlessRequest request;
  request.world = fixture.request;
  request.ticks = 10;
  request.report = (fixture.folder / "report.json").string();
  request.screenshot = (fixture.folder / "picture.png").string();
  request.dumps = {{"material", (fixture.folder / "cells.pgm").string()}};
  request.view.mode = DisplayMode::kPlain;
  const Result<int> ran = run_headless(request);
  INFO((ran ? "" : ran.failure().text()));
  REQUIRE(ran.ok());
  CHECK(read_file(*request.report, 1 << 20)->find("\"kernel\": \"hand\"") != std::string::npos);
  const auto picture = decode_picture(*read_file(*request.screenshot, 1 << 20), "picture.png");
  REQUIRE(picture.ok());
  Session session = fixture.open(fixture.request.scene);
  for (int i = 0; i < 10; ++i) session.tick();
  CHECK(picture->rgba == world_picture(session.world(), session.looks()).rgba);
  const auto shows = [&](int x, int y) { return std::vector<uint8_t>(picture->pixel(x, y), picture->pixel(x, y) + 3); };
  CHECK(shows(29, 0) != shows(30, 0));  // so far the hand has come
}

TEST_CASE("each kind has keys of its own, and keeps them when a scene is written") {
  const Fixture fixture;
  const Result<Scene> scene = parse_scene(kClockScene, "s.json", kinds_with_clock());
  REQUIRE(scene.ok());
  const Result<Scene> again = parse_scene(scene_text(*scene, kinds_with_clock()), "s.json", kinds_with_clock());
  REQUIRE(again.ok());
  CHECK(settings_of<ClockSettings>(*again).stride == 3);
  const std::string start = R"({"format": "quicksand-scene/1", )";
  CHECK(fixture.failure_of(start + R"("stride": 2})")
            .ends_with(":1:33: the key \"stride\" is for clock: the scene needs \"world\": \"clock\""));
  CHECK(fixture.failure_of(start + R"("world": "clock", "condense": false})")
            .ends_with(":1:51: the key \"condense\" is for sandbox: the scene needs \"world\": \"sandbox\""));
  CHECK(fixture.failure_of(start + R"("world": "clock", "strid": 2})").ends_with("(did you mean \"stride\"?)"));
  CHECK(fixture.failure_of(start + R"("world": "pond"})")
            .ends_with("there is no world \"pond\"; there is \"sandbox\", \"dunes\", \"clock\""));
}

TEST_CASE("a kernel that a kind of world lacks is refused") {
  Fixture fixture;
  CHECK(kernel_names_of(kinds_with_clock()).back() == "hand");
  fixture.request.kernel = "hand";
  CHECK(fixture.failure_of(kClockScene).empty());
  CHECK(fixture.failure_of(R"({"format": "quicksand-scene/1"})").find("no kernel \"hand\"") != std::string::npos);
}

TEST_CASE("a scene, written and read again, begins as the same world") {
  for (const char* const name : {"dunes-barchan", "ripples", "plough", "footprints", "rising-dune", "abelian",
                                 "example-1", "pile-of-discs", "sandcastle"}) {
    INFO(name);
    const TemporaryFolder folder;
    const std::string file = (folder / "scene.json").string();
    const Session session = play(name, 0);
    REQUIRE(write_file_atomically(file, scene_text(session.scene(), world_kinds())).ok());
    CHECK(play(file, 0).world().state_hash() == session.world().state_hash());
  }
}

TEST_CASE("what is cleared stays cleared in a save") {
  const TemporaryFolder folder;
  const std::string file = (folder / "save.png").string();
  Session session = play("plough", 3);
  session.apply(ClearCommand{});
  REQUIRE(session.save(file).ok());
  CHECK(play(file, 20).world().state_hash() == [&] {
    for (int i = 0; i < 20; ++i) session.tick();
    return session.world().state_hash();
  }());
}
