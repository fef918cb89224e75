#include "app/kinds/dunes_bodies.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string_view>
#include <vector>

#include "app/kinds/world_kinds.h"
#include "app/material_files.h"
#include "app/play.h"
#include "core/cases.h"
#include "core/hash.h"
#include "core/random.h"
#include "dunes/body_shapes.h"
#include "dunes/dunes_scene.h"
#include "io/json_text.h"
#include "io/setting_change.h"
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
  OriginalMaps originals;
  for (int tick = 1; tick <= kPlayed; ++tick) {
    const size_t count = count_bodies(session.world());
    const auto any = [&] { return static_cast<size_t>(random(static_cast<int>(count))); };
    const int what = random(12);
    if (what == 0) place_body(session, static_cast<size_t>(random(6)), cell(), 1 + random(40));
    if (count > 0 && what == 1) {
      const size_t body = any();
      const Terrain terrain = terrain_without(session.world(), body);
      if (random(2) == 0) drag_body(session, body, cell(), static_cast<uint64_t>(random(40)), terrain);
      move_body(session, body, cell(), static_cast<uint64_t>(random(40)), terrain);
    }
    if (count > 0 && what == 5) {
      const std::vector<CellPos> way{cell(), cell(), cell()};
      const size_t body = any();
      send_body(session, body, smooth_way(way), (1 + random(800)) / 100.0, terrain_without(session.world(), body));
    }
    if (count > 0 && what == 2) lift_body(session, any(), random(9) - 4);
    if (count > 0 && what == 3) resize_body(session, any(), 0.5 + random(16) / 8.0, originals);
    if (count > 0 && what == 4 && tick % 3 == 0) remove_body(session, any());
    session.tick();
    if (tick % 20 == 0) hashes.push_back(hash_text(session.world().state_hash()));
  }
}

