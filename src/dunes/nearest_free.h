// The nearest free column of every column in a box, by true (Euclidean) distance.
//
// Two passes, each linear in the box's columns: the nearest in each column of the picture, then, for each row that is
// asked for, the lower envelope of the parabolas that stand over these.
//
// Source: Pedro Felzenszwalb, Daniel Huttenlocher, "Distance transforms of sampled functions" (2012).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/geometry.h"

namespace quicksand {

// Of a column, in a list that has one entry for each of the box, row by row.
inline size_t index_in(const CellBox& box, CellPos cell) {
  return static_cast<size_t>(cell.y - box.top) * static_cast<size_t>(box.right - box.left) +
         static_cast<size_t>(cell.x - box.left);
}

class NearestFree {
 public:
  // `is_free` has a byte for each column of the box, row by row.
  void find(const CellBox& box, const std::vector<uint8_t>& is_free);

  // The nearest free column of the box; none: there is none. Of two that are as near, either.
  std::optional<CellPos> of(CellPos cell);

 private:
  struct Parabola {
    int x;        // over this column
    int64_t low;  // its least value, the square of a distance
    int first;    // the first column where it is the lowest
  };

  void find_in_columns(const std::vector<uint8_t>& is_free);
  void find_in_row(int y);

  CellBox box_;
  int width_ = 0;
  int height_ = 0;
  std::vector<int> rows_;     // of each column in the box: the row of the nearest free one above or below it; -1: none
  std::vector<uint8_t> is_row_found_;
  std::vector<int> columns_;  // and the column in whose rows_ the nearest of all is; -1: none
  std::vector<Parabola> envelope_;
};

}  // namespace quicksand
