#include "core/tile_grid.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <vector>

using namespace quicksand;

TEST_CASE("every cell lies in the box of its own tile, and in no other") {
  for (const GridSize size : {GridSize{1, 1}, {64, 16}, {65, 17}, {200, 50}}) {
    const TileGrid tiles(size);
    std::vector<int> seen(static_cast<size_t>(size.cells()));
    for (int band = 0; band < tiles.bands(); ++band)
      for (int column = 0; column < tiles.columns(); ++column) {
        const CellBox box = tiles.box(column, band);
        for (int y = box.top; y < box.bottom; ++y)
          for (int x = box.left; x < box.right; ++x) {
            ++seen[static_cast<size_t>(y) * static_cast<size_t>(size.width) + static_cast<size_t>(x)];
            REQUIRE(tiles.of({x, y}) == tiles.at(column, band));
          }
      }
    CHECK(seen == std::vector<int>(seen.size(), 1));
    CHECK(tiles.count() == static_cast<size_t>(tiles.bands()) * static_cast<size_t>(tiles.columns()));
  }
}

TEST_CASE("a tile is near to itself and to the eight around it, across no edge of the world") {
  const TileGrid tiles({64 * 4, 16 * 3});
  for (int band = 0; band < 3; ++band)
    for (int column = 0; column < 4; ++column)
      for (int other_band = 0; other_band < 3; ++other_band)
        for (int other = 0; other < 4; ++other) {
          std::vector<int> flags(tiles.count());
          flags[tiles.at(other, other_band)] = 1;
          const int distance = std::max(std::abs(other - column), std::abs(other_band - band));
          CHECK(tiles.any_near(flags, column, band) == (distance <= 1));
        }
}
