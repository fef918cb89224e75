#include "app/kinds/dunes_bodies.h"

#include <cmath>
#include <filesystem>
#include <fstream>

#include "app/kinds/world_kinds.h"
#include "app/play.h"
#include "core/cases.h"
#include "core/hash.h"
#include "core/random.h"
#include "io/temporary_folder.h"

using namespace quicksand;

namespace {

constexpr int kPlayed = 120;

// A player's hands, by dice: sets bodies down, drags, lifts, resizes and takes them away while time runs.
void play_with_bodies(Session& session, uint32_t seed, std::vector<std::string>& hashes) {
  uint32_t drawn = seed * 4096;
  const auto random = [&](int range) { return static_cast<int>(mix32(++drawn) % static_cast<uint32_t>(range)); };
  const GridSize size = session.world().size();
  const auto cell = [&] { return CellPos{random(size.width), random(size.height)}; };
  for (int tick = 1; tick <= kPlayed; ++tick) {
    const size_t count = count_bodies(session.world());
    const auto any = [&] { return static_cast<size_t>(random(static_cast<int>(count))); };
    const int what = random(12);
    if (what == 0) place_body(session, static_cast<size_t>(random(6)), cell(), 1 + random(40));
    if (count > 0 && what == 1) move_body(session, any(), cell(), static_cast<uint64_t>(random(40)));
    if (count > 0 && what == 5) {
      const std::vector<CellPos> way{cell(), cell(), cell()};
      send_body(session, any(), way, (1 + random(800)) / 100.0);
    }
    if (count > 0 && what == 2) lift_body(session, any(), random(9) - 4);
    if (count > 0 && what == 3) resize_body(session, any(), 0.5 + random(16) / 8.0);
    if (count > 0 && what == 4 && tick % 3 == 0) remove_body(session, any());
    session.tick();
    if (tick % 20 == 0) hashes.push_back(hash_text(session.world().state_hash()));
  }
}

}  // namespace

namespace {

// Drawn handling of bodies, recorded, replayed and saved.
void check_bodies(const char* scene, uint32_t seed) {
  INFO(scene << ", seed " << seed);
  const TemporaryFolder folder;
  std::vector<std::string> hashes;
  Session session = play(scene, 0, 2);
  play_with_bodies(session, seed, hashes);
  const std::filesystem::path recording = folder / "recording.json";
  const Status recorded = session.save(recording);
  INFO((recorded ? "" : recorded.failure().text()));
  REQUIRE(recorded.ok());
  Session again = play(recording.string(), 0, 1);
  for (int tick = 1; tick <= kPlayed; ++tick) {
    again.tick();
    if (tick % 20 == 0) REQUIRE(hash_text(again.world().state_hash()) == hashes[static_cast<size_t>(tick / 20 - 1)]);
  }
  const std::filesystem::path saved = folder / "save.png";
  REQUIRE(session.save(saved).ok());
  Session opened = play(saved.string(), 0, 1);
  for (int tick = 0; tick < 100; ++tick) {
    opened.tick();
    session.tick();
    REQUIRE(opened.world().state_hash() == session.world().state_hash());
  }
}

}  // namespace

TEST_CASE("what a player does with bodies is recorded, saved, and plays to the same states") {
  for (const char* scene : cases_of(2, {"plough", "example-1", "dunes-barchan"})) check_bodies(scene, 1);
}

TEST_CASE("so is what many players do", "[.slow]") {
  for (const char* scene : {"plough", "dunes-barchan", "example-1"})
    for (uint32_t seed = 2; seed <= 12; ++seed) check_bodies(scene, seed);
}

TEST_CASE("a body that is set down is found, dragged to the pointer, and stays there") {
  Session session = play("plough", 0, 1);
  remove_all_bodies(session);
  for (size_t kind = 0; kind < body_kinds().size(); ++kind) {
    INFO(body_kinds()[kind].name);
    const std::optional<size_t> placed = place_body(session, kind, {200, 100}, 15);
    REQUIRE(placed);
    const size_t body = *placed;
    CHECK(body_at(session.world(), {200, 100}) == body);
    move_body(session, body, {260, 130}, 4);
    for (int tick = 0; tick < 60; ++tick) session.tick();
    CHECK(body_at(session.world(), {260, 130}) == body);
    CHECK_FALSE(body_at(session.world(), {200, 100}));
    remove_body(session, body);
    CHECK_FALSE(body_at(session.world(), {260, 130}));
  }
  while (place_body(session, 0, {10, 10}, 3)) {
  }
  CHECK(count_bodies(session.world()) == kMostPlacedBodies);
}

