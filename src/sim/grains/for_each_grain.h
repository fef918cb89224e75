// Shares grains among threads.
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/parallel.h"

namespace quicksand {

// Grains that one job looks at.
inline constexpr size_t kGrainsAtOnce = 1024;

inline int jobs_for(size_t grains) { return static_cast<int>((grains + kGrainsAtOnce - 1) / kGrainsAtOnce); }

template <class Action>
void for_each_grain_of(int job, size_t count, const Action& action) {
  const size_t first = static_cast<size_t>(job) * kGrainsAtOnce;
  for (size_t i = first; i < std::min(first + kGrainsAtOnce, count); ++i) action(i);
}

template <class Action>
void for_each_grain(Parallel& parallel, size_t count, const Action& action) {
  parallel.for_each(jobs_for(count), [&](int job) { for_each_grain_of(job, count, action); });
}

}  // namespace quicksand