// Sand in waves of these lengths in x and in y, over 2 pi, from 8 to 20 high. The scene's file.
std::string write_hills(const TemporaryFolder& folder, double along_x, double along_y, double threshold) {
  Json heights;
  for (int y = 0; y < 120; ++y) {
    Json row;
    for (int x = 0; x < 320; ++x) row.push_back(14 + 6 * std::sin(x / along_x) * std::cos(y / along_y));
    heights.push_back(row);
  }
  const std::string scene = (folder / "hills.json").string();
  write_text(
      scene,
      Json{{"format", "quicksand-scene/1"}, {"world", "dunes"}, {"threshold", threshold}, {"heights", heights}}.dump());
  return scene;
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
    move_body(session, body, {260, 130}, 4, terrain_without(session.world(), body));
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
    std::vector<WayPoint> middles;
    for (const CellPos& place : way) middles.push_back({place.x + 0.5, place.y + 0.5});
    send_body(session, body, middles, pace, terrain_without(session.world(), body));
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

TEST_CASE("what is dragged or sent over hills and valleys stays as deep in the sand, at every cell of its way") {
  const TemporaryFolder folder;
  const std::string scene = write_hills(folder, 20.0, 16.0, 1);
  const Session untouched = play(scene, 0, 1);
  const PlaneView surface = *find_view(untouched.world().planes(), "height");
  const bool drags = GENERATE(true, false);
  const size_t kind = static_cast<size_t>(GENERATE(0, 1, 2, 3, 4));
  const bool is_taken_up = GENERATE(true, false);  // it has stood there for a while, and made a hollow
  INFO(body_kinds()[kind].name << (drags ? " dragged" : " sent") << (is_taken_up ? " from where it stood" : ""));
  Session session = play(scene, 0, 1);
  const Terrain untouched_terrain(session.world());
  const size_t body = place_body(session, kind, {32, 64}, 11).value();
  const auto here = [&] { return dynamic_cast<const DunesScene&>(*session.world().settings()).settings.bodies[body]; };
  const double depth = here().path.back().z - value_at(surface, {32, 64});
  if (is_taken_up) {
    for (int tick = 0; tick < 100; ++tick) session.tick();
  }
  const Terrain terrain = is_taken_up ? terrain_without(session.world(), body) : untouched_terrain;
  const auto check = [&](double x, double y, double z) {
    INFO("at " << x << ", " << y);
    // Steep ground differs by that much below a body, and so does the hollow that has been filled.
    CHECK(z - value_at(surface, {static_cast<int>(x), static_cast<int>(y)}) ==
          Approx(depth).margin(is_taken_up ? 2.5 : 1));
  };
  if (drags) {
    for (int x = 33; x <= 300; ++x) {
      drag_body(session, body, {x, 64}, 2, terrain);
      session.tick();
      session.tick();
      check(here().path.back().x, here().path.back().y, here().path.back().z);
    }
  } else {
    const std::vector<WayPoint> way{{300.5, 64.5}};
    send_body(session, body, way, 0.5, terrain);
    const Body sent = here();
    for (uint64_t tick = session.world().tick(); tick < session.world().tick() + 530; ++tick)
      if (const BodyMotion motion = motion_of(sent, tick); motion.to) check(motion.to->x, motion.to->y, motion.to->z);
  }
}

TEST_CASE("feet that walk over hills touch them where they leave prints, and nowhere between") {
  const TemporaryFolder folder;
  const std::string scene = write_hills(folder, 12.0, 10.0, 2);
  for (const int length : {6, 12, 20}) {
    INFO("feet of " << length);
    Session session = play(scene, 0, 1);
    const Terrain terrain(session.world());
    REQUIRE(walk(session, std::vector<CellPos>{{15, 30}, {300, 60}}, length, 0.5));
    for (const Body& foot : dynamic_cast<const DunesScene&>(*session.world().settings()).settings.bodies)
      for (uint64_t tick = 0; tick < foot.path.back().tick; ++tick) {
        const BodyMotion motion = motion_of(foot, tick);
        if (!motion.from || !motion.to ||
            std::hypot(motion.to->x - motion.from->x, motion.to->y - motion.from->y) < 0.1)
          continue;
        INFO("tick " << tick << ", at " << motion.to->x << ", " << motion.to->y);
        CHECK(motion.to->z >= terrain.height(motion.to->x, motion.to->y));
      }
  }
}

TEST_CASE("however bodies are lifted and resized, they keep their form, and the world can be saved and opened") {
  const TemporaryFolder folder;
  for (uint32_t seed = 0; seed < static_cast<uint32_t>(cases(3, 40)); ++seed) {
    INFO("seed " << seed);
    uint32_t drawn = seed * 4096;
    const auto random = [&](uint32_t range) { return static_cast<int>(mix32(++drawn) % range); };
    // A ball as high as can be said, and a ring, whose middle is free.
    const int extent = 3 + random(60);
    Json ring = Json::array();
    for (int y = 0; y < extent; ++y) {
      std::vector<int> row(static_cast<size_t>(extent), y == 0 || y == extent - 1 ? 5 : 0);
      row.front() = row.back() = 5;
      ring.push_back(row);
    }
    const Json place = Json::array({0, 60, 45, 4});
    const Json high = Json::array({0, 60, 45, random(2) == 0 ? kHighestPlace : -kHighestPlace});
    const Json scene{{"format", "quicksand-scene/1"},
                     {"world", "dunes"},
                     {"size", {120, 90}},
                     {"colliders",
                      {{{"radius", 8}, {"stays", true}, {"path", Json::array({high})}},
                       {{"shape", "map"}, {"map", ring}, {"stays", true}, {"path", Json::array({place})}}}}};
    write_text(folder / "scene.json", scene.dump());
    Session session = play((folder / "scene.json").string(), 1, 1);
    OriginalMaps originals;
    for (int deed = 0; deed < 12; ++deed) {
      const auto body = static_cast<size_t>(random(2));
      if (random(3) == 0)
        lift_body(session, body, (random(3) - 1) * 3e6);
      else
        resize_body(session, body, random(2) == 0 ? 1.25 : 0.8, originals);
      const auto settings = std::dynamic_pointer_cast<const DunesScene>(session.world().settings());
      const BodyMap& map = settings->settings.bodies[1].map;
      REQUIRE(map.width == map.height);
      REQUIRE(map.depths.size() == static_cast<size_t>(map.width) * static_cast<size_t>(map.height));
      CHECK(map.depths.front() > 0);
      if (extent > 8 && map.width > 8)  // of smaller ones the rim is all there is
        CHECK(map.depths[static_cast<size_t>(map.width / 2 * map.width + map.width / 2)] == 0);
    }
    session.tick();
    for (const char* const name : {"save.png", "save.json"}) {
      const Status saved = session.save(folder / name);
      INFO((saved ? "" : saved.failure().text()));
      REQUIRE(saved.ok());
      Session opened = play((folder / name).string(), std::string_view(name) == "save.json" ? 2 : 0, 1);
      CHECK(opened.world().state_hash() == session.world().state_hash());
    }
  }
}

TEST_CASE("what bodies are made of is kept in memory once, however often one of them is dragged") {
  Session session = play("dunes-barchan", 0, 1);
  const auto place_foot = [&] { return place_body(session, 3, {100, 100}, 200); };
  REQUIRE(place_foot());
  REQUIRE(place_foot());
  const auto settings = [&] { return std::dynamic_pointer_cast<const DunesScene>(session.world().settings()); };
  const auto before = settings();
  move_body(session, 0, {150, 120}, 3, terrain_without(session.world(), 0));
  const auto after = settings();
  for (size_t i = 0; i < 2; ++i)
    CHECK(&before->settings.bodies[i].map.depths.items() == &after->settings.bodies[i].map.depths.items());
  CHECK(&before->settings.bodies[1].path.items() == &after->settings.bodies[1].path.items());
  CHECK(before->settings.bodies[0].path.size() == 1);
}

// Thousands of places among which a body is dragged for seconds would make a recording too long to be read.
TEST_CASE("what stays as it is while another body is dragged is written into a recording once") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "scene.json";
  const auto with_places = [&](int places) {
    Json path;
    for (int k = 0; k < places; ++k) path.push_back(Json::array({5 * k, 20 + 0.01 * k, 30.5, 3}));
    const Json place = Json::array({0, 60, 45, 4});
    const Json body{{"radius", 3}, {"stays", true}, {"path", Json::array({place})}};
    const Json walker{{"radius", 2}, {"path", path}};
    const Json scene{
        {"format", "quicksand-scene/1"},       {"world", "dunes"},    {"size", {120, 90}}, {"sand", {{"depth", 3}}},
        {"colliders", {walker, body, walker}}, {"emitters", {walker}}};
    write_text(file, scene.dump());
    Session session = play(file.string(), 1, 1);
    uint32_t dice = 7;
    const auto random = [&](int below) {
      return static_cast<int>((dice = mix32(dice + 1)) % static_cast<uint32_t>(below));
    };
    const Terrain terrain = terrain_without(session.world(), 1);
    for (int move = 0; move < 200; ++move) {
      move_body(session, 1, {random(120), random(90)}, 3, terrain);
      if (move % 3 == 0) session.tick();
      // What is taken away moves those behind it to other places of the list.
      if (move == 120) remove_body(session, 0);
    }
    session.tick();
    const Status saved = session.save(folder / "recording.json");
    INFO((saved ? "" : saved.failure().text()));
    REQUIRE(saved.ok());
    Session again = play((folder / "recording.json").string(), static_cast<int>(session.world().tick()), 1);
    CHECK(again.world().tick() == session.world().tick());
    CHECK(again.world().state_hash() == session.world().state_hash());
    REQUIRE(again.save(folder / "again.json").ok());
    CHECK(std::filesystem::file_size(folder / "again.json") == std::filesystem::file_size(folder / "recording.json"));
    return std::filesystem::file_size(folder / "recording.json");
  };
  const auto few = with_places(2);
  const auto many = with_places(2000);
  CHECK(many < few + 14 * 2000 * 40);  // 200 times as many would be 20 MB more
}

