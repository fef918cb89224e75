#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <memory>

#include "core/check.h"
#include "core/parallel.h"

namespace quicksand {

struct Parallel::Pool {
  // Without the control TBB would never start more workers than the machine has cores.
  tbb::global_control limit;
  tbb::task_arena arena;

  explicit Pool(int threads)
      : limit(tbb::global_control::max_allowed_parallelism, static_cast<size_t>(threads)), arena(threads) {
    arena.initialize();
  }
};

Parallel::Parallel(int threads) : threads_(threads) {
  QS_CHECK(threads >= 1 && threads <= kMaxThreads, "the number of threads is out of range");
  if (threads > 1) pool_ = std::make_unique<Pool>(threads);
}

Parallel::~Parallel() = default;

void Parallel::run(int count, Call call, const void* context) {
  pool_->arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<int>(0, count, 1),
        [&](const tbb::blocked_range<int>& range) {
          for (int i = range.begin(); i < range.end(); ++i) call(context, i);
        },
        tbb::simple_partitioner());
  });
}

}  // namespace quicksand
