// How a job of Parallel waits for another one, which must have begun: a thread that waits takes no other job.
#pragma once

#include <atomic>

namespace quicksand {

// Returns when `count`, which the other job raises with std::memory_order_release, is at least that much. What it has
// written by then is there. Meant for microseconds: looks again and again.
void wait_until_at_least(const std::atomic<int>& count, int least);

}  // namespace quicksand
