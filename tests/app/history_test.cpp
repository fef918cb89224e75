#include "app/history.h"

#include <catch2/catch.hpp>

#include "app/play.h"
#include "app/timeline.h"
#include "core/cases.h"
#include "core/random.h"

using namespace quicksand;

namespace {

// A stroke somewhere, with one of a few materials, by the number.
void stroke(Session& session, uint64_t number) {
  const GridSize size = session.world().size();
  const auto below = [&](int limit) { return static_cast<int>(mix64(++number * 977) % static_cast<uint64_t>(limit)); };
  PaintCommand command;
  command.from = {below(size.width), below(size.height)};
  command.to = {below(size.width), below(size.height)};
  command.width = 1 + below(20);
  const auto entries = static_cast<int>(session.world().entry_names().size());
  command.entries = {static_cast<uint8_t>(below(entries))};
  session.apply(command);
}

void run(Session& session, int ticks) {
  for (int i = 0; i < ticks; ++i) session.tick();
}

}  // namespace

TEST_CASE("strokes are taken back one by one to the very state before each, and done again, in both kinds of world",
          "[thorough]") {
  for (const char* const scene :
       cases_of(3, {"geyser", "dunes-barchan", "circuit", "oasis", "forest-fire", "crater"})) {
    INFO(scene);
    Session session = play(scene, 20, 2);
    History history;
    std::vector<uint64_t> before;
    std::vector<size_t> logs;
    constexpr size_t kStrokes = 55;
    for (size_t i = 0; i < kStrokes; ++i) {
      run(session, static_cast<int>(mix64(i) % 4));
      before.push_back(session.world().state_hash());
      logs.push_back(session.log().size());
      history.note(session);
      stroke(session, i);
      run(session, 2);
    }
    const uint64_t end = session.world().state_hash();
    const uint64_t end_tick = session.world().tick();
    const size_t end_log = session.log().size();
    CHECK(history.undos() == kStrokes);
    for (size_t i = kStrokes; i-- > 0;) {
      INFO("stroke " << i);
      REQUIRE(history.undo(session));
      REQUIRE(session.world().state_hash() == before[i]);
      REQUIRE(session.log().size() == logs[i]);
      if (i % 7 == 0) run(session, 3);  // time may go on in between
    }
    CHECK_FALSE(history.undo(session));
    for (size_t i = 0; i < kStrokes; ++i) REQUIRE(history.redo(session));
    CHECK_FALSE(history.redo(session));
    CHECK(session.world().state_hash() == end);
    CHECK(session.world().tick() == end_tick);
    CHECK(session.log().size() == end_log);
  }
}

TEST_CASE("after an undo the world goes on as if the stroke had never been, and a recording does not hold it") {
  for (const char* const scene : {"oasis", "dunes-barchan"}) {
    INFO(scene);
    Session session = play(scene, 30, 2);
    Session other = play(scene, 30, 1);
    History history;
    history.note(session);
    stroke(session, 5);
    run(session, 50);
    REQUIRE(history.undo(session));
    run(session, 100);
    run(other, 100);
    CHECK(session.world().state_hash() == other.world().state_hash());
    CHECK(session.log().empty());
    history.note(session);  // a new stroke: what was undone is given up
    CHECK(history.redos() == 0);
  }
}

TEST_CASE("moments share what has not changed between them") {
  Session session = play("oasis", 0, 1);
  History history;
  history.note(session);
  const Session::Moment first = session.moment(nullptr, 0);
  const Session::Moment again = session.moment(&first, 0);
  CHECK_FALSE(again.world->has_news);
  CHECK(again.world->own_bytes * 10 < first.world->own_bytes);
  PaintCommand dab;
  dab.from = dab.to = {100, 100};
  dab.width = 5;
  dab.entries = {1};
  session.apply(dab);
  const Session::Moment changed = session.moment(&first, 0);
  CHECK(changed.world->has_news);
  CHECK(changed.world->own_bytes * 10 < first.world->own_bytes);
}

TEST_CASE("to undo the opening of a world is to go on with the one before, with its own strokes, and back again") {
  const char* const scenes[] = {"oasis", "dunes-barchan", "circuit"};
  for (uint64_t seed = 0; seed < 12; ++seed) {
    INFO("seed " << seed);
    const auto lot = [&](uint64_t at) { return mix64(seed * 7919 + at); };
    const auto opened = [&](uint64_t at) {
      WorldRequest request;
      request.scene = scenes[lot(at) % 3];
      Result<OpenedWorld> world = open_world(request);
      REQUIRE(world.ok());
      return std::move(*world);
    };
    Session session(opened(1), 1);
    History history;
    const size_t strokes_before = lot(2) % 4;
    const size_t strokes_after = lot(3) % 4;
    std::vector<uint64_t> way{};  // the state before each deed, and the last
    const auto draw = [&](size_t count) {
      for (size_t i = 0; i < count; ++i) {
        way.push_back(session.world().state_hash());
        history.note(session);
        stroke(session, lot(10 + way.size()));
      }
    };
    draw(strokes_before);
    if (lot(4) % 2 == 0 && strokes_before > 0) {  // what is undone is given up by opening
      REQUIRE(history.undo(session));
      way.pop_back();
    }
    way.push_back(session.world().state_hash());
    history.open(session, opened(5));
    CHECK(history.redos() == 0);
    draw(strokes_after);
    way.push_back(session.world().state_hash());
    CHECK(history.undos() == way.size() - 1);
    for (int again = 0; again < 2; ++again) {
      for (size_t i = way.size() - 1; i-- > 0;) {
        REQUIRE(history.undo(session));
        CHECK(session.world().state_hash() == way[i]);
      }
      CHECK_FALSE(history.undo(session));
      for (size_t i = 1; i < way.size(); ++i) {
        REQUIRE(history.redo(session));
        CHECK(session.world().state_hash() == way[i]);
      }
      CHECK_FALSE(history.redo(session));
    }
    // A deed in the world before gives up the one that was opened.
    while (history.undo(session)) {
    }
    history.note(session);
    CHECK(history.redos() == 0);
  }
}

