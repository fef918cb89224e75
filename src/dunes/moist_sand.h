// Wetness goes with the sand: what is added to a column brings its own, and mixes with what lies there. What is taken
// away leaves the rest as wet as it was.
//
// A column's wetness is a byte with a fraction (DuneState::wetness, wetness_part), as one number of 256ths of the byte.
#pragma once

#include <cstdint>

#include "core/random.h"
#include "dunes/dune_state.h"

namespace quicksand {

using FineWetness = uint16_t;

inline constexpr FineWetness fine_wetness(uint8_t wetness) { return static_cast<FineWetness>(wetness << 8); }

inline FineWetness wetness_of(const DuneState& state, CellPos cell) {
  return static_cast<FineWetness>(state.wetness[cell] << 8 | state.wetness_part[cell]);
}

inline void set_wetness(DuneState& state, CellPos cell, FineWetness wetness) {
  state.wetness[cell] = static_cast<uint8_t>(wetness >> 8);
  state.wetness_part[cell] = static_cast<uint8_t>(wetness);
}

// How wet the column's sand is that was so wet before so much of another wetness came to it, at least 1; its height is
// what it is now. Rounded by chance, from the height: little that comes to a deep column would be lost otherwise.
inline FineWetness mixed_wetness(const DuneState& state, CellPos cell, FineWetness before, int64_t added,
                                 FineWetness its_wetness) {
  const int64_t sum = state.sand(cell);
  const uint32_t lot = mix32(static_cast<uint32_t>(state.height[cell]) ^ mix32(static_cast<uint32_t>(cell.y) << 16 ^
                                                                                 static_cast<uint32_t>(cell.x)));
  const int64_t rounding = sum * int64_t{lot >> 16} >> 16;
  return static_cast<FineWetness>(((sum - added) * before + added * its_wetness + rounding) / sum);
}

// So much sand, 0 or more, comes to the column.
inline void add_sand(DuneState& state, CellPos cell, int32_t sand, FineWetness wetness) {
  if (sand <= 0) return;
  state.height[cell] += sand;
  const FineWetness before = wetness_of(state, cell);
  if (before != wetness) set_wetness(state, cell, mixed_wetness(state, cell, before, sand, wetness));
}

}  // namespace quicksand