TEST_CASE("a path that is the same as before needs one before") {
  const TemporaryFolder folder;
  const auto message = [&](const std::string& scene) {
    const std::filesystem::path file = folder / "recording.json";
    write_text(file, R"({"format": "quicksand-scene/1", "world": "dunes", "size": [40, 30],
)" + scene + "}");
    WorldRequest request;
    request.scene = file.string();
    const Result<OpenedWorld> opened = open_world(request);
    return opened ? std::string() : opened.failure().text();
  };
  const std::string same = R"({"radius": 3, "path": "same"})";
  const std::string whole = R"({"radius": 3, "path": [[0, 20, 20, 3]]})";
  const auto set = [](const std::string& key, const std::string& bodies) {
    return R"({"tick": 3, "do": "set", "settings": {")" + key + "\": [" + bodies + "]}}";
  };
  for (const std::string& wrong :
       {"\"colliders\": [" + same + "]", "\"commands\": [" + set("colliders", same) + "]",
        "\"commands\": [" + set("colliders", whole) + ",\n" + set("colliders", whole + ", " + same) + "]",
        "\"commands\": [" + set("colliders", whole) + ",\n" + set("emitters", same) + "]"}) {
    INFO(wrong);
    const std::string said = message(wrong);
    CHECK(said.find("number ") != std::string::npos);
    CHECK(said.find("\"same\"") != std::string::npos);
    CHECK((said.find(":2:") != std::string::npos || said.find(":3:") != std::string::npos ||
           said.find(":1:") != std::string::npos));
  }
  CHECK(message("\"commands\": [" + set("colliders", whole) + ",\n" + set("colliders", same + ", " + whole) + "]")
            .empty());
  CHECK(message("\"colliders\": [" + std::string(R"({"radius": 3, "path": "as before"})") + "]").find("path") !=
        std::string::npos);
}

