// Where the window goes when screens come and go.
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "platform/window.h"

using namespace quicksand;

namespace {

int shown(const SDL_Rect& window, const std::vector<SDL_Rect>& screens) {
  int most = 0;
  for (const SDL_Rect& screen : screens)
    if (SDL_Rect part; SDL_IntersectRect(&window, &screen, &part) == SDL_TRUE) most = std::max(most, part.w * part.h);
  return most;
}

}  // namespace

TEST_CASE("whichever screens are left, one shows enough of the window to take hold of, and it moves for that alone") {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    std::mt19937 dice(seed);
    const auto number = [&](int least, int most) {
      return least + static_cast<int>(dice() % static_cast<unsigned>(most - least + 1));
    };
    std::vector<SDL_Rect> screens;
    for (int i = number(0, 3); i > 0; --i)
      screens.push_back({number(-4000, 4000), number(-2000, 2000), number(320, 3840), number(240, 2160)});
    const SDL_Rect window{number(-5000, 5000), number(-3000, 3000), number(1, 3000), number(1, 2000)};
    const SDL_Rect placed = place_in_view(window, screens);
    INFO("seed " << seed);
    CHECK((placed.w == window.w && placed.h == window.h));
    const bool moved = placed.x != window.x || placed.y != window.y;
    if (screens.empty()) {
      CHECK_FALSE(moved);
      continue;
    }
    const int enough = std::min(64, window.w) * std::min(64, window.h);
    CHECK(shown(placed, screens) >= enough);
    if (moved) CHECK(placed.x >= screens.front().x);
  }
}
