#include "io/statistics.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace quicksand {

double rounded(double value) {
  if (!std::isfinite(value)) return 0;
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return std::strtod(text, nullptr);
}

double percentile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const auto rank = static_cast<size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  return sorted[std::clamp<size_t>(rank, 1, sorted.size()) - 1];
}

double memory_of_machine_mb() {
  const double pages = static_cast<double>(::sysconf(_SC_PHYS_PAGES));
  return std::max(0.0, pages * static_cast<double>(::sysconf(_SC_PAGE_SIZE)) / (1 << 20));
}

}  // namespace quicksand