TEST_CASE("the console, too, takes a path that is the same as before, where there is one") {
  const Session session = play("plough", 0, 1);
  const WorldKind& dunes = *find_kind(world_kinds(), "dunes");
  const auto set = [&](const std::string& bodies) {
    return changed_settings(dunes, session.world(), "colliders", "[" + bodies + "]");
  };
  const auto old = std::dynamic_pointer_cast<const DunesScene>(session.world().settings());
  const std::string same = R"({"radius": 3, "path": "same"})";
  const auto once = set(same);
  REQUIRE(once.ok());
  const auto& bodies = static_cast<const DunesScene&>(**once).settings.bodies;
  CHECK(bodies.front().path.items() == old->settings.bodies.front().path.items());
  std::string many = same;
  for (size_t i = 0; i < old->settings.bodies.size(); ++i) many += ", " + same;
  const auto refused = set(many);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.failure().text().find("same") != std::string::npos);
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

TEST_CASE("a foot that cannot be made larger, or smaller, changes at once when it is made smaller, or larger") {
  Session session = play("plough", 0, 1);
  remove_all_bodies(session);
  const size_t foot = place_body(session, 3, {200, 100}, 15).value();
  const auto width = [&] {
    return std::dynamic_pointer_cast<const DunesScene>(session.world().settings())->settings.bodies[foot].map.width;
  };
  OriginalMaps originals;
  for (int i = 0; i < 30; ++i) resize_body(session, foot, 1.25, originals);
  CHECK(width() == kMostMapExtent);
  resize_body(session, foot, 0.8, originals);
  CHECK(width() < kMostMapExtent);
  for (int i = 0; i < 60; ++i) resize_body(session, foot, 0.8, originals);
  CHECK(width() == 1);
  for (int i = 0; i < 3; ++i) resize_body(session, foot, 1.25, originals);
  CHECK(width() == 2);
}

TEST_CASE("a foot that is made smaller and larger again is the foot that it was, however often and in whatever order") {
  for (uint32_t seed = 1; seed <= static_cast<uint32_t>(cases(30, 300)); ++seed) {
    uint32_t drawn = seed * 977;
    const auto random = [&](int range) { return static_cast<int>(mix32(++drawn) % static_cast<uint32_t>(range)); };
    INFO("seed " << seed);
    Session session = play("plough", 0, 1);
    remove_all_bodies(session);
    const size_t foot = place_body(session, 3, {200, 100}, 3 + random(60)).value();
    const auto map = [&] {
      return std::dynamic_pointer_cast<const DunesScene>(session.world().settings())->settings.bodies[foot].map;
    };
    const BodyMap before = map();
    OriginalMaps originals;
    int larger = 0;
    for (int i = random(12); i > 0; --i) {
      const bool grows = random(2) == 0 && larger < 4;
      larger += grows ? 1 : -1;
      resize_body(session, foot, grows ? 1.25 : 0.8, originals);
      // The form stays: within half a column either way.
      const double factor = std::pow(1.25, larger);
      CHECK(std::abs(map().width - before.width * factor) <= 0.51);
      CHECK(std::abs(map().height - std::max(before.height * factor, 1.0)) <= 0.51);
    }
    for (; larger != 0; larger += larger > 0 ? -1 : 1) resize_body(session, foot, larger > 0 ? 0.8 : 1.25, originals);
    REQUIRE(map().width == before.width);
    REQUIRE(map().height == before.height);
    CHECK(std::equal(map().depths.begin(), map().depths.end(), before.depths.begin()));
  }
}
