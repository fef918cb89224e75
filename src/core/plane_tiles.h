// What a plane held at a moment, in squares that moments share where they are alike: a history of a world in which
// little changes takes little more room than one of its states.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/check.h"
#include "core/plane.h"

namespace quicksand {

template <class T>
class PlaneTiles {
 public:
  static constexpr int kSide = 64;  // cells

  PlaneTiles() = default;

  // Takes what the plane holds now, without its margin. Squares that hold nothing but `empty` take no room, and those
  // that are as in `like`, of a plane of the same size, are shared with it; null: none is.
  PlaneTiles(const Plane<T>& plane, T empty, const PlaneTiles* like) : size_(plane.size()), empty_(empty) {
    const GridSize squares = squares_of(size_, kSide);
    tiles_.resize(static_cast<size_t>(squares.cells()));
    const bool shares = like && like->size_ == size_ && like->empty_ == empty_;
    size_t index = 0;
    for (int y = 0; y < squares.height; ++y)
      for (int x = 0; x < squares.width; ++x, ++index) {
        if (shares && holds(plane, x, y, like->tiles_[index].get())) {
          tiles_[index] = like->tiles_[index];
          continue;
        }
        if (holds(plane, x, y, nullptr)) continue;
        auto tile = std::make_shared<Tile>();
        for_rows(x, y, [&](int row, int first, size_t count, size_t at) {
          std::copy_n(plane.row(row) + first, count, tile->data() + at);
        });
        tiles_[index] = std::move(tile);
        ++own_tiles_;
      }
  }

  GridSize size() const { return size_; }

  // Some square is not as `like` had it.
  bool has_own() const { return own_tiles_ > 0; }

  // In memory: its table of squares, and those of them that `like` did not have.
  size_t own_bytes() const { return table_bytes() + own_tiles_ * kBytesOfTile; }

  // The table, and the squares that nothing else holds now.
  size_t exclusive_bytes() const {
    const auto alone =
        std::count_if(tiles_.begin(), tiles_.end(), [](const auto& tile) { return tile.use_count() == 1; });
    return table_bytes() + static_cast<size_t>(alone) * kBytesOfTile;
  }

  // Gives the plane, which has the same size, what it held then. Its margin stays as it is.
  void write_to(Plane<T>& plane) const {
    QS_CHECK(plane.size() == size_, "tiles of a plane of another size");
    const GridSize squares = squares_of(size_, kSide);
    size_t index = 0;
    for (int y = 0; y < squares.height; ++y)
      for (int x = 0; x < squares.width; ++x, ++index)
        for_rows(x, y, [&](int row, int first, size_t count, size_t at) {
          if (const Tile* const tile = tiles_[index].get())
            std::copy_n(tile->data() + at, count, plane.row(row) + first);
          else
            std::fill_n(plane.row(row) + first, count, empty_);
        });
  }

 private:
  using Tile = std::array<T, static_cast<size_t>(kSide) * kSide>;
  static constexpr size_t kBytesOfTile = sizeof(Tile) + 32;  // with its count, and what its allocation takes

  size_t table_bytes() const { return tiles_.size() * sizeof(tiles_[0]); }

  // Whether a square of the plane is as in the tile; null: empty.
  bool holds(const Plane<T>& plane, int tile_x, int tile_y, const Tile* tile) const {
    bool same = true;
    for_rows(tile_x, tile_y, [&](int row, int first, size_t count, size_t at) {
      const T* const cells = plane.row(row) + first;
      same = same && (tile ? std::equal(cells, cells + count, tile->data() + at)
                           : std::all_of(cells, cells + count, [&](T value) { return value == empty_; }));
    });
    return same;
  }

  // Calls visit(y, first column, cells, index in the tile) for each row of a square.
  template <class Visit>
  void for_rows(int tile_x, int tile_y, const Visit& visit) const {
    const int first = tile_x * kSide;
    const auto count = static_cast<size_t>(std::min(kSide, size_.width - first));
    const int end = std::min((tile_y + 1) * kSide, size_.height);
    for (int y = tile_y * kSide; y < end; ++y) visit(y, first, count, static_cast<size_t>(y - tile_y * kSide) * kSide);
  }

  GridSize size_;
  T empty_{};
  size_t own_tiles_ = 0;
  std::vector<std::shared_ptr<const Tile>> tiles_;
};

}  // namespace quicksand
