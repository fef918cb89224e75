#include "app/timeline.h"

#include <malloc.h>

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/history.h"
#include "app/play.h"
#include "core/cases.h"
#include "core/random.h"

using namespace quicksand;

namespace {

const auto kAlways = [] { return true; };

// Draws numbers for a case.
class Lot {
 public:
  explicit Lot(uint64_t seed) : seed_(seed) {}
  int below(int limit) { return static_cast<int>(mix64(seed_ * 7919 + ++count_) % static_cast<uint64_t>(limit)); }

 private:
  uint64_t seed_;
  uint64_t count_ = 0;
};

void stroke(Session& session, Lot& lot) {
  if (lot.below(9) == 0) return session.apply(ClearCommand{});
  const GridSize size = session.world().size();
  PaintCommand command;
  command.from = {lot.below(size.width), lot.below(size.height)};
  command.to = {lot.below(size.width), lot.below(size.height)};
  command.width = 1 + lot.below(20);
  command.entries = {static_cast<uint8_t>(lot.below(static_cast<int>(session.world().entry_names().size())))};
  session.apply(command);
}

// The hashes of a session at the beginning of each of its ticks.
struct Way {
  uint64_t first = 0;
  std::vector<uint64_t> hashes;

  uint64_t end() const { return first + hashes.size() - 1; }
  uint64_t at(uint64_t tick) const { return hashes[tick - first]; }
};

// Plays on, with strokes now and then.
void play_on(Session& session, Timeline& timeline, Way& way, Lot& lot, int ticks, int one_in) {
  for (int i = 0; i < ticks; ++i) {
    if (lot.below(one_in) == 0) stroke(session, lot);
    if (lot.below(3) == 0) timeline.follow(session);
    session.tick();
    timeline.follow(session);
    way.hashes.push_back(session.world().state_hash());
  }
}

Way begin(Session& session, Timeline& timeline) {
  timeline.begin(session);
  return {session.world().tick(), {session.world().state_hash()}};
}

const char* const kTimelineScenes[] = {"fuse", "circuit", "geyser", "dunes-barchan", "u-tube", "hourglass"};

Session begin_somewhere(Lot& lot) { return play(kTimelineScenes[lot.below(6)], lot.below(30), 1 + lot.below(2)); }

}  // namespace

TEST_CASE("every tick of a line is reached as it was, from wherever the world is, and whatever was forgotten") {
  for (uint64_t seed = 0; seed < static_cast<uint64_t>(cases(4, 10)); ++seed) {
    INFO("seed " << seed);
    Lot lot(seed);
    Session session = begin_somewhere(lot);
    // The least memory leaves hardly any moments.
    Timeline timeline(seed % 3 == 0 ? size_t{1} : Timeline::kMostBytes);
    Way way = begin(session, timeline);
    play_on(session, timeline, way, lot, 100 + lot.below(200), 12);
    CHECK(timeline.first() == way.first);
    CHECK(timeline.end() == way.end());
    const std::vector<SceneCommand> log(session.log().begin(), session.log().end());
    for (int i = 0; i < 12; ++i) {
      const uint64_t tick = way.first + static_cast<uint64_t>(lot.below(static_cast<int>(way.hashes.size())));
      INFO(session.scene().name << ": to tick " << tick << " from " << session.world().tick());
      REQUIRE(timeline.go_to(session, tick, kAlways));
      REQUIRE(session.world().tick() == tick);
      REQUIRE(session.world().state_hash() == way.at(tick));
    }
    CHECK(timeline.go_to(session, way.end(), kAlways));
    CHECK(session.world().state_hash() == way.hashes.back());
    CHECK(session.log().size() == log.size());
    CHECK(timeline.branches().empty());
    if (seed % 3 == 0) CHECK(timeline.moments() <= 2);
  }
}

