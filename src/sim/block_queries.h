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

// Which of 64 cells hold a material of the set. `block` is on a 64-byte boundary; all cells are below the number of
// materials that the answerer was made for.
using CellsIn = uint64_t (*)(const uint8_t* block, const BlockSet& set);

// The plain answer.
inline uint64_t cells_in_scalar(const uint8_t* block, const BlockSet& set) {
  uint64_t word = 0;
  for (int i = 0; i < 64; ++i) word |= uint64_t{set.has[block[i]]} >> 7 << i;
  return word;
}

}  // namespace quicksand
