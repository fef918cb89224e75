// Numbers for reports.
#pragma once

#include <cstdint>
#include <vector>

namespace quicksand {

// Four significant digits: more would pretend a precision that a timing does not have. 0 for what is not finite.
double rounded(double value);

// The smallest value that at least this share of all did not exceed; 0 if there is none.
double percentile(const std::vector<double>& sorted, double share);

// Durations, of which only how many were how long is kept: memory does not grow with their number.
class DurationHistogram {
 public:
  void add(double seconds);

  double sum() const { return sum_; }  // in seconds, as all of them
  double longest() const { return longest_; }
  // As above, to within a thousandth.
  double percentile(double share) const;

 private:
  std::vector<uint64_t> counts_;  // a thousand or so for each doubling
  uint64_t count_ = 0;
  double sum_ = 0;
  double longest_ = 0;
};

// The memory of the machine; 0 where it is not known.
double memory_of_machine_mb();

}  // namespace quicksand
