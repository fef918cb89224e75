// A thread for work beside the game.
#pragma once

#include <functional>
#include <thread>

#include "core/has_threads.h"

namespace quicksand {

// Has one job after the other, where there are threads (core/has_threads.h).
class Worker {
 public:
  // Nothing that was started before is left to be joined. Where there are no threads, the work is done when this
  // returns.
  void start(std::function<void()> work);

  // Something was started and not joined since, done or not.
  bool is_started() const { return is_started_; }

  // Waits until the work is done. Does nothing where none was started.
  void join();

 private:
  bool is_started_ = false;
  std::thread thread_;
};

}  // namespace quicksand
