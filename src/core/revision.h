// Numbers of what has been seen: for pictures only, never for a state.
#pragma once

#include <atomic>
#include <cstdint>

namespace quicksand {

// One that nothing else in this run of the program has, above 0. So two worlds never share one, not even where the
// second lies in memory where the first was.
inline uint64_t new_revision() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

}  // namespace quicksand
