// The material table as bytes, in the form in which a vector kernel looks them up.
//
// All vertical and sideways rules follow from one comparison of bytes: a cell can take the place of another exactly if
// upper[its material] > lower[the other's material].
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/cells/material_table.h"

namespace quicksand {

// What VectorTables::flags says of a material.
enum MaterialFlags : uint8_t {
  kMoverFlag = 1,     // it can move sideways
  kRunsFarFlag = 2,   // liquid or gas: to the farthest place to drop from
  kGasFlag = 4,       // it drifts on level ground
  kFluidFlag = 8,     // liquid or gas: others may change places with it
  kRisesFlag = 16,    // it looks for a place to rise from
  kVoidFlag = 64,
  kPowderFlag = 128,  // it drops as many rows as its slope takes
};

using ByteTable = std::array<uint8_t, 256>;

// Whether a byte has an odd number of bits in common with a mask, from its nibbles: the highest bit of
// table[byte % 16] ^ table[16 + byte / 16].
struct alignas(16) OddNibbles {
  std::array<uint8_t, 32> table;
};
// If `odd` is false: an even number.
OddNibbles odd_nibbles(uint8_t mask, bool odd = true);

// Of what some processors look up at once, and all that a table can have.
inline constexpr int kFewPages = 4;
inline constexpr int kManyPages = 16;

struct VectorTables {
  explicit VectorTables(const MaterialTable& table);

  // The rows of 16 bytes that hold all materials: 1, 2, kFewPages or kManyPages. The rest of every table repeats nothing
  // and is 0.
  int pages;

  // Ranks of weights as signed bytes: -127 for the lightest, and more for heavier ones. upper is -128 for what never
  // moves, lower is 127 for what never gives way.
  alignas(64) ByteTable upper{};
  alignas(64) ByteTable lower{};
  alignas(64) ByteTable flags{};
  // How far a material reaches to the side, the rows that it has to drop at each distance (Repose), and the most that any
  // has to.
  alignas(64) ByteTable reach{};
  alignas(64) std::array<ByteTable, kMaxReach + 1> drop{};
  std::array<int, kMaxReach + 1> most_drop_at{};

  // What is denser takes the place of a fluid if the dice byte is at most presses[its material] - resists[the fluid's]
  // (0 if that is negative), or at most yields[the fluid's], which is 255 for void and gases.
  alignas(64) ByteTable presses{};
  alignas(64) ByteTable resists{};
  alignas(64) ByteTable yields{};

  // Gases rise through each other by the difference of densities. rise[rise_index[gas]][upper]: a dice byte
  // at most this.
  alignas(64) ByteTable rise_index{};
  std::vector<ByteTable> rise;

  // Up to this wetness grains cohere, above it they flow (wetness.h).
  alignas(64) ByteTable wet_threshold{};

  bool has_gas = false;
};

}  // namespace quicksand
