// `quicksand --benchmark`: fixed scenes, on all kernels and several numbers of threads, and against FastSAB.
#pragma once

#include <optional>
#include <string>

#include "core/result.h"

namespace quicksand {

struct BenchmarkRequest {
  std::optional<std::string> json;  // also writes the figures there
  bool brief = false;               // a few ticks of each scene: shows that it works, measures nothing
};

// Prints a table to stdout. Fails if two runs of a scene end in different states, or if the file cannot be written.
Status run_benchmark(const BenchmarkRequest& request);

}  // namespace quicksand
