// The report of a headless run: "quicksand-report/1".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/geometry.h"
#include "io/statistics.h"

namespace quicksand {

// Why a run ended.
enum class RunEnd : uint8_t { kTicks, kUntil, kTimeLimit, kSignal };

struct Report {
  std::string version;
  std::string scene;
  GridSize size;
  uint64_t seed = 0;
  uint64_t ticks = 0;  // run by this report, not the world's clock
  RunEnd ended = RunEnd::kTicks;
  int threads = 1;
  std::string kernel;
  DurationHistogram tick_times;      // of the stepping alone
  uint64_t changed_cells = 0;        // summed over all ticks
  uint64_t active_cells = 0;         // before each tick, summed over all ticks
  uint64_t state_hash = 0;
  std::vector<uint64_t> hashes;
  std::vector<std::string> materials;
  std::vector<int64_t> counts;    // cells, indexed like materials
  std::vector<int64_t> airborne;  // free grains, indexed like materials; empty when there are none
  // Counts over time: the ticks of this run, and for each of them the same two.
  std::vector<uint64_t> sample_ticks;
  std::vector<std::vector<int64_t>> sampled_cells;
  std::vector<std::vector<int64_t>> sampled_airborne;
  double peak_rss_mb = 0;
};

// The report as indented JSON, with a newline at the end; several as an array.
std::string report_text(const Report& report);
std::string report_text(std::span<const Report> reports);

// The counts over time as a table: a row for each sample, a column for each material, and one for the grains in the air
// of those of which any ever flew.
std::string counts_csv(const Report& report);

// The memory that this process holds now, in MiB; where the system does not tell, the most that it has held.
double memory_mb();

// The most memory that this process has held, in MiB.
double peak_memory_mb();

}  // namespace quicksand
