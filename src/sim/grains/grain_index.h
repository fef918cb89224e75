// Finds the grains that are near a place, by a spatial hash: squares of the plane are filed in a table that wraps
// around.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/grains/contact.h"

namespace quicksand {

class GrainIndex {
 public:
  struct Entry {
    float x;
    float y;
    uint32_t grain;
    uint32_t square;
    float vx;
    float vy;
    float radius;
    uint32_t wetness;
  };

  // The sides of squares, in cells.
  static constexpr float kSide = 1.25F;

  // Files all grains under squares. The spans have one item for each grain: where it is looked for, how it moves, and
  // how wet it is; `width` is the world's, in cells.
  void build(std::span<const float> x, std::span<const float> y, std::span<const Disc> discs,
             std::span<const uint8_t> wetness, int width);

  // Calls action(entry, is_around) for grains until it returns false: for every one in the squares that are at most so
  // many apart from the one that holds the place, where `is_around` is true, and for some elsewhere; square by square,
  // in each by rising number of the grain. All that are nearer than so many sides are among them.
  template <class Action>
  void for_each_near(float x, float y, uint32_t squares, const Action& action) const {
    const uint32_t column = square_of(x) - squares;
    const uint32_t row = square_of(y) - squares;
    for (uint32_t r = row; r <= row + 2 * squares; ++r) {
      const uint32_t first = bucket_of(column, r);
      const uint32_t last = bucket_of(column + 2 * squares, r);
      if (first < last) {  // side by side in memory, too
        if (!look(starts_[first], starts_[last + 1], column, r, squares, action)) return;
      } else {
        for (uint32_t c = column; c <= column + 2 * squares; ++c)
          if (!look(starts_[bucket_of(c, r)], starts_[bucket_of(c, r) + 1], column, r, squares, action)) return;
      }
    }
  }

 private:
  // No place is so many squares above or left of the world.
  static constexpr int kMargin = 64;

  static uint32_t square_of(float place) { return static_cast<uint32_t>(place * (1 / kSide) + kMargin); }
  // Neighbours in a row are neighbours in memory, and rows lie a row apart, as long as they fit: better for caches than
  // to scatter them.
  uint32_t bucket_of(uint32_t column, uint32_t row) const { return (row * stride_ + column) & mask_; }

  // Those of a row, from a column on. Other squares may share the buckets. False: that was enough.
  template <class Action>
  bool look(uint32_t begin, uint32_t end, uint32_t column, uint32_t row, uint32_t squares, const Action& action) const {
    for (uint32_t i = begin; i < end; ++i) {
      const uint32_t square = entries_[i].square;
      const bool is_around =
          static_cast<int>(square >> 16 == row) & static_cast<int>((square & 0xffff) - column <= 2 * squares);
      if (!action(entries_[i], is_around)) return false;
    }
    return true;
  }

  uint32_t stride_ = 0;
  uint32_t mask_ = 0;
  std::vector<uint32_t> starts_;   // of each bucket in entries_, and the end
  std::vector<Entry> entries_;     // by bucket, in each by rising grain
  std::vector<uint32_t> buckets_;  // of each grain
};

}  // namespace quicksand
