// What the panel Statistics shows over time: how much there is of each material, how long a tick takes, how much memory
// the game has. Samples are taken a few times a second, while the panel is open and the world's time runs.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/world.h"

namespace quicksand {

class Statistics {
 public:
  static constexpr double kSecondsBetween = 0.25;  // or longer: counting takes at most a hundredth of all time
  static constexpr size_t kMostSamples = 240;

  struct Sample {
    uint64_t tick = 0;
    std::vector<int64_t> counts;  // of each entry, in cells and in the air together
    double tick_ms = 0;
    double memory_mb = 0;
  };

  // `now` in seconds, of any clock. Another palette, or a time before that of the last sample, begins anew.
  void follow(const World& world, double tick_ms, double now);

  // Another world, be its palette and time as they may.
  void begin_anew() { samples_.clear(); }

  const std::deque<Sample>& samples() const { return samples_; }

  // The entries that there are, the most frequent first; void is none of them.
  std::vector<uint8_t> by_count() const;

  // Whether the entry has a line: as the player chose, or it is one of the most frequent.
  bool is_drawn(uint8_t entry) const;
  void toggle(uint8_t entry);

 private:
  static constexpr size_t kMostLines = 5;  // unless the player chooses

  std::vector<std::string> names_;
  std::deque<Sample> samples_;
  std::vector<uint8_t> chosen_;
  bool has_chosen_ = false;
  double next_ = 0;
};

}  // namespace quicksand
