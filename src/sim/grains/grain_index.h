// Finds the grains that are near a place, by a spatial hash: squares of the plane are filed in a table that wraps
// around.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/grains/grain_settings.h"

namespace quicksand {

class GrainIndex {
 public:
  struct Entry {
    float x;
    float y;
    uint32_t grain;
    uint32_t square;
  };

  // Files all grains under squares with sides of kContactReach. The spans have one item for each grain; `width` is the
  // world's, in cells.
  void build(std::span<const float> x, std::span<const float> y, int width);

  // Calls action(entry, is_around) for grains until it returns false: for every one in the 3x3 squares around the one that
  // holds the place, where `is_around` is true, and for some elsewhere; square by square, in each by rising number of the
  // grain. All that are nearer than kContactReach are among them.
  template <class Action>
  void for_each_near(float x, float y, const Action& action) const {
    const uint32_t column = square_of(x);
    const uint32_t row = square_of(y);
    for (uint32_t r = row - 1; r <= row + 1; ++r) {
      const uint32_t first = bucket_of(column - 1, r);
      const uint32_t last = bucket_of(column + 1, r);
      if (first < last) {  // side by side in memory, too
        if (!look(starts_[first], starts_[last + 1], column, r, action)) return;
      } else {
        for (uint32_t c = column - 1; c <= column + 1; ++c)
          if (!look(starts_[bucket_of(c, r)], starts_[bucket_of(c, r) + 1], column, r, action)) return;
      }
    }
  }

 private:
  // No place is so many squares above or left of the world.
  static constexpr int kMargin = 64;

  static uint32_t square_of(float place) { return static_cast<uint32_t>(place * (1 / kContactReach) + kMargin); }
  // Neighbours in a row are neighbours in memory, and rows lie a row apart, as long as they fit: better for caches than
  // to scatter them.
  uint32_t bucket_of(uint32_t column, uint32_t row) const { return (row * stride_ + column) & mask_; }

  // Other squares may share the buckets. False: that was enough.
  template <class Action>
  bool look(uint32_t begin, uint32_t end, uint32_t column, uint32_t row, const Action& action) const {
    for (uint32_t i = begin; i < end; ++i) {
      const uint32_t square = entries_[i].square;
      const bool is_around = static_cast<int>(square >> 16 == row) & static_cast<int>((square & 0xffff) - (column - 1) <= 2);
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
