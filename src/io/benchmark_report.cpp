#include "io/benchmark_report.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "core/hash.h"
#include "io/json_text.h"
#include "io/statistics.h"

namespace quicksand {
namespace {

struct RunFigures {
  double cells_per_second;
  double changed_cells_per_second;
  double p50_ms;
  double p99_ms;
  double max_ms;
  double speed_up;  // over one thread; 0 if that was not run
};

RunFigures figures_of(const BenchmarkCase& one, const BenchmarkRun& run) {
  std::vector<double> sorted = run.tick_seconds;
  std::sort(sorted.begin(), sorted.end());
  const double ticks_per_second = static_cast<double>(sorted.size()) / run.seconds();
  RunFigures figures{static_cast<double>(one.size.cells()) * ticks_per_second,
                     one.changed_cells_per_tick * ticks_per_second,
                     percentile(sorted, 0.5) * 1e3,
                     percentile(sorted, 0.99) * 1e3,
                     sorted.back() * 1e3,
                     0};
  for (const BenchmarkRun& other : one.runs)
    if (other.kernel == run.kernel && other.threads == 1) figures.speed_up = other.seconds() / run.seconds();
  return figures;
}

Json run_json(const BenchmarkCase& one, const BenchmarkRun& run) {
  const RunFigures figures = figures_of(one, run);
  return {{"kernel", run.kernel},
          {"threads", run.threads},
          {"cells_per_second", rounded(figures.cells_per_second)},
          {"changed_cells_per_second", rounded(figures.changed_cells_per_second)},
          {"tick_ms",
           {{"p50", rounded(figures.p50_ms)}, {"p99", rounded(figures.p99_ms)}, {"max", rounded(figures.max_ms)}}},
          {"speed_up", rounded(figures.speed_up)},
          {"state_hash", hash_text(run.state_hash)}};
}

}  // namespace

double BenchmarkRun::seconds() const { return std::accumulate(tick_seconds.begin(), tick_seconds.end(), 0.0); }

double BenchmarkRatio::median() const {
  std::vector<double> sorted = ratios;
  std::sort(sorted.begin(), sorted.end());
  return sorted[sorted.size() / 2];
}

std::string benchmark_table_head() {
  return "kernel      threads   M cells/s  M changed/s    p50 ms    p99 ms    max ms  speed-up\n";
}

std::string benchmark_table_rows(const BenchmarkCase& one) {
  char line[256];
  std::snprintf(line, sizeof line, "\n%s  %dx%d, %llu ticks, %.0f active cells a tick\n", one.name.c_str(),
                one.size.width, one.size.height, static_cast<unsigned long long>(one.ticks), one.active_cells_per_tick);
  std::string text = line;
  for (const BenchmarkRun& run : one.runs) {
    const RunFigures figures = figures_of(one, run);
    std::snprintf(line, sizeof line, "%-10s  %7d  %10.1f  %11.1f  %8.4f  %8.4f  %8.4f  %7.2fx\n", run.kernel.c_str(),
                  run.threads, figures.cells_per_second / 1e6, figures.changed_cells_per_second / 1e6, figures.p50_ms,
                  figures.p99_ms, figures.max_ms, figures.speed_up);
    text += line;
  }
  for (const BenchmarkRatio& ratio : one.ratio) {
    std::snprintf(line, sizeof line, "%s on one thread is %.1f times as fast as FastSAB (%.1f to %.1f)\n",
                  ratio.kernel.c_str(), ratio.median(), *std::min_element(ratio.ratios.begin(), ratio.ratios.end()),
                  *std::max_element(ratio.ratios.begin(), ratio.ratios.end()));
    text += line;
  }
  if (one.bytes_per_cell > 0) {
    std::snprintf(line, sizeof line, "%.2f bytes a cell\n", one.bytes_per_cell);
    text += line;
  }
  return text;
}

std::string benchmark_json(const BenchmarkReport& report) {
  Json cases = Json::array();
  for (const BenchmarkCase& one : report.cases) {
    Json runs = Json::array();
    for (const BenchmarkRun& run : one.runs) runs.push_back(run_json(one, run));
    Json json{{"name", one.name},
              {"size", {one.size.width, one.size.height}},
              {"ticks", one.ticks},
              {"changed_cells_per_tick", rounded(one.changed_cells_per_tick)},
              {"active_cells_per_tick", rounded(one.active_cells_per_tick)},
              {"runs", runs}};
    for (const BenchmarkRatio& ratio : one.ratio)
      json["times_as_fast_as_fastsab"] = {
          {"kernel", ratio.kernel}, {"median", rounded(ratio.median())}, {"pairs", ratio.ratios}};
    if (one.bytes_per_cell > 0) json["bytes_per_cell"] = rounded(one.bytes_per_cell);
    cases.push_back(std::move(json));
  }
  const Json json{{"format", "quicksand-benchmark/1"},
                  {"version", report.version},
                  {"hardware_threads", report.hardware_threads},
                  {"cases", cases}};
  return json_lines(json);
}

}  // namespace quicksand
