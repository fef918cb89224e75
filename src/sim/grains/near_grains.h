// Which of the grains that the index files side by side (grain_index.h) are near enough to a disc to touch it within a
// tick.
//
// find_near() is that rule for one grain after the other; kernels have it for as many at once as a vector holds
// (simd_contact-inl.h), and find the same: nobody can foretell which grains are near, and branches on it cost more than all
// else.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "sim/grains/contact_pairs.h"
#include "sim/grains/grain_settings.h"

namespace quicksand {

// Grains as the index files them: an item of each array for each grain, and kPairsAtOnce more that kernels may read.
struct FiledGrains {
  const uint32_t* grain;   // its number
  const uint32_t* square;  // row in the higher half, column in the lower
  const uint32_t* wetness;
  const float* x;
  const float* y;
  const float* vx;
  const float* vy;
  const float* radius;
};

// Some that are filed side by side: those of one row of squares, of so many columns from the first one on; and others,
// which share their places in the table.
struct FiledRange {
  uint32_t begin;
  uint32_t end;
  uint32_t row;
  uint32_t column;
  uint32_t columns;

  bool has(uint32_t square) const { return square >> 16 == row && (square & 0xffff) - column < columns; }
};

// Squares of the index have sides of so many cells.
inline constexpr float kSquareSide = 1.25F;

// Those in which to look for what is near. A reach to both sides spans so many squares at most, with a part of one at
// either end; and where the table wraps around each is a range of its own.
struct FiledRanges {
  static constexpr int kMostAcross = static_cast<int>(2 * kMostReach / kSquareSide) + 2;
  static constexpr int kMost = kMostAcross * kMostAcross;

  int count = 0;
  FiledRange range[kMost];
};

struct NearSearch {
  uint32_t grain;  // for which one is looked
  uint32_t wetness;
  float x;
  float y;
  float vx;
  float vy;
  float radius;
  float farthest;  // nothing beyond is near enough; at least kNearReach
};

struct NearGrains {
  int beside = 0;  // nearer than kNearReach
  int count = 0;
  // Those that are near enough, in their order. Kernels leave more behind them.
  uint32_t grain[kMostLookedAt + kPairsAtOnce];
};

// Finds what is near in the ranges, which hold no more than kMostLookedAt grains in all. `found` is empty before.
using FindNear = void (*)(const FiledGrains& filed, const FiledRanges& ranges, const NearSearch& search,
                          NearGrains& found);

inline void find_near_in(const FiledGrains& filed, const FiledRange& range, const NearSearch& search,
                         NearGrains& found) {
  for (uint32_t i = range.begin; i < range.end; ++i) {
    const float dx = search.x - filed.x[i];
    const float dy = search.y - filed.y[i];
    const float squared = dx * dx + dy * dy;
    if (!range.has(filed.square[i]) || filed.grain[i] == search.grain) continue;
    const bool is_beside = squared < kNearReach * kNearReach;
    found.beside += is_beside ? 1 : 0;
    const float vx = search.vx - filed.vx[i];
    const float vy = search.vy - filed.vy[i];
    const float way = 0.5F * std::sqrt(vx * vx + vy * vy);  // against each other, in half a tick
    const float reach = std::min((search.radius + filed.radius[i]) + kContactGap + way, kMostReach);
    const bool is_held = is_beside && (search.wetness | filed.wetness[i]) != 0;
    if (squared >= search.farthest * search.farthest || (squared >= reach * reach && !is_held)) continue;
    found.grain[found.count++] = filed.grain[i];
  }
}

inline void find_near(const FiledGrains& filed, const FiledRanges& ranges, const NearSearch& search,
                      NearGrains& found) {
  for (int k = 0; k < ranges.count; ++k) find_near_in(filed, ranges.range[k], search, found);
}

}  // namespace quicksand
