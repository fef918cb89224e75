// The places of a word's one bits, from the lowest on: for (const int bit : ones(word)) …
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

}  // namespace quicksand
