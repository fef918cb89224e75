// A flag that several threads may raise at the same time. Who asks or lowers it does so while nobody raises it.
#pragma once

#include <atomic>

namespace quicksand {

class SharedFlag {
 public:
  SharedFlag() = default;
  // Objects that hold one can be copied, while no thread uses them.
  SharedFlag(const SharedFlag& other) noexcept : raised_(other.is_raised()) {}
  SharedFlag& operator=(const SharedFlag& other) noexcept {
    raised_.store(other.is_raised(), std::memory_order_relaxed);
    return *this;
  }

  void raise() { raised_.store(true, std::memory_order_relaxed); }
  void lower() { raised_.store(false, std::memory_order_relaxed); }
  bool is_raised() const { return raised_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> raised_{false};
};

}  // namespace quicksand
