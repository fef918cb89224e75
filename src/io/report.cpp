#include "io/report.h"

#include <sys/resource.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/hash.h"
#include "io/statistics.h"

namespace quicksand {
namespace {

using Json = nlohmann::ordered_json;

Json by_name(const std::vector<std::string>& names, const std::vector<int64_t>& counts) {
  Json json = Json::object();
  for (size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) json[names[i]] = counts[i];
  return json;
}

}  // namespace

std::string report_text(const Report& report) {
  std::vector<double> sorted = report.tick_seconds;
  std::sort(sorted.begin(), sorted.end());
  const double seconds = std::accumulate(sorted.begin(), sorted.end(), 0.0);
  const auto ticks = static_cast<double>(report.ticks);
  const auto a_second = [&](double amount) { return seconds > 0 ? rounded(amount / seconds) : 0.0; };
  Json hashes = Json::array();
  for (const uint64_t hash : report.hashes) hashes.push_back(hash_text(hash));

  const Json json{
      {"format", "quicksand-report/1"},
      {"version", report.version},
      {"scene", report.scene},
      {"size", {report.size.width, report.size.height}},
      {"seed", report.seed},
      {"ticks", report.ticks},
      {"threads", report.threads},
      {"kernel", report.kernel},
      {"seconds", rounded(seconds)},
      {"ticks_per_second", a_second(ticks)},
      {"cells_per_second", a_second(ticks * static_cast<double>(report.size.cells()))},
      {"changed_cells_per_second", a_second(static_cast<double>(report.changed_cells))},
      {"active_cells_per_tick", report.ticks > 0 ? rounded(static_cast<double>(report.active_cells) / ticks) : 0.0},
      {"tick_ms",
       {{"p50", rounded(percentile(sorted, 0.5) * 1e3)},
        {"p99", rounded(percentile(sorted, 0.99) * 1e3)},
        {"max", rounded(percentile(sorted, 1) * 1e3)}}},
      {"state_hash", hash_text(report.state_hash)},
      {"hashes", hashes},
      {"counts", by_name(report.materials, report.counts)},
      {"airborne", by_name(report.materials, report.airborne)},
      {"materials", report.materials},
      {"peak_rss_mb", rounded(report.peak_rss_mb)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

double peak_memory_mb() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

}  // namespace quicksand