TEST_CASE("to watch is to see again what was done, until the end") {
  for (uint64_t seed = 0; seed < static_cast<uint64_t>(cases(3, 6)); ++seed) {
    INFO("seed " << seed);
    Lot lot(seed + 100);
    Session session = begin_somewhere(lot);
    Timeline timeline;
    Way way = begin(session, timeline);
    play_on(session, timeline, way, lot, 120, 10);
    stroke(session, lot);  // in the last tick, in which time stands
    timeline.follow(session);
    const uint64_t end = session.world().state_hash();
    REQUIRE(timeline.go_to(session, way.first + static_cast<uint64_t>(lot.below(100)), kAlways));
    while (timeline.repeat_commands(session)) {
      session.tick();
      timeline.follow(session);
      REQUIRE(session.world().state_hash() ==
              (session.world().tick() < way.end() ? way.at(session.world().tick()) : session.world().state_hash()));
    }
    CHECK(session.world().state_hash() == end);
    CHECK(timeline.branches().empty());
  }
}

TEST_CASE("who goes back and does something else leaves a branch behind, which is played again to its end") {
  for (uint64_t seed = 0; seed < static_cast<uint64_t>(cases(4, 8)); ++seed) {
    INFO("seed " << seed);
    Lot lot(seed + 200);
    Session session = begin_somewhere(lot);
    Timeline timeline;
    Way way = begin(session, timeline);
    play_on(session, timeline, way, lot, 60, 10);
    stroke(session, lot);
    play_on(session, timeline, way, lot, 60, 10);
    const uint64_t back = way.first + static_cast<uint64_t>(lot.below(50));
    REQUIRE(timeline.go_to(session, back, kAlways));
    Way other = way;
    other.hashes.resize(back - way.first + 1);
    if (lot.below(2) == 0) stroke(session, lot);
    play_on(session, timeline, other, lot, 40 + lot.below(100), 10);
    REQUIRE(timeline.branches().size() == 1);
    CHECK(timeline.branches()[0].name == "Branch 1");
    CHECK(timeline.branches()[0].end == way.end());
    CHECK(timeline.branches()[0].fork >= back);
    CHECK(timeline.end() == other.end());
    for (int change = 0; change < 3; ++change) {  // to the branch, back, and again
      const Way& now = change % 2 == 0 ? way : other;
      REQUIRE(timeline.take(session, 0));
      REQUIRE(timeline.go_to(session, timeline.end(), kAlways));
      REQUIRE(session.world().tick() == now.end());
      REQUIRE(session.world().state_hash() == now.hashes.back());
      const uint64_t tick = now.first + static_cast<uint64_t>(lot.below(static_cast<int>(now.hashes.size())));
      REQUIRE(timeline.go_to(session, tick, kAlways));
      REQUIRE(session.world().state_hash() == now.at(tick));
    }
    timeline.remove(0);
    CHECK(timeline.branches().empty());
  }
}

TEST_CASE("to play on where nothing was done leaves no branch") {
  Lot lot(3);
  Session session = play("fuse", 0, 1);
  Timeline timeline;
  Way way = begin(session, timeline);
  stroke(session, lot);
  play_on(session, timeline, way, lot, 80, 1'000'000);
  REQUIRE(timeline.go_to(session, 40, kAlways));
  Way again{0, {}};
  play_on(session, timeline, again, lot, 60, 1'000'000);
  CHECK(session.world().tick() == 100);
  CHECK(again.hashes[39] == way.hashes[80]);
  CHECK(timeline.branches().empty());
  CHECK(timeline.end() == 100);
}

TEST_CASE("undo and redo take the line's end back and bring it again, also mixed with going back in time") {
  for (uint64_t seed = 0; seed < 12; ++seed) {
    INFO("seed " << seed);
    Lot lot(seed + 300);
    Session session = begin_somewhere(lot);
    Timeline timeline(seed % 2 == 0 ? size_t{1} : Timeline::kMostBytes);
    History history;
    Way way = begin(session, timeline);
    for (int deed = 0; deed < 60; ++deed) {
      switch (lot.below(5)) {
        case 0:
          history.note(session);
          stroke(session, lot);
          break;
        case 1:
          static_cast<void>(history.undo(session));
          break;
        case 2:
          static_cast<void>(history.redo(session));
          break;
        case 3: {
          const uint64_t ticks = timeline.end() - timeline.first() + 1;
          timeline.go_to(session, timeline.first() + static_cast<uint64_t>(lot.below(static_cast<int>(ticks))),
                         kAlways);
          history.follow(session);
          break;
        }
        default:
          for (int i = lot.below(20); i > 0; --i) {
            session.tick();
            timeline.follow(session);
          }
      }
      timeline.follow(session);
      REQUIRE(timeline.end() >= session.world().tick());
    }
    // The log is the truth: the same commands lead to the same end, also by way of the timeline.
    const uint64_t end_tick = session.world().tick();
    const uint64_t end = session.world().state_hash();
    const size_t log = session.log().size();
    timeline.go_to(session, timeline.first(), kAlways);
    while (session.world().tick() < end_tick || session.log().size() < log) {
      timeline.repeat_commands(session);
      if (session.world().tick() == end_tick) break;
      session.tick();
      timeline.follow(session);
    }
    CHECK(session.world().state_hash() == end);
  }
}

