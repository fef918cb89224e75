#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "core/check.h"
#include "core/parallel.h"

namespace quicksand {

// A tick calls run() some dozens of times, a few microseconds apart: threads look for the next call for about as long
// before they sleep, as to be woken takes longer than that, in a browser most of all.
struct Parallel::Pool {
  // The number of the call in the high half, and how many of its jobs nobody has taken in the low one: whoever lowers
  // it has a job of the call that it read.
  std::atomic<uint64_t> calls = 0;
  std::atomic<int> unfinished = 0;  // jobs that have not returned
  std::atomic<int> sleepers = 0;    // workers that have to be woken
  std::atomic<bool> stopping = false;
  // Of the call. Whoever has one of its jobs may read them: they stay as they are until that has returned.
  Call call = nullptr;
  const void* context = nullptr;
  int count = 0;

  std::mutex mutex;  // of those who sleep
  std::condition_variable work_arrived;
  std::condition_variable work_done;
  std::vector<std::thread> workers;

  explicit Pool(int threads) {
    for (int i = 1; i < threads; ++i) workers.emplace_back([this] { work(); });
  }

  ~Pool() {
    {
      const std::lock_guard lock(mutex);
      stopping = true;
    }
    work_arrived.notify_all();
    for (std::thread& worker : workers) worker.join();
  }

  static uint64_t number_of(uint64_t state) { return state >> 32; }

  template <class Condition>
  static bool comes_soon(Condition condition) {
    constexpr int kLooks = 20'000;  // some tens of microseconds
    for (int i = 0; i < kLooks; ++i)
      if (condition()) return true;
    return false;
  }

  // Takes jobs of one call until none is left.
  void take_jobs() {
    uint64_t state = calls;
    while (static_cast<uint32_t>(state) != 0) {
      if (!calls.compare_exchange_weak(state, state - 1)) continue;
      call(context, count - static_cast<int>(static_cast<uint32_t>(state)));
      if (unfinished.fetch_sub(1) == 1) {
        // Whoever waits has either seen it, or sleeps by now.
        { const std::lock_guard lock(mutex); }
        work_done.notify_one();
      }
      state = calls;
    }
  }

  void work() {
    uint64_t seen = 0;
    const auto is_called = [&] { return stopping || number_of(calls) != seen; };
    while (true) {
      if (!comes_soon(is_called)) {
        std::unique_lock lock(mutex);
        ++sleepers;
        work_arrived.wait(lock, is_called);
        --sleepers;
      }
      if (stopping) return;
      seen = number_of(calls);
      take_jobs();
    }
  }

  void run() {
    unfinished = count;
    calls = (number_of(calls) + 1) << 32 | static_cast<uint32_t>(count);
    // A worker counts itself before it looks for the last time, and this looks after it has called.
    if (sleepers > 0) {
      { const std::lock_guard lock(mutex); }
      work_arrived.notify_all();
    }
    take_jobs();
    const auto is_done = [&] { return unfinished == 0; };
    if (comes_soon(is_done)) return;
    std::unique_lock lock(mutex);
    work_done.wait(lock, is_done);
  }
};

Parallel::Parallel(int threads) : threads_(threads) {
  QS_CHECK(threads >= 1 && threads <= kMaxThreads, "the number of threads is out of range");
  if (threads > 1) pool_ = std::make_unique<Pool>(threads);
}

Parallel::~Parallel() = default;

void Parallel::run(int count, Call call, const void* context) {
  pool_->call = call;
  pool_->context = context;
  pool_->count = count;
  pool_->run();
}

}  // namespace quicksand
