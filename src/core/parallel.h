// One interface to run independent jobs on several threads.
//
// There are two implementations, chosen when the program is built: parallel_tbb.cpp (oneTBB) and parallel_std.cpp
// (std::thread alone, for ThreadSanitizer and for platforms without TBB). Which job runs on which thread, and in which
// order, is unspecified: a job may depend on its index only, and two jobs of one call may not touch the same data.
#pragma once

#include <memory>

#include "core/has_threads.h"

namespace quicksand {

inline constexpr int kMaxThreads = kHasThreads ? 256 : 1;

class Parallel {
 public:
  // `threads` in 1..kMaxThreads, the calling thread included.
  explicit Parallel(int threads);
  ~Parallel();
  Parallel(const Parallel&) = delete;
  Parallel& operator=(const Parallel&) = delete;

  int threads() const { return threads_; }

  // Calls job(i) for every i in [0, count), and returns when all have returned. Not reentrant. Jobs must not throw.
  template <class Job>
  void for_each(int count, const Job& job) {
    if (threads_ == 1 || count <= 1) {
      for (int i = 0; i < count; ++i) job(i);
      return;
    }
    run(
        count, [](const void* context, int i) { (*static_cast<const Job*>(context))(i); }, &job);
  }

  // The same for parts of a world from the top down, beginning with the lowest. What falls does so, too: a thread has
  // nearly the same rows in each pass then, and they are in its core's cache.
  template <class Job>
  void for_each_from_below(int count, const Job& job) {
    for_each(count, [&](int i) { job(count - 1 - i); });
  }

 private:
  using Call = void (*)(const void* context, int index);
  void run(int count, Call call, const void* context);

  struct Pool;
  int threads_;
  std::unique_ptr<Pool> pool_;
};

// The number of threads that the machine runs at once; at least 1.
int hardware_threads();

}  // namespace quicksand
