// The rules of the dunes, cell by cell: what a stretch of a row is in plain C++.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/random.h"
#include "dunes/dune_rows.h"
#include "dunes/dune_state.h"

namespace quicksand::reference {

inline constexpr int kFiring = 4;  // grains

inline int32_t threshold_of(const MarkRow& row, int x) {
  return row.wetness ? wet_threshold_of(row.threshold, row.wet_threshold, row.wetness[x]) : row.threshold;
}

// Of the neighbours that are lower by the threshold at least, one at random. `has_room`: of each side, whether sand may
// go there at all.
inline Mark mark_of(const MarkRow& row, int x, const std::array<bool, kSides>& has_room = {true, true, true, true}) {
  const int32_t here = row.here[x];
  const int32_t limit = std::min(here - threshold_of(row, x), kFullHeight - 1);
  std::array<bool, kSides> lower;
  int count = 0;
  for (size_t side = 0; side < kSides; ++side) count += lower[side] = has_room[side] && row.beside[side][x] <= limit;
  if (count == 0 || here - row.ground[x] < row.transfer) return kStays;
  int choice = dice_byte(row.key, static_cast<uint32_t>(x)) * count >> 8;
  for (size_t side = 0; side < kSides; ++side)
    if (lower[side] && choice-- == 0) return static_cast<Mark>(1 + side);
  return kStays;
}

inline bool mark(const MarkRow& row, int first, int end) {
  uint8_t any = 0;
  for (int x = first; x < end; ++x) any |= row.marks[x] = mark_of(row, x);
  return any != 0;
}

inline bool move(const MoveRow& row, int first, int end) {
  bool any = false;
  for (int x = first; x < end; ++x) {
    int gained = -(row.here[x] != kStays);
    for (int side = 0; side < kSides; ++side) gained += row.beside[side][x] == mark_back(side);
    row.heights[x] += gained * row.transfer;
    any |= gained != 0;
  }
  return any;
}

// A column of four grains or more gives one to each neighbour, as often as it can: bytes never overflow, as 3 stay and
// at most 4 times 63 come.
inline bool fire(const FireBlock& block, int first) {
  int most = 0;
  for (int y = 0; y < block.height; ++y) {
    const uint8_t* const row = block.before + y * block.stride;
    for (int x = first; x < block.width; ++x) {
      const int after = (row[x] & 3) + (row[x - 1] >> 2) + (row[x + 1] >> 2) + (row[x - block.stride] >> 2) +
                        (row[x + block.stride] >> 2);
      block.after[y * block.stride + x] = static_cast<uint8_t>(after);
      most = std::max(most, after);
    }
  }
  return most >= kFiring;
}

inline bool fire(const FireBlock& block) { return fire(block, 0); }

// Less than this is not worth a flight: it lands.
inline constexpr int32_t kCrumb = 32;

// Sand that is wetter stays.
inline constexpr int32_t kMostBlownWetness = 48;

// Without branches: nobody can foretell what lies below the line.
inline int32_t shade(const ShadeRow& row, int32_t line, int first, int count) {
  for (int i = 0, x = first; i < count; ++i, x += row.step) {
    line -= row.drop;
    row.shadow[x] = line > row.heights[x] ? 1 : 0;
    line = std::max(line, row.heights[x]);
  }
  return line;
}

inline Flights aim(const AimRow& row, int first, int end) {
  constexpr int32_t kHalf = 1 << (kFlatnessBits - 1);
  Flights flights;
  for (int x = first; x < end; ++x) {
    const int32_t rise = ((row.here[x] - row.ahead[x]) >> 1) + ((row.here[x] - row.behind[x]) >> 1);
    const int32_t counted = std::clamp(rise, -row.most_rise, row.most_rise);
    const int farther = (counted * row.flatness + kHalf) >> kFlatnessBits;
    const int reach = std::clamp(row.hop + farther, 1, 2 * row.hop);
    row.reach[x] = static_cast<uint8_t>(reach);
    flights = all_of(flights, {reach, reach, row.flight[x]});
  }
  return flights;
}

inline void gather(const GatherRow& row, int first, int end) {
  for (int x = first; x < end; ++x) {
    int32_t sum = 0;
    for (int i = 0; i < row.count; ++i)
      if (row.reach[i][x] == row.distances[i]) sum += row.flight[i][x];
    row.arriving[x] = sum;
  }
}

// In two parts, so that nothing overflows.
inline int32_t share_of(int32_t sand, int32_t share) { return (sand >> 8) * share + ((sand & 255) * share >> 8); }

inline void carry(const CarryRow& row, int first, int end) {
  const WindSettings& wind = row.settings;
  for (int x = first; x < end; ++x) {
    const int32_t arriving = row.arriving[x];
    const bool is_sandy = row.heights[x] - row.ground[x] >= wind.slab;
    const bool is_full = row.heights[x] >= kFullHeight;
    const bool lands = row.shadow[x] != 0 || arriving < kCrumb;
    const int32_t caught = is_full ? 0
                           : lands ? arriving
                                   : share_of(arriving, is_sandy ? wind.catch_sand : wind.catch_rock);
    const bool lifts = is_sandy && arriving < kFullHeight && row.shadow[x] == 0 &&
                       row.wetness[x] <= kMostBlownWetness && dice_byte(row.key, static_cast<uint32_t>(x)) < wind.lift;
    const int32_t lifted = lifts ? wind.slab : 0;
    row.heights[x] += caught - lifted;
    row.leaving[x] = arriving - caught + lifted;
  }
}

inline bool any_differs(const int32_t* row, const int32_t* other, int columns, int32_t limit) {
  int any = 0;
  for (int x = 0; x < columns; ++x) any |= std::abs(row[x] - other[x]) >= limit ? 1 : 0;
  return any != 0;
}

}  // namespace quicksand::reference
