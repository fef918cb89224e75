#include "ui/game/frame_times.h"

#include <cstdio>

#include "io/report.h"

namespace quicksand {

void FrameTimes::add(double seconds, uint64_t jumps) {
  const bool has_loaded = jumps != jumps_;
  jumps_ = jumps;
  if (has_loaded) {
    ++loads_;
    return loading_.add(seconds);
  }
  ++frames_;
  if (seconds > kSlow) ++slow_;
  times_.add(seconds);
}

std::string FrameTimes::report() const {
  char text[512];
  std::snprintf(text, sizeof text,
                R"({"format": "quicksand-frames/1", "frames": %llu, "drawn": %llu, )"
                R"("frame_ms": {"p50": %.4g, "p99": %.4g, "max": %.4g}, )"
                R"("slow": %llu, "loads": %llu, "longest_load_ms": %.4g, "peak_rss_mb": %.4g})"
                "\n",
                static_cast<unsigned long long>(frames_), static_cast<unsigned long long>(shown_),
                times_.percentile(0.5) * 1e3, times_.percentile(0.99) * 1e3, longest_ms(),
                static_cast<unsigned long long>(slow_), static_cast<unsigned long long>(loads_),
                loading_.longest() * 1e3, peak_memory_mb());
  return text;
}

}  // namespace quicksand
