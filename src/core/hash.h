// The 64-bit hash behind every state hash. Equal bytes in equal order give equal hashes on every machine.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "core/random.h"

namespace quicksand {

static_assert(std::endian::native == std::endian::little, "state hashes and saves assume a little-endian machine");

class StateHasher {
 public:
  // The whole product, folded: of its lower half alone the highest bit of a word would come out as a single bit, which a
  // certain bit of the next word cancels.
  void add(uint64_t word) {
    const Product product = Product{state_ ^ word} * 0x9fb21c651e98df25ULL;
    state_ = static_cast<uint64_t>(product >> 64) ^ static_cast<uint64_t>(product);
  }

  void add_bytes(const void* data, size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    add(size);
    for (; size >= 8; size -= 8, bytes += 8) {
      uint64_t word;
      std::memcpy(&word, bytes, 8);
      add(word);
    }
    if (size == 0) return;  // of no bytes at all the pointer may be null, which memcpy() must not get
    uint64_t rest = 0;
    std::memcpy(&rest, bytes, size);
    add(rest);
  }

  uint64_t value() const { return mix64(state_); }

 private:
  __extension__ using Product = unsigned __int128;

  uint64_t state_ = 0x71756963'6b73616eULL;
};

// 16 lower-case hex digits.
std::string hash_text(uint64_t hash);

}  // namespace quicksand
