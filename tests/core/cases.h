#pragma once

// How much of their cases generated tests draw: as a rule enough to fail where something broke, within the time that
// whoever builds waits for; all of them where the environment has QUICKSAND_ALL_CASES, as in `ctest -L slow`.

#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <type_traits>
#include <vector>

namespace quicksand {

inline bool draws_all_cases() {
  static const bool draws_all = std::getenv("QUICKSAND_ALL_CASES") != nullptr;
  return draws_all;
}

inline int cases(int few, int all) { return draws_all_cases() ? all : few; }

// The first `few` of a list, or all.
template <typename T>
std::vector<T> cases_of(size_t few, std::initializer_list<T> all) {
  return {all.begin(), draws_all_cases() ? all.end() : all.begin() + few};
}

// The first and the last of a list, or all: of kernels the fastest and the scalar one, where nothing depends on how wide
// vectors are.
template <typename List>
auto ends_of(const List& all) {
  std::vector<std::decay_t<decltype(all.front())>> chosen(all.begin(), all.end());
  if (!draws_all_cases() && chosen.size() > 2) chosen.erase(chosen.begin() + 1, chosen.end() - 1);
  return chosen;
}

// Of the combinations of nested loops the first of each `stride`, or all. A stride that has no divisor in common with
// the inner loop's length takes each of its values in turn.
class Combinations {
 public:
  explicit Combinations(int stride) : stride_(stride) {}

  bool skips_next() { return next_++ % stride_ != 0 && !draws_all_cases(); }

 private:
  int stride_;
  int next_ = 0;
};

}  // namespace quicksand
