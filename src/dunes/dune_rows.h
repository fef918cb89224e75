// The inner parts of a tick (sandpile.h, chip_firing.h, wind.h): stretches of one row, for several instruction sets and
// as plain C++. All give the same bytes.
#pragma once

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

// Of wind.h, as are the next two. How far sand flies that leaves a column.
struct AimRow {
  const int32_t* here;    // heights
  const int32_t* ahead;   // of the columns one hop downwind
  const int32_t* behind;  // and upwind
  uint8_t* reach;
  int hop;
  int32_t most_rise;  // by which a column rises over the mean of those two, at most
  int32_t flatness;   // so many columns farther for each unit of that, in 2^kFlatnessBits-ths
};
inline constexpr int kFlatnessBits = 18;

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

  // These work on columns from `first` until `end`. Sand lands there, and is lifted.
  void (*aim)(const AimRow& row, int first, int end);
  void (*gather)(const GatherRow& row, int first, int end);
  void (*carry)(const CarryRow& row, int first, int end);
};

// What this machine runs, the fastest first; the last is "reference".
const std::vector<DuneRows>& dune_rows();

}  // namespace quicksand
