// A world cut into tiles of 64 x 16 columns: what is looked at, or left asleep, as a whole. A row of tiles is a band.
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/geometry.h"

namespace quicksand {

class TileGrid {
 public:
  static constexpr GridSize kTile{64, 16};

  explicit TileGrid(GridSize world)
      : world_(world), tiles_{squares_of(world, kTile.width).width, squares_of(world, kTile.height).height} {}

  int bands() const { return tiles_.height; }
  int columns() const { return tiles_.width; }
  size_t count() const { return static_cast<size_t>(tiles_.cells()); }

  // The tile's number; tiles of a band follow one another.
  size_t at(int column, int band) const {
    return static_cast<size_t>(band) * static_cast<size_t>(tiles_.width) + static_cast<size_t>(column);
  }
  size_t of(CellPos cell) const { return at(cell.x / kTile.width, cell.y / kTile.height); }

  CellBox box(int column, int band) const {
    return {column * kTile.width, band * kTile.height, std::min((column + 1) * kTile.width, world_.width),
            std::min((band + 1) * kTile.height, world_.height)};
  }

  // Whether the flag of the tile, or of one of the eight around it, is set. `flags` has an item for each tile.
  template <class Flags>
  bool any_near(const Flags& flags, int column, int band) const {
    for (int b = std::max(band - 1, 0); b <= std::min(band + 1, tiles_.height - 1); ++b)
      for (int c = std::max(column - 1, 0); c <= std::min(column + 1, tiles_.width - 1); ++c)
        if (flags[at(c, b)] != 0) return true;
    return false;
  }

 private:
  GridSize world_;
  GridSize tiles_;
};

}  // namespace quicksand