TEST_CASE("a body that is sent stands at each place of its way in turn, at its pace") {
  const std::vector<CellPos> way{{240, 100}, {240, 160}, {60, 40}, {61, 40}};
  for (const double pace : {0.1, 0.5, 3.0, 50.0}) {
    INFO("pace " << pace);
    Session session = play("plough", 20, 1);
    remove_all_bodies(session);
    const size_t body = place_body(session, 0, {200, 100}, 9).value();
    session.tick();
    send_body(session, body, way, pace);
    const double last = 40 + 60 + 180 * std::sqrt(1 + 4 / 9.0);
    double length = 0;
    CellPos from{200, 100};
    uint64_t passed = 0;
    const uint64_t start = session.world().tick() - 1;
    for (const CellPos& cell : way) {
      length += std::hypot(cell.x - from.x, cell.y - from.y);
      const uint64_t there = std::max(static_cast<uint64_t>(length / pace + 0.5), passed);
      while (session.world().tick() - start < there) session.tick();
      CHECK(body_at(session.world(), cell) == body);
      from = cell;
      passed = there;
    }
    CHECK(length == Approx(last + 1).margin(1));
  }
}

TEST_CASE("chips are refused where nothing leaves the world, with a reason") {
  const Session closed = play("plough", 0, 1);
  const Session open = play("abelian", 0, 1);
  for (const WorldNumber& number : find_kind(world_kinds(), "dunes")->numbers) {
    if (number.name != "Rule") continue;
    for (const Session* session : {&closed, &open}) {
      const std::shared_ptr<WorldSettings> chips =
          find_kind(world_kinds(), "dunes")->copy(*session->world().settings());
      number.set(*chips, 1, session->world().size());
      const Status fits = session->check(*chips);
      CHECK(fits.ok() == (session == &open));
      if (!fits) CHECK(fits.failure().text().find("border") != std::string::npos);
      number.set(*chips, 0, session->world().size());
      CHECK(session->check(*chips).ok());
    }
    return;
  }
  FAIL("the rule cannot be set");
}

TEST_CASE("what a recording sets a world to is checked as a scene's own keys are") {
  const TemporaryFolder folder;
  const auto message = [&](const std::string& settings) {
    const std::filesystem::path file = folder / "recording.json";
    std::ofstream(file) << R"({"format": "quicksand-scene/1", "world": "dunes", "size": [40, 30], "commands": [
{"tick": 3, "do": "set")"
                        << settings << "}]}";
    WorldRequest request;
    request.scene = file.string();
    const Result<OpenedWorld> opened = open_world(request);
    return opened ? std::string() : opened.failure().text();
  };
  CHECK(message(R"(, "settings": {"threshold": 0.5, "wind": {"to": "west"}})").empty());
  CHECK(message("").find(":2:") != std::string::npos);
  CHECK(message(R"(, "settings": {"threshhold": 0.5})").find("threshold") != std::string::npos);
  for (const char* const start : {R"("sand": {"depth": 4})", R"("heights": [[1, 2], [3, 4]])",
                                  R"("piles": [{"at": [3, 3], "radius": 2, "height": 2}])"}) {
    const std::string said = message(std::string(", \"settings\": {") + start + "}");
    INFO(said);
    CHECK(said.find(":2:") != std::string::npos);
    CHECK(said.find("begins") != std::string::npos);
  }
  CHECK(message(R"(, "settings": {"sand": {"depth": 0}, "piles": [], "threshold": 0.5})").empty());
  CHECK(message(R"(, "settings": {"gravity": 1})").find("gravity") != std::string::npos);
  CHECK(message(R"(, "settings": {"threshold": 0})").find("threshold") != std::string::npos);
  CHECK(message(R"(, "settings": {"rule": "chip-firing"})").find("open") != std::string::npos);
  CHECK(message(R"(, "settings": {"rule": "chip-firing", "border": "open"})").empty());
  CHECK(message(R"(, "settings": {"border": "shut"})").find("\"wall\" or \"open\"") != std::string::npos);
  CHECK(message(R"(, "settings": {"wind": {"to": "south", "hop": 31}})").find("hop") != std::string::npos);
  CHECK(message(R"(, "settings": {"rule": "chip-firing"})").find("tick 3") != std::string::npos);
}
