// A session is its start and its commands: written as a scene, it plays to the same states.
#include <filesystem>

#include "app/headless.h"
#include "app/kinds/world_kinds.h"
#include "app/play.h"
#include "core/cases.h"
#include "core/hash.h"
#include "core/random.h"
#include "io/files.h"
#include "io/json_document.h"
#include "io/material_changes.h"
#include "io/temporary_folder.h"

using namespace quicksand;

namespace {

const int kRecorded = cases(200, 400);

// Commands as a player gives them, by dice: strokes, lines, rectangles and sprays of anything, throws, pushes.
Command some_command(const World& world, uint32_t& serial) {
  const auto random = [&](int range) { return static_cast<int>(mix32(++serial) % static_cast<uint32_t>(range)); };
  const auto cell = [&] {
    return CellPos{random(world.size().width + 20) - 10, random(world.size().height + 20) - 10};
  };
  const auto speed = [&] { return (random(1001) - 500) / 123.0; };
  if (random(10) == 0) {
    const WorldKind& kind = *find_kind(world_kinds(), world.kind());
    const WorldNumber& number = kind.numbers[static_cast<size_t>(random(static_cast<int>(kind.numbers.size())))];
    std::shared_ptr<WorldSettings> settings = kind.copy(*world.settings());
    const double high = number.words.empty() ? number.high : static_cast<double>(number.words.size() - 1);
    const double low = number.words.empty() ? number.low : 0;
    number.set(*settings, number.words.empty() ? low + (high - low) * random(1001) / 1000 : random(int(high) + 1),
               world.size());
    // No chips in a world that nothing leaves.
    Scene scene;
    scene.size = world.size();
    if (kind.check && !kind.check(scene, *settings)) settings = kind.copy(*world.settings());
    return SetCommand{std::move(settings)};
  }
  if (random(8) == 0 && world.takes_patches()) {  // a piece of it, somewhere else, turned
    const int left = random(world.size().width - 1);
    const int top = random(world.size().height - 1);
    const auto patch = world.copy({left, top, std::min(left + 1 + random(60), world.size().width),
                                   std::min(top + 1 + random(60), world.size().height)});
    return PasteCommand{std::make_shared<const Patch>(random(2) == 0 ? turned(*patch) : *patch), cell()};
  }
  if (random(4) == 0) return ForceCommand{cell(), 1 + random(40), speed(), speed(), speed(), random(2) == 0};
  PaintCommand paint;
  paint.shape = static_cast<Shape>(1 + random(6));
  paint.from = cell();
  paint.to = random(2) == 0 ? paint.from : cell();
  paint.width = 1 + random(30);
  paint.tip = static_cast<Tip>(random(4));
  if (paint.shape == Shape::kStroke && random(2) == 0) paint.height = 1 + random(30);
  if (paint.tip == Tip::kCells) {
    auto runs = std::make_shared<std::vector<RowSpan>>();
    for (int i = random(9); i >= 0; --i) runs->push_back({random(30), random(10), 10 + random(20)});
    paint.tip_cells.runs = std::move(runs);
  }
  if (paint.shape == Shape::kRect || paint.shape == Shape::kEllipse) paint.outline = random(9);
  for (int i = random(6); i >= 0 && paint.shape == Shape::kPolygon; --i) paint.corners.push_back(cell());
  for (int i = random(6); i >= 0 && paint.shape == Shape::kCells; --i)
    paint.cells.push_back({random(40) - 20, random(30) - 20, random(30)});
  const auto entry = [&] { return static_cast<uint8_t>(random(static_cast<int>(world.entry_names().size()))); };
  for (int i = random(3); i >= 0; --i) paint.entries.push_back(entry());
  if (random(3) == 0) paint.fill_limit = dice_limit(random(1000) / 999.0);
  if (random(4) == 0) paint.wetness = static_cast<uint8_t>(random(256));
  if (random(4) == 0) paint.velocity = Velocity{speed(), speed()};
  paint.onto = static_cast<Onto>(random(3));
  if (paint.onto == Onto::kEntry) paint.onto_entry = entry();
  return paint;
}

// Plays a scene with commands, and keeps the hash of every 100th tick.
Session recorded_session(const std::string& scene, uint32_t seed, std::vector<std::string>& hashes) {
  Session session = play(scene, 0, 2);
  uint32_t serial = seed << 20;
  for (int tick = 1; tick <= kRecorded; ++tick) {
    if (mix32(++serial) % 9 == 0)
      for (int i = static_cast<int>(mix32(++serial) % 3); i >= 0; --i)
        session.apply(some_command(session.world(), serial));
    if (tick == 150 && seed % 2 == 1) session.apply(ClearCommand{});
    session.tick();
    if (tick % 100 == 0) hashes.push_back(hash_text(session.world().state_hash()));
  }
  return session;
}

}  // namespace

