// Places and sizes on a world's grid: x to the right, y down, the origin at the top left, all in cells.
#pragma once

#include <cstdint>

namespace quicksand {

// The largest world: 16384 x 16384 cells.
inline constexpr int kMaxWorldExtent = 16384;

struct GridSize {
  int width = 0;
  int height = 0;

  int64_t cells() const { return int64_t{width} * height; }
  bool operator==(const GridSize&) const = default;
};

struct CellPos {
  int x = 0;
  int y = 0;

  bool operator==(const CellPos&) const = default;
};
// In order of rows.
inline bool is_before(CellPos a, CellPos b) { return a.y != b.y ? a.y < b.y : a.x < b.x; }

// The cells from (left, top) until (right, bottom), excluded.
struct CellBox {
  int left = 0;
  int top = 0;
  int right = 0;
  int bottom = 0;
};

inline bool contains(const CellBox& box, CellPos cell) {
  return cell.x >= box.left && cell.y >= box.top && cell.x < box.right && cell.y < box.bottom;
}

inline bool contains(GridSize size, CellPos cell) {
  return cell.x >= 0 && cell.y >= 0 && cell.x < size.width && cell.y < size.height;
}

// How many squares of side x side cells it takes to cover a grid; side at least 1.
inline GridSize squares_of(GridSize size, int side) {
  return {(size.width + side - 1) / side, (size.height + side - 1) / side};
}

inline bool is_world_size(GridSize size) {
  return size.width >= 1 && size.height >= 1 && size.width <= kMaxWorldExtent && size.height <= kMaxWorldExtent;
}

}  // namespace quicksand
