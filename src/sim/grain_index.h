// Finds the grains that are near a place, by a spatial hash.
//
// Source of the hash: Matthias Teschner, Bruno Heidelberger, Matthias Müller, Danat Pomerantes, Markus Gross,
// "Optimized Spatial Hashing for Collision Detection of Deformable Objects" (2003).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/grain_settings.h"

namespace quicksand {

class GrainIndex {
 public:
  struct Entry {
    float x;
    float y;
    uint32_t grain;
    uint32_t square;
  };

  // Files all grains under squares with sides of kContactReach. The spans have one item for each grain.
  void build(std::span<const float> x, std::span<const float> y);

  // Calls action(entry) for every grain in the 3x3 squares around the one that holds the place: all that are nearer
  // than kContactReach, and some more; square by square, in each by rising number of the grain.
  template <class Action>
  void for_each_near(float x, float y, const Action& action) const {
    const uint32_t column = square_of(x);
    const uint32_t row = square_of(y);
    for (uint32_t r = row - 1; r <= row + 1; ++r) {
      // Squares side by side are side by side in memory, but for the borders between groups.
      const uint32_t last = column + 1;
      for (uint32_t c = column - 1; c <= last;) {
        const uint32_t end = std::min(last, c | (kGroup - 1));
        const uint32_t first_entry = starts_[bucket_of(c, r)];
        const uint32_t end_entry = starts_[bucket_of(end, r) + 1];
        for (uint32_t i = first_entry; i < end_entry; ++i) {
          const uint32_t square = entries_[i].square;  // two groups may share their buckets
          if (square >> 16 == r && (square & 0xffff) - c <= end - c) action(entries_[i]);
        }
        c = end + 1;
      }
    }
  }

 private:
  // Columns of a group of buckets; a power of two.
  static constexpr uint32_t kGroup = 8;
  // No place is so many squares above or left of the world.
  static constexpr int kMargin = 64;

  static uint32_t square_of(float place) { return static_cast<uint32_t>(place * (1 / kContactReach) + kMargin); }
  uint32_t bucket_of(uint32_t column, uint32_t row) const {
    return (((column / kGroup * 92837111U) ^ (row * 689287499U)) & mask_) * kGroup + column % kGroup;
  }

  uint32_t mask_ = 0;
  std::vector<uint32_t> starts_;   // of each bucket in entries_, and the end
  std::vector<Entry> entries_;     // by bucket, in each by rising grain
  std::vector<uint32_t> buckets_;  // of each grain
};

}  // namespace quicksand