namespace {

// A scene with drawn commands, saved as a recording, plays to the same hash at every 100th tick, here and headless.
void check_recording(const std::string& scene, uint32_t seed) {
  const TemporaryFolder folder;
  INFO(scene << ", seed " << seed);
  std::vector<std::string> hashes;
  const Session session = recorded_session(scene, seed, hashes);
  const std::filesystem::path file = folder / (scene + ".json");
  const Status saved = session.save(file);
  INFO((saved ? "" : saved.failure().text()));
  REQUIRE(saved.ok());

  Session again = play(file.string(), 0, 1);
  for (int tick = 1; tick <= kRecorded; ++tick) {
    again.tick();
    if (tick % 100 == 0) REQUIRE(hash_text(again.world().state_hash()) == hashes[static_cast<size_t>(tick / 100 - 1)]);
  }
  // What has been replayed is in the log again, so that a replay can be gone on with and saved.
  REQUIRE(again.log().size() == session.log().size());
  for (size_t i = 0; i < again.log().size(); ++i) {
    REQUIRE(again.log()[i].tick == session.log()[i].tick);
    REQUIRE(again.log()[i].command.index() == session.log()[i].command.index());
    REQUIRE(again.log()[i].materials == session.log()[i].materials);
  }

  HeadlessRequest request;
  request.world.scene = file.string();
  request.replay = true;
  request.hash_every = 100;
  const std::filesystem::path report = folder / "report.json";
  request.report = report.string();
  const Result<int> ran = run_headless(request);
  INFO((ran ? "" : ran.failure().text()));
  REQUIRE(ran.ok());
  const Result<std::string> text = read_file(report, 1 << 20);
  REQUIRE(text.ok());
  for (const std::string& hash : hashes) CHECK(text->find(hash) != std::string::npos);
  CHECK(text->find("\"ticks\": " + std::to_string(kRecorded)) != std::string::npos);
}

constexpr const char* kRecordedScenes[] = {"oasis", "dunes-barchan", "sandcastle", "crater", "sand-pile", "footprints"};

}  // namespace

TEST_CASE("a session saved as a scene with its log replays, played and headless, to the same hash at every 100th tick",
          "[thorough]") {
  uint32_t seed = 0;
  for (const char* scene : std::span(kRecordedScenes).first(2)) check_recording(scene, 1 + seed++ % 2);
}

TEST_CASE("so do sessions with other commands", "[.slow]") {
  for (const char* scene : kRecordedScenes)
    for (uint32_t seed = 1; seed <= 8; ++seed) check_recording(scene, seed);
}

TEST_CASE("a recording that is saved in the middle of its replay goes on to the same end", "[thorough]") {
  const TemporaryFolder folder;
  std::vector<std::string> hashes;
  const Session session = recorded_session("hourglass", 4, hashes);
  const std::filesystem::path file = folder / "middle.json";
  REQUIRE(session.save(file).ok());
  Session half = play(file.string(), 170, 1);
  REQUIRE(half.save(file).ok());
  const Session whole = play(file.string(), kRecorded, 1);
  CHECK(whole.scene().recorded_until == static_cast<uint64_t>(kRecorded));
  CHECK(hash_text(whole.world().state_hash()) == hashes.back());
  // A save of it is played on as well.
  const std::filesystem::path save = folder / "middle.png";
  REQUIRE(half.save(save).ok());
  const Session from_save = play(save.string(), kRecorded - 170, 1);
  CHECK(hash_text(from_save.world().state_hash()) == hashes.back());
}

namespace {

void replay_with_changed_materials(int rounds, uint32_t serial) {
  const TemporaryFolder folder;
  for (const char* scene : {"hourglass", "acid-bath", "oasis"})
    for (int round = 0; round < rounds; ++round) {
      INFO(scene << " " << round);
      WorldRequest request;
      request.scene = scene;
      const Session plain(std::move(*open_world(request)), 1);
      const std::string friction = "sand.friction=" + std::to_string(mix32(++serial) % 8);
      const std::string density = "water.density=" + std::to_string(1 + mix32(++serial) % 300);
      for (const std::string& change : {friction, density}) request.changes.push_back(*parse_material_change(change));
      Session session(std::move(*open_world(request)), 1);
      CHECK(session.world().state_hash() != plain.world().state_hash());
      for (int tick = 0; tick < 40; ++tick) {
        if (tick % 7 == 3) session.apply(some_command(session.world(), serial));
        session.tick();
      }
      REQUIRE(session.save(folder / "changed.json").ok());
      const Session again = play((folder / "changed.json").string(), 40);
      CHECK(again.world().state_hash() == session.world().state_hash());
      check_goes_on_from_save(session);
      // Further changes are laid over those of the save.
      REQUIRE(session.save(folder / "changed.png").ok());
      WorldRequest further;
      further.scene = (folder / "changed.png").string();
      further.changes = {*parse_material_change("stone.density=1"), *parse_material_change(density)};
      const Result<OpenedWorld> opened = open_world(further);
      INFO((opened ? "" : opened.failure().text()));
      REQUIRE(opened.ok());
      CHECK(opened->scene.material_changes.size() == 3);
      const MaterialTable& table = *opened->materials->table;
      CHECK(table[*table.find("stone")].density == 1);
      CHECK(table[*table.find("sand")].friction == session.materials().table->operator[](*table.find("sand")).friction);
      CHECK(opened->world->state_hash() != session.world().state_hash());
      // What began as it began plays again as it was, too.
      CHECK(session.reopen()->world->state_hash() == play((folder / "changed.json").string(), 0).world().state_hash());
    }
}

}  // namespace

