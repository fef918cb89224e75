// How long the frames of the window take, all that the game does in them but not the wait for the next one.
#pragma once

#include <cstdint>
#include <string>

#include "core/result.h"
#include "io/statistics.h"

namespace quicksand {

class FrameTimes {
 public:
  static constexpr double kSlow = 0.1;  // seconds, from which on a player notices

  // `jumps`: Session::jumps(). A frame in which they grow has opened a world, or gone elsewhere in time; it is counted
  // apart.
  void add(double seconds, uint64_t jumps);

  // A frame that showed something else than the one before, so that it was drawn.
  void add_shown() { ++shown_; }

  double longest_ms() const { return times_.longest() * 1e3; }

  // As JSON, "quicksand-frames/1": how many frames there were and how many were drawn, how long most of them and the
  // longest took, how many were slow, how many loaded something and how long the longest of those took, and
  // the most memory that the game has had.
  std::string report() const;

 private:
  DurationHistogram times_;  // of those that load nothing
  DurationHistogram loading_;
  uint64_t frames_ = 0;
  uint64_t shown_ = 0;
  uint64_t slow_ = 0;
  uint64_t loads_ = 0;
  uint64_t jumps_ = 0;
};

}  // namespace quicksand
