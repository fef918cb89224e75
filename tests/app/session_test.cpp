#include "app/session.h"

#include <sys/resource.h>

#include <string>
#include <utility>

#include "app/kinds/dunes_bodies.h"
#include "app/kinds/world_kinds.h"
#include "app/play.h"
#include "core/cases.h"
#include "io/files.h"
#include "io/temporary_folder.h"

using namespace quicksand;

TEST_CASE("clearing empties the world and stops its sources") {
  Session session = play("rain", 0, 1);
  for (int i = 0; i < 20; ++i) session.tick();
  session.apply(ClearCommand{});
  for (int i = 0; i < 20; ++i) session.tick();
  CHECK(session.world().count_entries()[0] == session.world().size().cells());
  CHECK(session.world().tick() == 40);
}

TEST_CASE("starting anew gives the same world again") {
  Session session = play("oasis", 0, 2);
  for (int i = 0; i < 30; ++i) session.tick();
  const uint64_t hash = session.world().state_hash();
  Result<OpenedWorld> again = session.reopen();
  REQUIRE(again.ok());
  session.replace({std::move(*again), {}});
  CHECK(session.world().tick() == 0);
  for (int i = 0; i < 30; ++i) session.tick();
  CHECK(session.world().state_hash() == hash);
}

TEST_CASE("scenes with grains in the air go on from their saves as if nothing had been, also with grains that sleep",
          "[thorough]") {
  const TemporaryFolder folder;
  const std::string asleep = (folder / "asleep.json").string();
  REQUIRE(
      write_file_atomically(asleep, R"({"format": "quicksand-scene/1", "size": [60, 40], "condense": false, "paint": [
    {"shape": "rect", "at": [25, 30], "size": [10, 10], "material": ["sand", "salt"], "speed": [0, 0.01]},
    {"shape": "rect", "at": [5, 5], "size": [3, 3], "material": "gravel", "speed": [0, 0.1], "tick": 610}]})")
          .ok());
  for (const auto& [scene, ticks] : {std::pair<std::string, int>{asleep, 30},
                                     {asleep, 100},
                                     {asleep, 600},
                                     {"pile-of-discs", 300},
                                     {"disc-dam-break", 200},
                                     {"crater", 126},
                                     {"splash", 99},
                                     {"volcano", 250}}) {
    INFO(scene << " at " << ticks);
    Session session = play(scene, ticks, 2);
    check_goes_on_from_save(session);
  }
}

TEST_CASE("scenes in mid-fire, half molten and boiling, go on from their saves, at any tick of a cycle of meetings") {
  int offset = 0;
  using Moment = std::pair<std::string, int>;
  for (const auto& [scene, ticks] : cases_of<Moment>(3, {{"fuse", 1000},
                                                         {"ice-box", 900},
                                                         {"geyser", 232},
                                                         {"lava-lake", 700},
                                                         {"fuse", 2300},
                                                         {"forest-fire", 800}})) {
    INFO(scene << " at " << ticks + offset);
    Session session = play(scene, ticks + offset++, 2);
    check_goes_on_from_save(session);
  }
}

TEST_CASE("sources flow in their time only") {
  Session session = play("sand-pile", 0, 1);
  for (int i = 0; i < 6000; ++i) session.tick();
  const auto grains = [&] {
    int64_t sum = session.world().size().cells() - session.world().count_entries()[0];
    for (const int64_t airborne : session.world().count_airborne()) sum += airborne;  // thrown up by the last that fall
    return sum;
  };
  const int64_t poured = grains();
  CHECK(poured > 5000);
  for (int i = 0; i < 100; ++i) session.tick();
  CHECK(grains() == poured);
}

