#include "view/motion_trail.h"

#include "app/play.h"

using namespace quicksand;

TEST_CASE("what moves is hot, what rests is cold, and a trail cools down") {
  Session session = play("hourglass", 40);
  MotionTrail trail;
  trail.follow(session.world());
  for (int i = 0; i < 4; ++i) session.tick();
  const Plane<uint8_t> before = *session.world().planes().front().plane;
  trail.follow(session.world());
  int hot = 0;
  for (int y = 0; y < session.world().size().height; ++y)
    for (int x = 0; x < session.world().size().width; ++x) {
      CHECK((trail.heat(y)[x] == 0 || trail.heat(y)[x] == 255));
      hot += trail.heat(y)[x] == 255 ? 1 : 0;
    }
  CHECK(hot > 20);
  CHECK(hot < session.world().size().cells() / 4);

  // While time stands still, nothing moves and nothing cools, whatever is painted.
  PaintCommand dot;
  dot.from = dot.to = {2, 2};
  dot.entries = {1};
  session.apply(dot);
  trail.follow(session.world());
  CHECK(trail.heat(2)[2] == 0);

  Session asleep = play("u-tube", 0);
  MotionTrail still;
  still.follow(session.world());
  for (int i = 0; i < 4; ++i) session.tick();
  still.follow(session.world());
  still.follow(asleep.world());  // another world: nothing has moved in it yet
  for (int y = 0; y < asleep.world().size().height; ++y)
    for (int x = 0; x < asleep.world().size().width; ++x) REQUIRE(still.heat(y)[x] == 0);
}

TEST_CASE("a trail follows from a world of cells to one with a surface") {
  MotionTrail trail;
  trail.follow(play("cave", 0).world());
  Session dunes = play("dunes-barchan", 0);  // as large, and as young
  trail.follow(dunes.world());
  for (int i = 0; i < 4; ++i) dunes.tick();
  trail.follow(dunes.world());
  int64_t hot = 0;
  for (int y = 0; y < trail.size().height; ++y)
    for (int x = 0; x < trail.size().width; ++x) hot += trail.heat(y)[x] > 200 ? 1 : 0;
  CHECK(hot > 1000);
}
