#include "core/parallel.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <vector>

using namespace quicksand;

TEST_CASE("every job runs once, on any number of threads, call after call") {
  for (const int threads : {1, 2, 3, 7, 16}) {
    Parallel parallel(threads);
    CHECK(parallel.threads() == threads);
    for (const int count : {0, 1, 2, 100}) {
      for (int round = 0; round < 50; ++round) {
        std::vector<std::atomic<int>> calls(static_cast<size_t>(count));
        parallel.for_each(count, [&](int i) { ++calls[static_cast<size_t>(i)]; });
        for (const auto& call : calls) REQUIRE(call == 1);
      }
    }
  }
}
