#include "io/statistics.h"

#include <unistd.h>

#include <algorithm>
#include <bit>
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

namespace {

constexpr int kSubBits = 10;  // of a duration in nanoseconds its first so many binary digits count

// Small durations have a bucket each, of larger ones each doubling has 2^kSubBits / 2.
size_t bucket_of(uint64_t nanoseconds) {
  const int shift = std::max(0, static_cast<int>(std::bit_width(nanoseconds)) - kSubBits);
  return (static_cast<size_t>(shift) << (kSubBits - 1)) + (nanoseconds >> shift);
}

double seconds_of(size_t bucket) {
  const size_t half = size_t{1} << (kSubBits - 1);
  if (bucket < 2 * half) return static_cast<double>(bucket) * 1e-9;
  const auto shift = static_cast<int>(bucket / half - 1);
  return std::ldexp(static_cast<double>(bucket - static_cast<size_t>(shift) * half) + 0.5, shift) * 1e-9;
}

}  // namespace

void DurationHistogram::add(double seconds) {
  constexpr double kMostSeconds = 1e9;
  const auto nanoseconds = static_cast<uint64_t>(std::clamp(seconds, 0.0, kMostSeconds) * 1e9);
  const size_t bucket = bucket_of(nanoseconds);
  if (bucket >= counts_.size()) counts_.resize(bucket + 1);
  ++counts_[bucket];
  ++count_;
  sum_ += seconds;
  longest_ = std::max(longest_, seconds);
}

double DurationHistogram::percentile(double share) const {
  if (count_ == 0) return 0;
  const auto rank =
      std::clamp<uint64_t>(static_cast<uint64_t>(std::ceil(share * static_cast<double>(count_))), 1, count_);
  uint64_t seen = 0;
  for (size_t bucket = 0; bucket < counts_.size(); ++bucket) {
    seen += counts_[bucket];
    if (seen >= rank) return std::min(seconds_of(bucket), longest_);
  }
  return longest_;
}

double memory_of_machine_mb() {
  const double pages = static_cast<double>(::sysconf(_SC_PHYS_PAGES));
  return std::max(0.0, pages * static_cast<double>(::sysconf(_SC_PAGE_SIZE)) / (1 << 20));
}

}  // namespace quicksand
