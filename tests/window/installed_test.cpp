// The game as a package brings it, in its window.
#include "packaging/installation.h"
#include "window/player.h"

using namespace quicksand;

TEST_CASE("the installed game opens its window, and what is painted there falls", "[long]") {
  const TemporaryFolder folder;
  live_in(folder);
  know_the_game(folder);
  const std::filesystem::path prefix = install_into(folder / "system");
  REQUIRE_FALSE(prefix.empty());
  const Game game(empty_world(folder), (prefix / "bin/quicksand").string());
  wait_for_swatch(marker());
  choose("cement");
  const std::vector<uint8_t> empty = world_pixels();
  type("mousemove 400 300 sleep 0.2 mousedown 1 mousemove 600 300 sleep 0.2 mouseup 1");
  wait_until_still(empty);
  CHECK(world_pixels() != empty);
  CHECK(game.running());
}
