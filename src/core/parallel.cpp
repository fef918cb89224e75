#include "core/parallel.h"

#include <algorithm>
#include <thread>

namespace quicksand {

int hardware_threads() { return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMaxThreads); }

}  // namespace quicksand
