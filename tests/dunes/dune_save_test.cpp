#include "dunes/dune_save.h"

#include <catch2/catch.hpp>

#include "dunes/dune_state.h"

using namespace quicksand;

// Whatever moves, its own save can be opened again.
TEST_CASE("a save of dunes whose columns could grow beyond what a save tells is refused") {
  const auto opens = [](int32_t first, int32_t second, int32_t flight) {
    DuneState state({4, 3}, 1, false);
    state.height[{0, 0}] = first;
    state.height[{3, 2}] = second;
    state.flight[{1, 1}] = flight;
    DuneState again({4, 3}, 1, false);
    return unpack_dunes(pack_dunes(state), again);
  };
  CHECK(opens(kMostHeight, 0, 0));  // a heap of chips that will flow apart
  CHECK_FALSE(opens(kMostHeight, 1, 0));
  CHECK_FALSE(opens(kMostHeight, 0, 1));
  CHECK(opens(2 * kMostPaintedHeight, 2 * kMostPaintedHeight, 0));
  CHECK(opens(2 * kMostPaintedHeight - 9, 2 * kMostPaintedHeight - 9, 9));
  CHECK_FALSE(opens(2 * kMostPaintedHeight + 1, 2 * kMostPaintedHeight, 0));
}
