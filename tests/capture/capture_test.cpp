#include "capture/capture.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "app/play.h"
#include "view/effects.h"

using namespace quicksand;

namespace {

const View kPlainView{DisplayMode::kPlain};

}  // namespace

TEST_CASE("without a source the processor draws a pixel for each cell, enlarged by the scale") {
  const Session session = play("hourglass", 0);
  const GridSize world = session.world().size();
  const auto small = Capture({}, session.looks(), kPlainView, 1).picture(session.world());
  const auto large = Capture({}, session.looks(), kPlainView, 3).picture(session.world());
  REQUIRE(small.ok());
  REQUIRE(large.ok());
  CHECK(small->size == world);
  REQUIRE(large->size == GridSize{world.width * 3, world.height * 3});
  for (int y = 0; y < large->size.height; ++y)
    for (int x = 0; x < large->size.width; ++x)
      if (!std::equal(large->pixel(x, y), large->pixel(x, y) + 4, small->pixel(x / 3, y / 3))) FAIL(x << ", " << y);
}

TEST_CASE("a source draws instead, its fancy pictures in all the detail that it can where whole pixels enlarge them") {
  const Session session = play("hourglass", 0);
  for (int scale = 1; scale <= kMostScale; ++scale) {
    const int detail = detail_for(scale);
    const PictureSource source = [&](const World&, const Looks&, const View& view, const MotionTrail*) {
      const int across = view.mode == DisplayMode::kFancy ? detail : 1;
      return Image({5 * across, 4 * across});
    };
    for (const DisplayMode mode : {DisplayMode::kPlain, DisplayMode::kFancy}) {
      INFO("scale " << scale << ", detail " << detail);
      CHECK(Capture(source, session.looks(), {mode}, scale).picture(session.world())->size ==
            GridSize{5 * scale, 4 * scale});
    }
    CHECK((1 <= detail && detail <= kMostDetail));
    CHECK((scale > kMostDetail || detail == scale));
  }
}

TEST_CASE("what moves leaves a trail in the pictures of movement only while it is followed") {
  Session session = play("hourglass", 0);
  const View view{DisplayMode::kMovement};
  Capture followed(PictureSource(), session.looks(), view, 1);
  Capture unfollowed(PictureSource(), session.looks(), view, 1);
  followed.follow(session.world());
  unfollowed.follow(session.world());
  for (int i = 0; i < 2 * kTicksPerFrame; ++i) {
    session.tick();
    followed.follow(session.world());
  }
  CHECK(followed.picture(session.world())->rgba != unfollowed.picture(session.world())->rgba);
}