TEST_CASE("what was played with changed materials is replayed with them, and goes on with them from a save") {
  replay_with_changed_materials(1, 77);
}

TEST_CASE("what was played with changed materials is replayed with them, and goes on with them from a save, often",
          "[.slow]") {
  replay_with_changed_materials(6, 7700);
}

TEST_CASE("who clears the world in the middle of a replay ends it", "[thorough]") {
  const TemporaryFolder folder;
  std::vector<std::string> hashes;
  const Session session = recorded_session("hourglass", 4, hashes);
  const std::filesystem::path file = folder / "replay.json";
  REQUIRE(session.save(file).ok());
  Session again = play(file.string(), 170, 1);
  const size_t played = again.log().size();
  REQUIRE(played < session.log().size());
  again.apply(ClearCommand{});
  for (int tick = 170; tick < kRecorded; ++tick) again.tick();
  CHECK(again.log().size() == played + 1);
  CHECK(again.world().entry_at({again.world().size().width / 2, again.world().size().height / 2}) == 0);
}

TEST_CASE("what began as a save has no scene that describes it, and is told to be saved as a picture") {
  const TemporaryFolder folder;
  const std::filesystem::path save = folder / "start.png";
  REQUIRE(play("sand-pile", 30).save(save).ok());
  const Session session = play(save.string(), 10);
  const Status saved = session.save(folder / "start.json");
  REQUIRE_FALSE(saved.ok());
  CHECK(saved.failure().text().find("save it as .png") != std::string::npos);
}

TEST_CASE("to replay what is no recording is refused") {
  HeadlessRequest request;
  request.world.scene = "sand-pile";
  request.replay = true;
  const Result<int> ran = run_headless(request);
  REQUIRE_FALSE(ran.ok());
  CHECK(ran.failure().text().find("no recording") != std::string::npos);
}

TEST_CASE("a world goes back to a snapshot and on from there as it did before, in both worlds") {
  for (const char* scene : cases_of(3, {"crater", "dunes-barchan", "sandcastle", "oasis", "plough", "abelian"})) {
    INFO(scene);
    WorldRequest request;
    request.scene = scene;
    Result<OpenedWorld> opened = open_world(request);
    REQUIRE(opened.ok());
    World& world = *opened->world;
    Parallel parallel(2);
    uint32_t serial = 77;
    for (int i = 0; i < 120; ++i) world.step(parallel);
    world.apply(some_command(world, serial));
    const auto snapshot = world.snapshot();
    const uint64_t taken = world.state_hash();
    std::vector<uint64_t> first;
    for (int i = 0; i < 60; ++i) {
      world.step(parallel);
      first.push_back(world.state_hash());
    }
    world.apply(ClearCommand{});
    for (int i = 0; i < 30; ++i) world.step(parallel);
    REQUIRE(world.restore(*snapshot));
    CHECK(world.state_hash() == taken);
    for (int i = 0; i < 60; ++i) {
      world.step(parallel);
      REQUIRE(world.state_hash() == first[static_cast<size_t>(i)]);
    }
  }
}

TEST_CASE("a snapshot means its materials by their names") {
  const auto open = [](const std::string& materials) {
    WorldRequest request;
    request.scene = "sand-pile";
    request.materials = materials;
    Result<OpenedWorld> opened = open_world(request);
    REQUIRE(opened.ok());
    return std::move(opened->world);
  };
  const std::unique_ptr<World> core = open("core");
  const std::unique_ptr<World> classic = open("classic");
  const auto named = [](const World& world, CellPos cell) { return world.entry_names()[world.entry_at(cell)]; };
  PaintCommand sand;
  sand.shape = Shape::kRect;
  sand.from = {20, 20};
  sand.to = {60, 40};
  const auto entry_of = [](const World& world, const std::string& name) {
    const auto& names = world.entry_names();
    return static_cast<uint8_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  sand.entries = {entry_of(*core, "sand")};
  core->apply(sand);
  REQUIRE(entry_of(*core, "sand") != entry_of(*classic, "sand"));
  REQUIRE(classic->restore(*core->snapshot()));
  CHECK(named(*classic, {30, 30}) == "sand");

  PaintCommand lava = sand;
  lava.entries = {entry_of(*core, "lava")};
  core->apply(lava);
  const uint64_t before = classic->state_hash();
  CHECK_FALSE(classic->restore(*core->snapshot()));
  CHECK(classic->state_hash() == before);
}