TEST_CASE("what lines hold stays within the memory that they may take, and is counted right") {
  Lot lot(9);
  Session session = play("dense-mixed", 0, 2);
  constexpr size_t kBytes = size_t{5} << 20;
  Timeline unbounded(size_t{1} << 34);
  Timeline timeline(kBytes);
  unbounded.begin(session);
  timeline.begin(session);
  for (int i = 0; i < 600; ++i) {
    if (i % 100 == 0) stroke(session, lot);
    if (i == 300) CHECK(timeline.keep() == "Branch 1");
    session.tick();
    unbounded.follow(session);
    timeline.follow(session);
    REQUIRE(timeline.bytes() <= kBytes);
  }
  CHECK(unbounded.bytes() > 2 * kBytes);
  CHECK(timeline.moments() >= 4);
  timeline.rename(0, "half");
  CHECK(timeline.branches()[0].name == "half");
  CHECK(timeline.branches()[0].end == 300);
}

TEST_CASE("the end is reached at once by who has left it, and so is the place from which he looks at it",
          "[thorough]") {
  for (uint32_t seed = 1; seed <= static_cast<uint32_t>(cases(4, 10)); ++seed) {
    INFO("seed " << seed);
    Lot lot(seed);
    Session session = play(seed % 2 == 0 ? "dense-mixed" : "dunes-barchan", 0, 2);
    Timeline timeline(size_t{1} << 20);  // few moments
    timeline.begin(session);
    for (int i = 0; i < 200; ++i) {
      if (lot.below(20) == 0) stroke(session, lot);
      session.tick();
      timeline.follow(session);
    }
    if (seed % 3 != 0) stroke(session, lot);  // which is in the end, too
    timeline.follow(session);
    const uint64_t end = session.world().tick();
    const uint64_t at_end = session.world().state_hash();
    const size_t length = session.log().size();
    const uint64_t there = static_cast<uint64_t>(lot.below(200));
    REQUIRE(timeline.go_to(session, there, [] { return true; }));
    const uint64_t at_there = session.world().state_hash();
    int deeds = 0;
    timeline.at_end(session, [&] {
      ++deeds;
      CHECK(session.world().tick() == end);
      CHECK(session.world().state_hash() == at_end);
      CHECK(session.log().size() == length);
    });
    CHECK(deeds == 1);
    CHECK(session.world().tick() == there);
    CHECK(session.world().state_hash() == at_there);
    CHECK(timeline.end() == end);
    // No tick is run for it.
    CHECK(timeline.go_to(session, end, [] { return false; }));
    CHECK(session.world().state_hash() == at_end);
    // From there it goes on as ever, and what was the end is none.
    session.tick();
    timeline.follow(session);
    const uint64_t later = session.world().state_hash();
    REQUIRE(timeline.go_to(session, there, [] { return true; }));
    REQUIRE(timeline.go_to(session, end + 1, [] { return true; }));
    CHECK(session.world().state_hash() == later);
  }
}

TEST_CASE("sources of which there are other ones at every moment are counted, too") {
  // A scene's sources, of which one ends now and then: each moment has a list of its own.
  constexpr int kSources = 2000;
  const TemporaryFolder folder;
  Session session(open_empty(folder, {120, 40}), 1);
  for (int i = 0; i < kSources; ++i) {
    SourceCommand source;
    source.paint.from = source.paint.to = {i % 100, 3 + i / 100};
    source.paint.entries = {1};
    source.from = 1'000'000;
    session.apply(source);
  }
  constexpr size_t kBytes = size_t{2} << 20;
  Timeline unbounded(size_t{1} << 34);
  Timeline timeline(kBytes);
  History history(kBytes);
  unbounded.begin(session);
  timeline.begin(session);
  for (int i = 0; i < 40; ++i) {
    history.note(session);
    session.apply(EndSourcesCommand{{i % 100, 3 + i / 100}});
    for (uint64_t tick = 0; tick < Timeline::kTicksApart; ++tick) {
      session.tick();
      unbounded.follow(session);
      timeline.follow(session);
    }
    REQUIRE(timeline.bytes() <= kBytes);
    REQUIRE(history.bytes() <= kBytes);
  }
  CHECK(unbounded.moments() > 30);
  CHECK(unbounded.bytes() > (unbounded.moments() - 1) * (kSources - 40) * sizeof(SceneSource));
  CHECK(timeline.moments() >= 2);
  CHECK(history.undos() >= 1);
}

