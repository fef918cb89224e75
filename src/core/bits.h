// Bits as words: those of a number, for hashes and for sorting (positive numbers order as their bits do), and those of eight
// bytes, to look at them at once.
#pragma once

#include <cstdint>
#include <cstring>

namespace quicksand {

inline uint32_t bits_of(float number) {
  uint32_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}

inline uint64_t bits_of(double number) {
  uint64_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}

// In memory order; they may lie on any boundary.
inline uint64_t eight_bytes_at(const uint8_t* bytes) {
  uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

}  // namespace quicksand
