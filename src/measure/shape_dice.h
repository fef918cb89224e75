// Random numbers for the shapes of random worlds.
#pragma once

#include <cstdint>

#include "core/random.h"

namespace quicksand {

class ShapeDice {
 public:
  explicit ShapeDice(uint64_t seed) : state_(mix64(seed + 1)) {}

  // first..last.
  int between(int first, int last) {
    state_ = mix64(state_ + 0x9e3779b97f4a7c15ULL);
    return first + static_cast<int>((state_ >> 32) % static_cast<uint64_t>(last - first + 1));
  }

 private:
  uint64_t state_;
};

}  // namespace quicksand
