// Numbers for reports.
#pragma once

#include <vector>

namespace quicksand {

// Four significant digits: more would pretend a precision that a timing does not have. 0 for what is not finite.
double rounded(double value);

// The smallest value that at least this share of all did not exceed; 0 if there is none.
double percentile(const std::vector<double>& sorted, double share);

// The memory of the machine; 0 where it is not known.
double memory_of_machine_mb();

}  // namespace quicksand
