#include "io/report.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <numeric>

#include "core/hash.h"
#include "io/csv.h"
#include "io/json_text.h"
#include "io/statistics.h"

namespace quicksand {
namespace {

Json by_name(const std::vector<std::string>& names, const std::vector<int64_t>& counts) {
  Json json = Json::object();
  for (size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) json[names[i]] = counts[i];
  return json;
}

const char* name_of(RunEnd end) {
  switch (end) {
    case RunEnd::kTicks:
      return "ticks";
    case RunEnd::kUntil:
      return "until";
    case RunEnd::kTimeLimit:
      return "time limit";
    case RunEnd::kSignal:
      return "signal";
  }
  return "";
}

// Whether there was any of the entry in a sample.
bool ever_any(const std::vector<std::vector<int64_t>>& samples, size_t entry) {
  return std::ranges::any_of(
      samples, [&](const std::vector<int64_t>& counts) { return entry < counts.size() && counts[entry] > 0; });
}

// The numbers of each entry of which there was any, one for each sample.
Json over_time(const std::vector<std::string>& names, const std::vector<std::vector<int64_t>>& samples) {
  Json json = Json::object();
  for (size_t entry = 0; entry < names.size(); ++entry) {
    if (!ever_any(samples, entry)) continue;
    Json& numbers = json[names[entry]] = Json::array();
    for (const std::vector<int64_t>& counts : samples) numbers.push_back(entry < counts.size() ? counts[entry] : 0);
  }
  return json;
}

Json report_json(const Report& report) {
  const double seconds = report.tick_times.sum();
  const auto ticks = static_cast<double>(report.ticks);
  const auto a_second = [&](double amount) { return seconds > 0 ? rounded(amount / seconds) : 0.0; };
  Json hashes = Json::array();
  for (const uint64_t hash : report.hashes) hashes.push_back(hash_text(hash));

  Json json{
      {"format", "quicksand-report/1"},
      {"version", report.version},
      {"scene", report.scene},
      {"size", {report.size.width, report.size.height}},
      {"seed", report.seed},
      {"ticks", report.ticks},
      {"ended", name_of(report.ended)},
      {"threads", report.threads},
      {"kernel", report.kernel},
      {"seconds", rounded(seconds)},
      {"ticks_per_second", a_second(ticks)},
      {"cells_per_second", a_second(ticks * static_cast<double>(report.size.cells()))},
      {"changed_cells_per_second", a_second(static_cast<double>(report.changed_cells))},
      {"active_cells_per_tick", report.ticks > 0 ? rounded(static_cast<double>(report.active_cells) / ticks) : 0.0},
      {"tick_ms",
       {{"p50", rounded(report.tick_times.percentile(0.5) * 1e3)},
        {"p99", rounded(report.tick_times.percentile(0.99) * 1e3)},
        {"max", rounded(report.tick_times.longest() * 1e3)}}},
      {"state_hash", hash_text(report.state_hash)},
      {"hashes", hashes},
      {"counts", by_name(report.materials, report.counts)},
      {"airborne", by_name(report.materials, report.airborne)},
      {"materials", report.materials},
      {"peak_rss_mb", rounded(report.peak_rss_mb)}};
  if (!report.sample_ticks.empty())
    json["counts_over_time"] = {{"ticks", report.sample_ticks},
                                {"counts", over_time(report.materials, report.sampled_cells)},
                                {"airborne", over_time(report.materials, report.sampled_airborne)}};
  return json;
}

}  // namespace

std::string report_text(const Report& report) { return json_lines(report_json(report)); }

std::string report_text(std::span<const Report> reports) {
  Json json = Json::array();
  for (const Report& report : reports) json.push_back(report_json(report));
  return json_lines(json);
}

std::string counts_csv(const Report& report) {
  std::string csv = "tick";
  std::vector<size_t> flew;
  for (size_t entry = 0; entry < report.materials.size(); ++entry) {
    csv += "," + csv_field(report.materials[entry]);
    if (ever_any(report.sampled_airborne, entry)) flew.push_back(entry);
  }
  for (const size_t entry : flew) csv += "," + csv_field(report.materials[entry] + " (airborne)");
  csv += "\n";
  for (size_t i = 0; i < report.sample_ticks.size(); ++i) {
    csv += std::to_string(report.sample_ticks[i]);
    for (const int64_t count : report.sampled_cells[i]) csv += "," + std::to_string(count);
    for (const size_t entry : flew) {
      const std::vector<int64_t>& counts = report.sampled_airborne[i];
      csv += "," + std::to_string(entry < counts.size() ? counts[entry] : 0);
    }
    csv += "\n";
  }
  return csv;
}

double memory_mb() {
  std::ifstream statm("/proc/self/statm");
  double pages = 0;
  double resident = 0;
  if (!(statm >> pages >> resident)) return peak_memory_mb();
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1024.0 * 1024.0);
}

double peak_memory_mb() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

}  // namespace quicksand
