#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "core/check.h"
#include "core/parallel.h"

namespace quicksand {

struct Parallel::Pool {
  std::mutex mutex;
  std::condition_variable work_arrived;
  std::condition_variable work_done;
  std::vector<std::thread> workers;
  Call call = nullptr;
  const void* context = nullptr;
  int count = 0;
  int next = 0;        // the first job that nobody has taken
  int unfinished = 0;  // jobs that have not returned
  uint64_t round = 0;  // counts calls of run()
  bool stopping = false;

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

  // Takes jobs until none is left. Called, and returns, with the lock held.
  void take_jobs(std::unique_lock<std::mutex>& lock) {
    while (next < count) {
      const int index = next++;
      lock.unlock();
      call(context, index);
      lock.lock();
      if (--unfinished == 0) work_done.notify_all();
    }
  }

  void work() {
    std::unique_lock lock(mutex);
    uint64_t seen = 0;
    while (true) {
      work_arrived.wait(lock, [&] { return stopping || round != seen; });
      if (stopping) return;
      seen = round;
      take_jobs(lock);
    }
  }
};

Parallel::Parallel(int threads) : threads_(threads) {
  QS_CHECK(threads >= 1 && threads <= kMaxThreads, "the number of threads is out of range");
  if (threads > 1) pool_ = std::make_unique<Pool>(threads);
}

Parallel::~Parallel() = default;

void Parallel::run(int count, Call call, const void* context) {
  std::unique_lock lock(pool_->mutex);
  pool_->call = call;
  pool_->context = context;
  pool_->count = pool_->unfinished = count;
  pool_->next = 0;
  ++pool_->round;
  pool_->work_arrived.notify_all();
  pool_->take_jobs(lock);
  pool_->work_done.wait(lock, [&] { return pool_->unfinished == 0; });
}

}  // namespace quicksand
