#include "ui/game/statistics.h"

#include <algorithm>
#include <chrono>

#include "io/report.h"

namespace quicksand {
namespace {

constexpr double kLargestShare = 0.01;

}  // namespace

void Statistics::follow(const World& world, double tick_ms, double now) {
  if (names_ != world.entry_names() || (!samples_.empty() && world.tick() < samples_.back().tick)) {
    if (names_ != world.entry_names()) has_chosen_ = false;
    names_ = world.entry_names();
    samples_.clear();
  }
  if (!samples_.empty() && (now < next_ || world.tick() == samples_.back().tick)) return;
  const auto start = std::chrono::steady_clock::now();
  Sample sample{world.tick(), world.count_entries(), tick_ms, memory_mb()};
  const std::vector<int64_t> flying = world.count_airborne();
  for (size_t i = 0; i < flying.size(); ++i) sample.counts[i] += flying[i];
  samples_.push_back(std::move(sample));
  if (samples_.size() > kMostSamples) samples_.pop_front();
  const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  next_ = now + std::max(kSecondsBetween, took / kLargestShare);
}

std::vector<uint8_t> Statistics::by_count() const {
  std::vector<uint8_t> entries;
  if (samples_.empty()) return entries;
  const std::vector<int64_t>& counts = samples_.back().counts;
  for (size_t entry = 1; entry < counts.size(); ++entry)
    if (counts[entry] > 0) entries.push_back(static_cast<uint8_t>(entry));
  std::ranges::stable_sort(entries, [&](uint8_t a, uint8_t b) { return counts[a] > counts[b]; });
  return entries;
}

bool Statistics::is_drawn(uint8_t entry) const {
  if (has_chosen_) return std::ranges::find(chosen_, entry) != chosen_.end();
  const std::vector<uint8_t> most = by_count();
  const auto end = most.begin() + static_cast<std::ptrdiff_t>(std::min(kMostLines, most.size()));
  return std::find(most.begin(), end, entry) != end;
}

void Statistics::toggle(uint8_t entry) {
  if (!has_chosen_) {
    chosen_ = by_count();
    chosen_.resize(std::min(kMostLines, chosen_.size()));
    has_chosen_ = true;
  }
  if (std::erase(chosen_, entry) == 0) chosen_.push_back(entry);
}

}  // namespace quicksand
