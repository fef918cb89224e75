#include "ui/game/statistics.h"

#include "ui/game/fixture.h"

using namespace quicksand;

TEST_CASE("statistics sample as often as they say, stop with the world, and keep the last ones") {
  TestGame game;
  Statistics statistics;
  PaintCommand command;
  command.from = command.to = {50, 50};
  command.width = 11;
  command.entries = {game.entry("sand")};
  game.state.session.apply(command);
  double now = 0;
  const auto follow = [&](double seconds) { statistics.follow(game.state.session.world(), 1, now += seconds); };
  follow(0);
  REQUIRE(statistics.samples().size() == 1);
  CHECK(statistics.samples().back().counts[game.entry("sand")] == game.count("sand"));
  CHECK(statistics.by_count() == std::vector<uint8_t>{game.entry("sand")});
  CHECK(statistics.is_drawn(game.entry("sand")));
  statistics.toggle(game.entry("sand"));
  CHECK_FALSE(statistics.is_drawn(game.entry("sand")));
  follow(10);  // the world stands
  CHECK(statistics.samples().size() == 1);
  game.state.session.tick();
  follow(0.001);
  follow(30);
  CHECK(statistics.samples().size() == 2);
  for (size_t i = 0; i < 2 * Statistics::kMostSamples; ++i) {
    game.state.session.tick();
    follow(60);
  }
  CHECK(statistics.samples().size() == Statistics::kMostSamples);
  CHECK(statistics.samples().back().tick == game.state.session.world().tick());
}
