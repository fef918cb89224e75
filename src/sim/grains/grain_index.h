// Finds the grains that are near a place, by a spatial hash: squares of the plane are filed in a table that wraps
// around.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/grains/contact.h"
#include "sim/grains/near_grains.h"

namespace quicksand {

class GrainIndex {
 public:
  // Files all grains under squares. The spans have one item for each grain: where it is looked for, how it moves, and
  // how wet it is; `width` is the world's, in cells.
  void build(std::span<const float> x, std::span<const float> y, std::span<const Disc> discs,
             std::span<const uint8_t> wetness, int width);

  // All grains, as ranges name them.
  FiledGrains filed() const {
    return {grain_.data(), square_.data(), wetness_.data(), x_.data(),
            y_.data(),     vx_.data(),     vy_.data(),      radius_.data()};
  }

  // Calls action(range) for ranges that together hold every grain of the squares that hold anything nearer than `reach`
  // to the place in x and in y, once, by FiledRange::has(): row by row, in each square by rising number of the grain.
  // There are no more than FiledRanges::kMost, as long as the reach is at most kMostReach.
  template <class Action>
  void for_each_range_near(float x, float y, float reach, const Action& action) const {
    // Rounding keeps the order of numbers: no grain that is nearer is in a square outside of these.
    const uint32_t column = square_of(x - reach);
    const uint32_t row = square_of(y - reach);
    const uint32_t columns = square_of(x + reach) - column + 1;
    const uint32_t rows = square_of(y + reach) - row + 1;
    for (uint32_t r = row; r < row + rows; ++r) {
      const uint32_t first = bucket_of(column, r);
      const uint32_t last = bucket_of(column + columns - 1, r);
      if (first < last) {  // side by side in memory, too
        action(FiledRange{starts_[first], starts_[last + 1], r, column, columns});
      } else {
        for (uint32_t c = column; c < column + columns; ++c) {
          const uint32_t bucket = bucket_of(c, r);
          action(FiledRange{starts_[bucket], starts_[bucket + 1], r, column, columns});
        }
      }
    }
  }

 private:
  // No place is so many squares above or left of the world.
  static constexpr int kMargin = 64;

  static uint32_t square_of(float place) { return static_cast<uint32_t>(place * (1 / kSquareSide) + kMargin); }
  // Neighbours in a row are neighbours in memory, and rows lie a row apart, as long as they fit: better for caches than
  // to scatter them.
  uint32_t bucket_of(uint32_t column, uint32_t row) const { return (row * stride_ + column) & mask_; }

  uint32_t stride_ = 0;
  uint32_t mask_ = 0;
  std::vector<uint32_t> starts_;   // of each bucket among those filed, and the end
  std::vector<uint32_t> buckets_;  // of each grain
  // Filed by bucket, in each by rising grain.
  std::vector<uint32_t> grain_, square_, wetness_;
  std::vector<float> x_, y_, vx_, vy_, radius_;
};

}  // namespace quicksand
