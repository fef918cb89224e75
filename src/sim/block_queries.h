// Questions about the 64 cells of a block, answered with a bit for each.
#pragma once

#include <array>
#include <cstdint>

namespace quicksand {

// A set of materials: 0x80 for those in it, 0 for the others.
struct alignas(64) BlockSet {
  std::array<uint8_t, 256> has{};

  void add(uint8_t material) { has[material] = 0x80; }
};

// What a liquid asks about.
struct LiquidSets {
  BlockSet self;
  BlockSet lighter;  // what it can change places with
  BlockSet fluid;    // void, gases and all liquids
};

// A block and those right above and below it, seen by a liquid.
struct BlockView {
  uint64_t self;
  uint64_t fluid;
  uint64_t lighter;
  uint64_t lighter_above;  // cells above which is something lighter
  uint64_t lighter_below;
};

// Both expect blocks on 64-byte boundaries, with all cells below the number of materials that they were made for.
struct BlockQueries {
  // Which of 64 cells hold a material of the set.
  uint64_t (*cells_in)(const uint8_t* block, const BlockSet& set);
  BlockView (*view)(const uint8_t* above, const uint8_t* here, const uint8_t* below, const LiquidSets& sets);
};

// The plain answers.
inline uint64_t cells_in_scalar(const uint8_t* block, const BlockSet& set) {
  uint64_t word = 0;
  for (int i = 0; i < 64; ++i) word |= uint64_t{set.has[block[i]]} >> 7 << i;
  return word;
}
inline BlockView view_scalar(const uint8_t* above, const uint8_t* here, const uint8_t* below, const LiquidSets& sets) {
  return {cells_in_scalar(here, sets.self), cells_in_scalar(here, sets.fluid), cells_in_scalar(here, sets.lighter),
          cells_in_scalar(above, sets.lighter), cells_in_scalar(below, sets.lighter)};
}
inline constexpr BlockQueries kScalarQueries{cells_in_scalar, view_scalar};

}  // namespace quicksand
