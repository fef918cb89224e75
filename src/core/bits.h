// The bits of a number as a word, for hashes and for sorting: positive numbers order as their bits do.
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

}  // namespace quicksand
