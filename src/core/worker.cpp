#include "core/worker.h"

#include <utility>

#include "core/check.h"

namespace quicksand {

void Worker::start(std::function<void()> work) {
  QS_CHECK(!is_started_, "a worker has other work");
  is_started_ = true;
  if constexpr (kHasThreads)
    thread_ = std::thread(std::move(work));
  else
    work();
}

void Worker::join() {
  is_started_ = false;
  if (thread_.joinable()) thread_.join();
}

}  // namespace quicksand
