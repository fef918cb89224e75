// Counter-based random numbers: a pure function of (seed, tick, x, y, purpose), with no state anywhere.
//
// A number is drawn in two steps. row_key() hashes everything but x, once for a row. dice_byte() and dice_word() then
// hash the key with x. Neighbouring cells share one 32-bit hash, a byte each, so that a SIMD kernel gets the dice of
// four cells from one 32-bit lane, in memory order on a little-endian machine.
//
// Sources: the 32-bit mixer is Chris Wellons, "Prospecting for Hash Functions" (2018), the constants found later by
// the same search; the 64-bit one is the finaliser of splitmix64 (Guy Steele, Doug Lea, Christine Flood, "Fast
// Splittable Pseudorandom Number Generators", 2014).
#pragma once

#include <cstdint>

namespace quicksand {

inline constexpr uint32_t kMixFirst = 0x21f0aaadU;
inline constexpr uint32_t kMixSecond = 0x735a2d97U;

constexpr uint32_t mix32(uint32_t value) {
  value ^= value >> 16;
  value *= kMixFirst;
  value ^= value >> 15;
  value *= kMixSecond;
  value ^= value >> 15;
  return value;
}

constexpr uint64_t mix64(uint64_t value) {
  value ^= value >> 30;
  value *= 0xbf58476d1ce4e5b9ULL;
  value ^= value >> 27;
  value *= 0x94d049bb133111ebULL;
  value ^= value >> 31;
  return value;
}

// What the keys of all rows of a tick have in common.
constexpr uint64_t tick_key(uint64_t seed, uint64_t tick) {
  return mix64(mix64(seed + 0x9e3779b97f4a7c15ULL) ^ (tick * 0xd1342543de82ef95ULL + 1));
}

// The key of row `y` in the tick for one purpose. `purpose` separates streams that must not be correlated.
constexpr uint32_t row_key(uint64_t key_of_tick, uint32_t purpose, int y) {
  return static_cast<uint32_t>(mix64(key_of_tick ^ (uint64_t{purpose} << 32 | static_cast<uint32_t>(y))) >> 32);
}

constexpr uint32_t row_key(uint64_t seed, uint64_t tick, uint32_t purpose, int y) {
  return row_key(tick_key(seed, tick), purpose, y);
}

// A byte, uniform in 0..255, for cell x (>= 0) of the row.
constexpr uint8_t dice_byte(uint32_t key, uint32_t x) {
  return static_cast<uint8_t>(mix32(key + (x >> 2)) >> ((x & 3) * 8));
}

// dice_byte() of eight cells from x on, a multiple of 4; that of x is the lowest byte.
constexpr uint64_t eight_dice_bytes(uint32_t key, uint32_t x) {
  return uint64_t{mix32(key + (x >> 2) + 1)} << 32 | mix32(key + (x >> 2));
}

// A word, uniform in 0..2^32-1. Its highest byte is dice_byte(key, x), so a kernel may test that byte first.
constexpr uint32_t dice_word(uint32_t key, uint32_t x) {
  return uint32_t{dice_byte(key, x)} << 24 | mix32((key ^ 0x9e3779b9U) + x) >> 8;
}

// `probability` in 0..1 as a limit for dice_word: an event happens when the word is below the limit.
// The limit has 33 bits, so that probability 1 always happens.
constexpr uint64_t dice_limit(double probability) {
  if (!(probability > 0)) return 0;
  if (probability >= 1) return uint64_t{1} << 32;
  return static_cast<uint64_t>(probability * 4294967296.0 + 0.5);
}

}  // namespace quicksand
