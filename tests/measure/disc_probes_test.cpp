// Heaps and columns of discs that stay discs.
#include "measure/disc_probes.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <initializer_list>
#include <tuple>
#include <vector>

using namespace quicksand;

namespace {

// Of so many heaps: those of one kind differ by some degrees.
double mean_degrees(int friction, int count, int heaps) {
  double sum = 0;
  for (int k = 0; k < heaps; ++k) sum += disc_heap_degrees(friction, count, static_cast<uint64_t>(count + k));
  return sum / heaps;
}

// As many heaps of each kind as have so many grains together, at most six.
void check_heaps(std::initializer_list<int> frictions, std::initializer_list<int> counts, int grains) {
  double before = 0;
  for (const int friction : frictions) {
    std::vector<double> angles;
    for (const int count : counts) angles.push_back(mean_degrees(friction, count, std::clamp(grains / count, 1, 6)));
    const auto [least, most] = std::minmax_element(angles.begin(), angles.end());
    INFO("friction 0." << friction / 10 << ": " << *least << " to " << *most << " degrees");
    CHECK(*most - *least < 4);
    if (friction == 0) CHECK(*most < 3);
    if (friction > 0) CHECK(*least > before + 2);
    before = *least;
  }
}

}  // namespace

TEST_CASE("a heap of discs stands by its friction, however many they are, and without any it flows apart", "[long]") {
  check_heaps({0, 20, 40}, {250, 600}, 1800);
}

// Rough ones slide in avalanches, so that single heaps lie up to 4 degrees to either side of their mean.
TEST_CASE("heaps of discs of many sizes stand by their friction", "[.slow]") {
  check_heaps({0, 20, 40, 60}, {400, 1000, 2500}, 6000);
}

TEST_CASE("a column of discs that is let go runs out as far as columns of grains do", "[long]") {
  for (const auto& [friction, aspect, count] :
       {std::tuple{40, 0.9, 700}, {80, 1.5, 700}, {60, 2.8, 700}, {50, 4.0, 500}}) {
    const double ratio = disc_run_out(friction, aspect, count, 1);
    INFO("friction 0." << friction / 10 << ", " << aspect << " times as high as half its width: " << ratio << " times as far");
    CHECK(ratio > 0.75);
    CHECK(ratio < 1.25);
  }
}
