// What the sandbox's dice are for (core/random.h).
#pragma once

#include <cstdint>

namespace quicksand {

// Streams of random numbers. Never renumber: every hash would change.
enum Purpose : uint32_t {
  kDiceSink = 1,
  kDiceDissolve = 2,
  kDiceFade = 6,
  kDiceSide = 7,
  kDiceFlow = 9,
  kDiceRow = 10,
  kDiceBands = 11,
  kDicePaintFill = 12,
  kDicePaintEntry = 13,
  kDicePaintGrainSeed = 14,
  kDiceLevel = 15,
  kDiceWet = 16,
  kDiceDry = 17,
  kDiceEject = 18,
  kDicePush = 19,
  kDiceSplash = 20,
  kDiceOutflow = 21,
  kDiceFounder = 22,
  kDiceSeep = 23,
  kDiceSlump = 24,
  kDiceRise = 25,
  kDiceRoom = 26,
};

// A dice word for one of a cell's four neighbours: they share a word, turned by a quarter of its range for each. So
// each event keeps its chance exactly, with one number instead of four; and events of at most 1/4 never coincide.
constexpr uint32_t turned_quarters(uint32_t word, int neighbour) {
  return word + (static_cast<uint32_t>(neighbour) << 30);
}

}  // namespace quicksand
