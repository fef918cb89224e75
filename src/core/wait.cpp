#include "core/wait.h"

#include <thread>

namespace quicksand {

void wait_until_at_least(const std::atomic<int>& count, int least) {
  // Then it may have no core to run on.
  constexpr int kLooks = 100;
  for (int looks = 0; count.load(std::memory_order_acquire) < least; ++looks)
    if (looks >= kLooks) std::this_thread::yield();
}

}  // namespace quicksand
