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
  // Those that are near enough, in their order, and the squares of how far their middles are. Kernels leave more behind
  // them.
  uint32_t grain[kMostLookedAt + kPairsAtOnce];
  float squared[kMostLookedAt + kPairsAtOnce];
};

// Adds what is found in the range, of which there are no more than kMostLookedAt in all.
using FindNear = void (*)(const FiledGrains& filed, const FiledRange& range, const NearSearch& search,
                          NearGrains& found);

inline void find_near(const FiledGrains& filed, const FiledRange& range, const NearSearch& search, NearGrains& found) {
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
    found.grain[found.count] = filed.grain[i];
    found.squared[found.count++] = squared;
  }
}

}  // namespace quicksand
