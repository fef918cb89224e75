// Resizing a world: what stays is as it was, and goes on the same with every kernel and any number of threads.
#include "app/resize.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "app/play.h"
#include "core/cases.h"
#include "core/hash.h"
#include "core/random.h"
#include "io/files.h"
#include "io/temporary_folder.h"

using namespace quicksand;

namespace {

struct Dice {
  uint32_t serial;
  int below(int end) { return static_cast<int>(mix32(++serial) % static_cast<uint32_t>(end)); }
  int in(int low, int high) { return low + below(high - low + 1); }
};

// What the first cell is of which the planes of two worlds differ in boxes of one size; empty: none does.
std::string difference(const World& one, const CellBox& box, const World& other, CellPos at) {
  const std::vector<PlaneView> planes = one.planes();
  const std::vector<PlaneView> others = other.planes();
  for (size_t i = 0; i < planes.size(); ++i) {
    if (one.seen_from_above() && planes[i].name == "grain_seed") continue;  // shades, of places and no state
    for (int y = box.top; y < box.bottom; ++y)
      for (int x = box.left; x < box.right; ++x) {
        const double was = value_at(planes[i], {x, y});
        const double is = value_at(others[i], {x - box.left + at.x, y - box.top + at.y});
        if (was != is)
          return std::string(planes[i].name) + " of (" + std::to_string(x) + ", " + std::to_string(y) +
                 "): " + std::to_string(was) + ", then " + std::to_string(is);
      }
  }
  return {};
}

Session resized_session(const Session& session, GridSize size, CellPos by, int threads = 1) {
  Result<OpenedWorld> opened = resized(session, size, by);
  INFO((opened ? "" : opened.failure().text()));
  REQUIRE(opened.ok());
  return Session(std::move(*opened), threads);
}

// A scene in full swing: things fly, sources run, bodies go their ways.
Session played(const std::string& scene, Dice& dice) {
  Session session = play(scene, 0, 1);
  for (int tick = dice.in(20, 200); tick > 0; --tick) session.tick();
  return session;
}

// What a cut leaves has room within the world again, and is what it was.
void check_crop_and_grow(const std::string& scene, uint32_t seed) {
  Dice dice{seed << 16};
  INFO(scene << ", seed " << seed);
  const Session whole = played(scene, dice);
  const GridSize before = whole.world().size();
  const int left = dice.below(before.width);
  const int top = dice.below(before.height);
  const CellBox box{left, top, dice.in(left + 1, before.width), dice.in(top + 1, before.height)};
  const GridSize cut{box.right - box.left, box.bottom - box.top};
  const Session part = resized_session(whole, cut, {-left, -top});
  REQUIRE(part.world().size() == cut);
  CHECK(part.world().tick() == whole.world().tick());
  CHECK(difference(whole.world(), box, part.world(), {0, 0}) == "");

  const CellPos by{dice.below(50), dice.below(50)};
  const GridSize grown{cut.width + by.x + dice.below(50), cut.height + by.y + dice.below(50)};
  const Session again = resized_session(part, grown, by);
  CHECK(difference(whole.world(), box, again.world(), by) == "");
  for (int y = 0; y < grown.height; ++y)  // and nothing is anywhere else
    for (int x = 0; x < grown.width; ++x)
      if (!contains(CellBox{by.x, by.y, by.x + cut.width, by.y + cut.height}, {x, y}))
        REQUIRE(again.world().entry_at({x, y}) ==
                (whole.world().seen_from_above() ? again.world().entry_at({x, y}) : uint8_t{0}));
}

// The same, whatever runs it.
void check_kernels(const std::string& scene, uint32_t seed) {
  Dice dice{seed << 16 | 1};
  const Session whole = played(scene, dice);
  const GridSize before = whole.world().size();
  const GridSize size{dice.in(40, before.width + 60), dice.in(40, before.height + 60)};
  const CellPos by{dice.in(-20, 40), dice.in(-20, 40)};
  std::vector<uint64_t> hashes;
  const WorldKind& kind = *find_kind(world_kinds(), whole.world().kind());
  for (const std::string_view kernel : kind.kernels()) {
    WorldRequest request;
    request.scene = scene;
    request.kernel = kernel;
    Result<OpenedWorld> opened = open_world(request);
    REQUIRE(opened.ok());
    Session session(std::move(*opened), 1);
    while (session.world().tick() < whole.world().tick()) session.tick();
    Session other = resized_session(session, size, by, hashes.empty() ? 1 : 2);
    for (int tick = 0; tick < cases(30, 60); ++tick) other.tick();
    hashes.push_back(other.world().state_hash());
  }
  INFO(scene << ", seed " << seed);
  for (const uint64_t hash : hashes) CHECK(hash == hashes.front());
}

constexpr const char* kScenes[] = {"splash", "waterfall", "volcano", "dunes-barchan", "plough", "oasis"};

}  // namespace

TEST_CASE("what a crop leaves is what it was, and so it is in a world that has grown again", "[long]") {
  for (uint32_t seed = 0; seed < 12; ++seed) check_crop_and_grow(kScenes[seed % std::size(kScenes)], seed);
}