TEST_CASE("scene, materials, size and seed can be overridden, but not those of a save") {
  WorldRequest request;
  request.scene = "dense-sand";
  request.size = GridSize{33, 44};
  request.seed = 5;
  request.materials = "core";
  const Result<OpenedWorld> opened = open_world(request);
  REQUIRE(opened.ok());
  CHECK(opened->world->size() == GridSize{33, 44});
  CHECK(opened->world->seed() == 5);
  CHECK(opened->world->entry_names().size() == opened->materials->looks.size());
  CHECK(opened->world->entry_names().size() > 16);
}

// The reader's limits hold for strangers' files; what the game itself writes is below them.
TEST_CASE("whatever a player has made can be read again, however many numbers it has", "[thorough]") {
  const TemporaryFolder folder;
  const auto check = [&](Session& session) {
    for (const char* const name : {"session.json", "save.png"}) {
      const std::string file = (folder / name).string();
      const Status saved = session.save(file);
      INFO(name << ": " << (saved ? "" : saved.failure().text()));
      REQUIRE(saved.ok());
      Session again = play(file, 0);
      if (const auto end = again.scene().recorded_until) again = play(file, static_cast<int>(*end));
      CHECK(again.world().state_hash() == session.world().state_hash());
    }
  };
  // Bodies of many columns, and the way of each in every setting that is changed.
  std::string row = "[0";
  for (int x = 1; x < 256; ++x) row += x % 3 == 0 ? ",1" : ",0";
  std::string map = row + "]";
  for (int y = 1; y < 256; ++y) map += "," + row + "]";
  for (const auto& [bodies, settings] : {std::pair{10, 1}, {1, 30}}) {
    std::string colliders;
    for (int i = 0; i < bodies; ++i)
      colliders += (i > 0 ? ", " : "") + std::string(R"({"shape": "map", "map": [)") + map +
                   R"(], "path": [[0, 5, 5, 2], [9, 7, 5, 2]]})";
    const std::string scene = (folder / "bodies.json").string();
    REQUIRE(write_file_atomically(scene, R"({"format": "quicksand-scene/1", "world": "dunes", "size": [64, 64],
      "colliders": [)" + colliders + "]}")
                .ok());
    Session session = play(scene, 2);
    for (int i = 0; i < settings; ++i) {
      const WorldKind& kind = *find_kind(world_kinds(), "dunes");
      std::shared_ptr<WorldSettings> set = kind.copy(*session.world().settings());
      kind.numbers.front().set(*set, kind.numbers.front().low + 0.01 * i, session.world().size());
      session.apply(SetCommand{std::move(set)});
      session.tick();
    }
    check(session);
  }
  // Cells here and there, of which each stands in the log.
  Session session(open_empty(folder, {300, 200}), 1);
  for (int stroke = 0; stroke < 4; ++stroke) {
    PaintCommand noise;
    noise.shape = Shape::kCells;
    noise.entries = {static_cast<uint8_t>(1 + stroke % 2)};
    for (int y = 0; y < 200; ++y)
      for (int x = stroke; x < 300; x += 2) noise.cells.push_back({y, x, x});
    session.apply(noise);
    session.tick();
  }
  check(session);
}

