// The void cells of a world, or of a part of it, for what has to be put into it although its place is taken.
//
// A column is read when a search first comes to it, as bits: a search looks at 64 cells at once, and however many cells
// are put into a full world, each of its columns is found full once.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/geometry.h"

namespace quicksand {

class NearestVoid {
 public:
  // `is_void` says of each cell whether there is room in it, until take() fills it: nothing else changes from now on.
  NearestVoid(GridSize size, std::function<bool(CellPos)> is_void);

  // The void cell that is nearest to the place, columns before rows, and of two the one to the left or above. It counts
  // as filled from now on. None: there is no void in the world.
  std::optional<CellPos> take(CellPos from);

 private:
  // Numbers from 0 on, one bit each.
  class Numbers {
   public:
    Numbers() = default;
    Numbers(int count, bool all);
    void add(int number) { words_[static_cast<size_t>(number / 64)] |= uint64_t{1} << (number % 64); }
    void drop(int number) { words_[static_cast<size_t>(number / 64)] &= ~(uint64_t{1} << (number % 64)); }
    bool is_unknown() const { return words_.empty(); }
    // The one that is nearest; of two that are as near the lower one.
    std::optional<int> nearest(int to) const;

   private:
    std::vector<uint64_t> words_;
  };

  GridSize size_;
  std::function<bool(CellPos)> is_void_;
  Numbers columns_;            // in which there may be void
  std::vector<Numbers> rows_;  // of each column, where there is; unknown before it is looked at
};

}  // namespace quicksand
