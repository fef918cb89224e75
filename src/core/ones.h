// The places of a word's one bits, from the lowest on: for (const int bit : ones(word)) …; and its runs of ones.
#pragma once

#include <bit>
#include <cstdint>

namespace quicksand {

struct Ones {
  uint64_t word;

  struct End {};
  struct Iterator {
    uint64_t rest;
    int operator*() const { return std::countr_zero(rest); }
    void operator++() { rest &= rest - 1; }
    bool operator!=(End) const { return rest != 0; }
  };
  Iterator begin() const { return {word}; }
  End end() const { return {}; }
};

inline Ones ones(uint64_t word) { return {word}; }

// All runs of ones of `mask` that hold a bit of `seeds`.
inline uint64_t runs_with(uint64_t seeds, uint64_t mask) {
  if (mask == ~uint64_t{0}) return seeds == 0 ? 0 : mask;
  uint64_t found = 0;
  for (uint64_t rest = seeds & mask; rest != 0; rest &= ~found) {
    const uint64_t below = (rest & (~rest + 1)) - 1;  // the ones below the lowest seed
    const int first = static_cast<int>(std::bit_width(below & ~mask));
    const uint64_t gaps_above = ~mask & ~below;
    const uint64_t up_to_end = gaps_above == 0 ? ~uint64_t{0} : (gaps_above & (~gaps_above + 1)) - 1;
    found |= up_to_end & (~uint64_t{0} << first);
  }
  return found;
}

}  // namespace quicksand
