// What `quicksand --benchmark` measured: "quicksand-benchmark/1" as JSON, and as a table for a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/geometry.h"

namespace quicksand {

// One kernel on one number of threads.
struct BenchmarkRun {
  std::string kernel;
  int threads = 1;
  std::vector<double> tick_seconds;  // of the fastest repetition
  uint64_t state_hash = 0;

  double seconds() const;
};

// Our fastest kernel on one thread against the published solver, one after the other, several times.
struct BenchmarkRatio {
  std::string kernel;
  std::vector<double> ratios;  // theirs / ours, one for each pair; at least one

  double median() const;
};

struct BenchmarkCase {
  std::string name;
  GridSize size;
  uint64_t ticks = 0;
  double changed_cells_per_tick = 0;
  double active_cells_per_tick = 0;
  std::vector<BenchmarkRun> runs;
  std::vector<BenchmarkRatio> ratio;  // one or none
  double bytes_per_cell = 0;          // 0: not measured
};

struct BenchmarkReport {
  std::string version;
  int hardware_threads = 1;
  std::vector<BenchmarkCase> cases;
};

// Lines of the table, each with a newline.
std::string benchmark_table_head();
std::string benchmark_table_rows(const BenchmarkCase& one);

// Indented, with a newline at the end.
std::string benchmark_json(const BenchmarkReport& report);

}  // namespace quicksand