TEST_CASE("a resized world goes on the same with every kernel", "[thorough]") {
  for (const char* const scene : {"splash", "dunes-barchan"}) check_kernels(scene, 1);
}

TEST_CASE("many crops, and many kernels", "[.slow]") {
  for (uint32_t seed = 100; seed < 300; ++seed) check_crop_and_grow(kScenes[seed % std::size(kScenes)], seed);
  for (uint32_t seed = 2; seed < 12; ++seed) check_kernels(kScenes[seed % std::size(kScenes)], seed);
}

TEST_CASE(
    "all that has a place moves with the world: what flies, sources, signs, forces, bodies, what is yet to come") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "scene.json";
  REQUIRE(write_file_atomically(file, R"({"format": "quicksand-scene/1", "size": [120, 90],
    "paint": [{"tick": 0, "shape": "rect", "at": [30, 30], "size": [4, 3], "material": "sand", "speed": [0.3, -2]},
              {"tick": 40, "shape": "polygon", "corners": [[50, 50], [70, 50], [60, 60]], "material": "wall"},
              {"tick": 41, "shape": "cells", "at": [80, 80], "cells": [[0, 0, 4]], "material": "wall"}],
    "sources": [{"at": [10, 5], "size": [4, 1], "material": "water", "rate": 0.5}],
    "signs": [{"at": [20, 40], "text": "here"}],
    "forces": [{"at": [60, 80], "radius": 10, "outward": 1, "tick": 50}],
    "commands": [{"tick": 45, "do": "sign", "at": [21, 41], "text": "there"},
                 {"tick": 46, "do": "end_sources", "at": [11, 5]}]})")
              .ok());
  Session plain = play(file.string(), 0, 1);
  for (int tick = 0; tick < 10; ++tick) plain.tick();
  REQUIRE_FALSE(plain.world().airborne().x.empty());
  const CellPos by{7, 11};
  Session moved = resized_session(plain, {160, 130}, by);
  REQUIRE(moved.world().airborne().x.size() == plain.world().airborne().x.size());
  for (size_t i = 0; i < moved.world().airborne().x.size(); ++i) {
    CHECK(moved.world().airborne().x[i] == Approx(plain.world().airborne().x[i] + 7));
    CHECK(moved.world().airborne().y[i] == Approx(plain.world().airborne().y[i] + 11));
  }
  CHECK(moved.director().sources().front().command.from == CellPos{17, 16});
  REQUIRE(moved.director().signs().size() == 1);
  CHECK(moved.director().signs().front() == Sign{{27, 51}, "here"});
  for (int tick = 0; tick < 50; ++tick) {
    plain.tick();
    moved.tick();
  }
  CHECK(moved.director().signs().back() == Sign{{28, 52}, "there"});
  CHECK(moved.director().sources().empty());
  CHECK(moved.world().count_entries()[1] == plain.world().count_entries()[1]);
  CHECK(moved.world().entry_names()[moved.world().entry_at({67, 63})] == "wall");
  CHECK(moved.world().entry_names()[moved.world().entry_at({88, 91})] == "wall");
}

TEST_CASE("sizes that no world of the kind has are refused") {
  const Session dunes = play("dunes-barchan", 0, 1);
  CHECK(resized(dunes, {5000, 100}, {0, 0}).failure().text() ==
        "a world of this kind has 1 to 4096 cells along each side, not 5000 x 100");
  CHECK_FALSE(resized(dunes, {0, 100}, {0, 0}).ok());
  CHECK_FALSE(resized(dunes, {100, -3}, {0, 0}).ok());
}

TEST_CASE("a world is resized only if what is yet to come in it can still be read from its save") {
  const TemporaryFolder folder;
  std::string floods;
  for (int i = 0; i < 100; ++i)
    floods += std::string(i > 0 ? ", " : "") + R"({"tick": 500, "shape": "flood", "at": [3, 3], "material": "sand"})";
  const std::string keys =
      ", \"paint\": [" + floods + R"(], "sources": [{"at": [2, 2], "size": [1, 1], "material": "sand"}],
    "forces": [{"at": [40, 40], "radius": 500, "outward": 2, "tick": 400}])";
  Session session(open_empty(folder, {60, 50}, keys), 1);
  Dice dice{7};
  int refused = 0;
  for (int i = 0; i < cases(25, 60); ++i) {
    const GridSize size{dice.in(1, 2000), dice.in(1, 1000)};
    const CellPos by{dice.in(-16000, 16000), dice.in(-16000, 16000)};
    Result<OpenedWorld> other = resized(session, size, by);
    if (!other) {
      ++refused;
      CHECK(other.failure().text().find("such a world could not be saved: ") != std::string::npos);
      continue;
    }
    Session next(std::move(*other), 1);
    REQUIRE(next.save(folder / "next.png").ok());
    WorldRequest request;
    request.scene = (folder / "next.png").string();
    const Result<OpenedWorld> again = open_world(request);
    INFO(size.width << " x " << size.height << (again ? "" : ": " + again.failure().text()));
    REQUIRE(again.ok());
    CHECK(again->world->state_hash() == next.world().state_hash());
    session = std::move(next);
  }
  CHECK((refused > 5 && refused < 55));
}
