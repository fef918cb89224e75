// The inner parts of a tick (sandpile.h, chip_firing.h, wind.h): stretches of one row, for several instruction sets and
// as plain C++. All give the same bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "dunes/dune_settings.h"

namespace quicksand {

// Where sand of a column goes: it stays, or goes to one of four neighbours, which are numbered from 1 on. Those of 1
// and 2 lie on opposite sides, and so do those of 3 and 4. Which they are depends on the step: see sandpile.h.
using Mark = uint8_t;
inline constexpr Mark kStays = 0;
inline constexpr int kSides = 4;
// The mark with which the neighbour on a side (from 0) points back.
constexpr Mark mark_back(int side) { return static_cast<Mark>(1 + (side ^ 1)); }

// T, where sand is so wet.
constexpr int32_t wet_threshold_of(int32_t threshold, int32_t when_soaked, uint8_t wetness) {
  return threshold + (wetness * when_soaked >> 8);
}

// Pointers are to column 0 of rows of planes (core/plane.h), which can be read a cell beyond both ends.
struct MarkRow {
  const int32_t* here;            // heights
  const int32_t* beside[kSides];  // of the neighbours on each side: the one of column x is at x
  const int32_t* ground;
  const uint8_t* wetness;  // null: all is dry
  uint8_t* marks;
  int32_t threshold;
  int32_t wet_threshold;  // how much more it takes where the sand is as wet as it gets
  int32_t transfer;
  uint32_t key;  // row_key() of the step
};

struct MoveRow {
  const uint8_t* here;            // marks
  const uint8_t* beside[kSides];  // of the neighbours on each side
  int32_t* heights;
  int32_t transfer;
};

// A block of columns, a byte for each: how many grains it has. What lies around the block is read, too.
struct FireBlock {
  const uint8_t* before;  // the block's first column
  uint8_t* after;
  ptrdiff_t stride;  // from row to row, in both
  int width;
  int height;
};

// Of wind.h, as are the next three. Where lines that come down behind crests pass above the columns.
struct ShadeRow {
  const int32_t* heights;
  uint8_t* shadow;  // becomes 1 below the line, else 0
  int32_t drop;     // by which it comes down from column to column; at most kMostShadowDrop
  int step;         // 1, or -1: the line goes to smaller numbers
};
// So vectors of any length can look at as many columns at once.
inline constexpr int32_t kMostShadowDrop = 1 << 20;

// How far sand flies that leaves a column.
struct AimRow {
  const int32_t* here;    // heights
  const int32_t* ahead;   // of the columns one hop downwind
  const int32_t* behind;  // and upwind
  const int32_t* flight;  // how much flies
  uint8_t* reach;
  int hop;
  int32_t most_rise;  // by which a column rises over the mean of those two, at most
  int32_t flatness;   // so many columns farther for each unit of that, in 2^kFlatnessBits-ths
};
inline constexpr int kFlatnessBits = 18;

// Of the columns that were aimed.
struct Flights {
  int nearest = 255;  // in columns
  int farthest = 0;
  int32_t bits = 0;  // of all that flies from them
};
constexpr Flights all_of(const Flights& one, const Flights& other) {
  return {std::min(one.nearest, other.nearest), std::max(one.farthest, other.farthest), one.bits | other.bits};
}

// The sand that comes down in each column: from some distances upwind what flies as far as that.
struct GatherRow {
  int count;
  const int* distances;
  const int32_t* const* flight;  // of each distance the row of what flies from there: to column x at x
  const uint8_t* const* reach;   // and how far
  int32_t* arriving;
};

struct CarryRow {
  const int32_t* arriving;  // sand that flies to each column
  const int32_t* ground;
  const uint8_t* wetness;
  const uint8_t* shadow;  // 1: no wind reaches the column
  int32_t* heights;
  int32_t* leaving;
  const WindSettings& settings;
  uint32_t key;
};

struct DuneRows {
  std::string_view name;

  // Both work on columns from `first`, a multiple of 64, until `end`, and return whether there was anything: a mark
  // other than 0, a height that changed.
  bool (*mark)(const MarkRow& row, int first, int end);
  bool (*move)(const MoveRow& row, int first, int end);

  // A step of chip-firing (chip_firing.h). Returns whether a column of the block is to fire after it.
  bool (*fire)(const FireBlock& block);

  // From the column `first` on so many, in the direction of the step. Takes how high the line is above the column before
  // them, and returns how high it is above the last of them.
  int32_t (*shade)(const ShadeRow& row, int32_t line, int first, int count);

  // These work on columns from `first` until `end`. Sand lands there, and is lifted.
  Flights (*aim)(const AimRow& row, int first, int end);
  void (*gather)(const GatherRow& row, int first, int end);
  void (*carry)(const CarryRow& row, int first, int end);

  // Of slip_faces.h: whether any of so many heights differs by the limit at least from that of another row.
  bool (*any_differs)(const int32_t* row, const int32_t* other, int columns, int32_t limit);
};

// What this machine runs, the fastest first; the last is "reference".
const std::vector<DuneRows>& dune_rows();

}  // namespace quicksand