TEST_CASE("what can be undone and done again takes no more memory than it may, and leaves none behind") {
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(cases(6, 12)); ++seed) {
    auto below = [serial = seed << 20](uint64_t limit) mutable { return mix64(++serial) % limit; };
    const char* const scenes[] = {"oasis", "geyser", "dunes-barchan"};
    Session session = play(scenes[seed % 3], 5, 1);
    const size_t most = size_t{1} << (16 + 2 * below(6));
    INFO("seed " << seed << ", " << most << " bytes");
    History history(most);
    for (uint64_t i = 0; i < 60; ++i) {
      const uint64_t deed = below(10);
      if (deed < 5) {
        history.note(session);
        stroke(session, seed * 100 + i);
      } else if (deed < 8) {
        (void)history.undo(session);
      } else if (deed < 9) {
        (void)history.redo(session);
      } else {
        Session other = play(scenes[below(3)], 1, 1);
        history.open(session, other.replace({}).opened);
      }
      if (below(3) != 0) run(session, 2);
      const bool holds_little = history.undos() <= 2 && history.redos() <= 2;  // the next of each stays, and a world
      REQUIRE((history.bytes() <= most || holds_little));
    }
    while (history.undo(session)) {
    }
    history.note(session);
    history.leave_way(0);
    CHECK(history.undos() == 0);
    CHECK(history.bytes() == 0);
  }
}

TEST_CASE("whoever goes back and watches it again takes the strokes back one by one, wherever that was and ends",
          "[thorough]") {
  for (uint64_t seed = 0; seed < static_cast<uint64_t>(cases(9, 24)); ++seed) {
    uint64_t drawn = seed * 6151;
    const auto below = [&](int end) { return static_cast<int>(mix64(++drawn) % static_cast<uint64_t>(end)); };
    const char* const scenes[] = {"hourglass", "dunes-barchan", "splash"};
    INFO("seed " << seed << ", " << scenes[seed % 3]);
    Session session = play(scenes[seed % 3], below(9), 1);
    Timeline timeline;
    History history;
    timeline.begin(session);
    struct Stroke {
      uint64_t tick;
      uint64_t hash;  // of the world before it
    };
    std::vector<Stroke> strokes;
    const auto go_on = [&](uint64_t until, bool watches) {
      while (session.world().tick() < until) {
        if (watches) timeline.repeat_commands(session);
        history.follow(session);
        session.tick();
        timeline.follow(session);
        history.follow(session);
      }
    };
    const auto draw = [&](int count) {
      for (int i = 0; i < count; ++i) {
        go_on(session.world().tick() + static_cast<uint64_t>(below(3) * below(40)), false);
        strokes.push_back({session.world().tick(), session.world().state_hash()});
        history.note(session);
        stroke(session, ++drawn);
        if (below(4) == 0) stroke(session, ++drawn);  // of two commands
        timeline.follow(session);
      }
    };
    draw(2 + below(9));
    const bool leaves_a_tail = below(2) == 0;
    if (leaves_a_tail) go_on(session.world().tick() + 20, false);
    for (int journey = 0; journey < 3; ++journey) {
      const uint64_t end = timeline.end();
      const auto somewhere = [&](uint64_t from) {
        return from + static_cast<uint64_t>(below(static_cast<int>(end - from + 1)));
      };
      REQUIRE(timeline.go_to(session, somewhere(timeline.first()), [] { return true; }));
      history.follow(session);
      const uint64_t here = session.world().tick();
      const int deed = below(3);
      if (deed == 0) {  // to the end
        go_on(end, true);
        timeline.repeat_commands(session);
        history.follow(session);
      } else if (deed == 1) {  // part of the way
        go_on(somewhere(here), true);
      } else {  // in another way, on which the later ones have never been
        go_on(here + 30, false);
        if (here < end) std::erase_if(strokes, [&](const Stroke& one) { return one.tick >= here; });
        draw(1 + below(3));
      }
    }
    // Those of now: all that lie before where the session is.
    const uint64_t now = session.world().tick();
    std::erase_if(strokes, [&](const Stroke& one) { return one.tick > now; });
    while (strokes.size() > history.undos() && !strokes.empty() && strokes.back().tick == now) strokes.pop_back();
    CHECK(history.undos() == strokes.size());
    for (; !strokes.empty(); strokes.pop_back()) {
      REQUIRE(history.undo(session));
      REQUIRE(session.world().tick() == strokes.back().tick);
      REQUIRE(session.world().state_hash() == strokes.back().hash);
    }
    CHECK_FALSE(history.undo(session));
  }
}

TEST_CASE("undo ends where what was done is not known any more, and does not leave the world for the one before") {
  for (const size_t strokes : {1U, 2U, 7U}) {
    INFO(strokes << " strokes");
    Session session = play("hourglass", 5, 1);
    History history(1);  // so little memory that the next moment alone stays
    Session other = play("u-tube", 1, 1);
    history.open(session, other.replace({}).opened);
    const World* const opened = &session.world();
    for (size_t i = 0; i < strokes; ++i) {
      history.note(session);
      stroke(session, i);
      run(session, 3);
    }
    CHECK(history.undo(session));
    CHECK(session.log().size() == strokes - 1);
    CHECK(history.undo_leaves_world() == (strokes == 1));
    CHECK(history.undo(session).ok() == (strokes == 1));  // nothing is left of it: back to the one before
    CHECK((&session.world() == opened) == (strokes > 1));
  }
}