TEST_CASE("a world at rest gives hardly any moments") {
  WorldRequest request;
  request.described = std::make_shared<const Scene>([] {
    Scene scene;
    scene.world = "sandbox";
    scene.size = {200, 150};
    return scene;
  }());
  Result<OpenedWorld> opened = open_world(request);
  REQUIRE(opened.ok());
  Session session(std::move(*opened), 1);
  Timeline timeline;
  timeline.begin(session);
  for (int i = 0; i < 10'000; ++i) {
    session.tick();
    timeline.follow(session);
  }
  CHECK(timeline.moments() < 20);
  CHECK(timeline.go_to(session, 5'000, kAlways));
  CHECK(session.world().tick() == 5'000);
}

TEST_CASE("a world that comes back is undone to before its timeline began, which begins anew there") {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    INFO("seed " << seed);
    Lot lot(500 + seed);
    Session session = play("oasis", 0, 2);
    Timeline timeline;
    History history;
    std::vector<uint64_t> before;
    const int strokes = 1 + lot.below(4);
    for (int i = 0; i < strokes; ++i) {
      before.push_back(session.world().state_hash());
      history.note(session);
      stroke(session, lot);
      for (int tick = lot.below(3); tick-- > 0;) session.tick();
    }
    WorldRequest request;
    request.scene = "u-tube";
    Result<OpenedWorld> opened = open_world(request);
    REQUIRE(opened.ok());
    history.open(session, std::move(*opened));
    timeline.begin(session);
    REQUIRE(history.undo(session));
    timeline.begin(session);
    for (int i = strokes; i-- > 0;) {
      REQUIRE(history.undo(session));
      timeline.follow(session);
      CHECK(session.world().state_hash() == before[static_cast<size_t>(i)]);
      REQUIRE(timeline.first() <= session.world().tick());
      CHECK(timeline.end() == session.world().tick());
    }
    const uint64_t first = session.world().tick();
    for (int i = 0; i < 40; ++i) {
      session.tick();
      timeline.follow(session);
    }
    REQUIRE(timeline.go_to(session, first, kAlways));
    CHECK(session.world().state_hash() == before[0]);
  }
}

TEST_CASE("a timeline takes about the memory that it says, in worlds of any size", "[thorough]") {
  for (const GridSize size : {GridSize{20, 16}, GridSize{64, 64}, GridSize{300, 40}, GridSize{320, 200}}) {
    INFO(size.width << "x" << size.height);
    WorldRequest request;
    request.scene = "volcano";
    request.size = size;
    Result<OpenedWorld> opened = open_world(request);
    REQUIRE(opened.ok());
    Session session(std::move(*opened), 1);
    for (int i = 0; i < 2000; ++i) session.tick();  // what the world itself takes, when much of it flies
    const auto in_use = [] { return mallinfo2().uordblks + mallinfo2().hblkhd; };
    const size_t before = in_use();
    Timeline timeline(size.width == 320 ? size_t{4} << 20 : Timeline::kMostBytes);
    timeline.begin(session);
    for (int i = 0; i < 6000; ++i) {
      PaintCommand dab;  // so that something moves
      dab.from = dab.to = {size.width / 2, 2};
      dab.entries = {static_cast<uint8_t>(1 + i / 100 % 9)};
      if (i % 40 == 0) session.apply(dab);
      session.tick();
      timeline.follow(session);
    }
    REQUIRE(timeline.moments() > 5);
    const auto taken = static_cast<double>(in_use()) - static_cast<double>(before);
    CHECK(taken < 1.25 * static_cast<double>(timeline.bytes()) + (1 << 17));
  }
}