// As far as a pointer gets in the largest world, zoomed out, and as high as sand is piled.
TEST_CASE("what is drawn as far out as can be, and set down as high as can be, can be read again", "[thorough]") {
  const TemporaryFolder folder;
  const auto check = [&](const Session& session) {
    for (const char* const name : {"session.json", "save.png"}) {
      const Status saved = session.save(folder / name);
      INFO(name << ": " << (saved ? "" : saved.failure().text()));
      REQUIRE(saved.ok());
      const Session again = play((folder / name).string(), 0);
      CHECK(again.world().size() == session.world().size());
    }
  };
  constexpr int kFar = 4 * kMaxWorldExtent;
  for (const Shape shape : {Shape::kRect, Shape::kEllipse, Shape::kStroke, Shape::kPolygon}) {
    Session session(open_empty(folder, {40, 30}), 1);
    PaintCommand paint;
    paint.shape = shape;
    paint.from = {-kFar, -kFar};
    paint.to = {kFar, kFar};
    if (shape == Shape::kPolygon) paint.corners = {paint.from, paint.to, {kFar, -kFar}};
    paint.entries = {1};
    session.apply(paint);
    session.apply(SourceCommand{paint});
    session.apply(ForceCommand{{kFar, -kFar}, 40, 1, 1, 1, false});
    session.tick();
    check(session);
  }
  const std::string dunes = (folder / "deep.json").string();
  REQUIRE(write_file_atomically(dunes, R"({"format": "quicksand-scene/1", "world": "dunes", "size": [40, 30],
      "sand": {"depth": 260000}})")
              .ok());
  for (const BodyKind& kind : body_kinds()) {
    Session session = play(dunes, 1);
    const auto number = static_cast<size_t>(&kind - body_kinds().data());
    if (!kind.walks) {
      const std::optional<size_t> body = place_body(session, number, {20, 15}, 8);
      for (int i = 0; i < 3; ++i) lift_body(session, body.value(), 1e6);
    }
    std::vector<CellPos> way;
    for (int turn = 0; turn < 14; ++turn) way.push_back({turn % 2 == 0 ? -kFar : kFar, turn});
    if (kind.walks) REQUIRE(walk(session, way, 1, 0.5));
    session.tick();
    check(session);
  }
}

TEST_CASE("what is recorded after pieces of other worlds were put down can be opened, and plays alike") {
  const TemporaryFolder folder;
  const auto replays = [&](Session& session) {
    const std::filesystem::path file = folder / "recorded.json";
    const Status saved = session.save(file);
    INFO((saved ? "" : saved.failure().text()));
    REQUIRE(saved.ok());
    Session again = play(file.string(), static_cast<int>(session.world().tick()));
    CHECK(again.world().state_hash() == session.world().state_hash());
  };
  for (const char* const from : {"circuit", "crater", "hourglass"})
    for (const char* const into : {"core", "classic", "chips"}) {
      INFO(from << " into " << into);
      Session other = play(from, 5);
      const WorldKind* const kind = find_kind(world_kinds(), other.world().kind());
      const Result<std::shared_ptr<const Patch>> piece = kind->patch(other.copy(), "piece");
      REQUIRE(piece.ok());
      Session session(open_empty(folder, {200, 120}, ", \"materials\": \"" + std::string(into) + "\""), 1);
      session.apply(PasteCommand{*piece, {-30, -20}});
      for (int i = 0; i < 10; ++i) session.tick();
      session.apply(PasteCommand{*piece, {40, 7}});
      for (int i = 0; i < 10; ++i) session.tick();
      replays(session);
    }
}

TEST_CASE("a recording that would be too long to be read is refused before it is made", "[thorough]") {
  // Strokes of one brush share its form; in a file each has its own.
  const TemporaryFolder folder;
  Session session(open_empty(folder, {60, 40}), 1);
  std::vector<RowSpan> runs;
  for (int y = 0; y < 200; ++y)
    for (int x = 0; x < 200; x += 2) runs.push_back({y, x, x});
  PaintCommand dab;
  dab.shape = Shape::kStroke;
  dab.tip = Tip::kCells;
  dab.tip_cells.runs = std::make_shared<const std::vector<RowSpan>>(std::move(runs));
  dab.entries = {1};
  for (int i = 0; i < 2000; ++i) {
    dab.from = dab.to = {i % 60, 0};
    session.apply(dab);
  }
  // Most that this program has ever had, in KiB.
  const auto most_resident = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  const auto before = most_resident();
  const Status saved = session.save(folder / "long.json");
  REQUIRE_FALSE(saved.ok());
  CHECK(saved.failure().text().find("is longer than the 64 MiB") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder / "long.json"));
  CHECK(most_resident() < before + 300 * 1024);
  CHECK(session.save(folder / "long.png").ok());
}
