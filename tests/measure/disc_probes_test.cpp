// Heaps and columns of discs that stay discs.
#include "measure/disc_probes.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <initializer_list>
#include <random>
#include <tuple>
#include <vector>

#include "core/cases.h"

using namespace quicksand;

namespace {

// Of so many heaps: those of one kind differ by some degrees.
double mean_degrees(int friction, int count, int heaps) {
  double sum = 0;
  for (int k = 0; k < heaps; ++k) sum += disc_heap_degrees(friction, count, static_cast<uint64_t>(count + k));
  return sum / heaps;
}

// As many heaps of each kind as have so many grains together, at most twelve.
void check_heaps(std::initializer_list<int> frictions, std::initializer_list<int> counts, int grains) {
  double before = 0;
  for (const int friction : frictions) {
    std::vector<double> angles;
    for (const int count : counts) angles.push_back(mean_degrees(friction, count, std::clamp(grains / count, 1, 12)));
    const auto [least, most] = std::minmax_element(angles.begin(), angles.end());
    INFO("friction 0." << friction / 10 << ": " << *least << " to " << *most << " degrees");
    CHECK(*most - *least < 4);
    if (friction == 0) CHECK(*most < 3);
    if (friction > 0) CHECK(*least > before + 2);
    before = *least;
  }
}

}  // namespace

TEST_CASE("a heap of discs stands by its friction, however many they are, and without any it flows apart",
          "[thorough]") {
  check_heaps({0, 40}, {250, 600}, 1800);
}

// Whatever they lie on: of two that touch the slippery one tells.
TEST_CASE("discs without friction flow apart on any floor", "[thorough]") {
  std::mt19937 dice(3);
  for (int i = 0; i < cases(3, 30); ++i) {
    const int floor_friction = std::uniform_int_distribution(10, 200)(dice);
    const int count = std::uniform_int_distribution(200, 1500)(dice);
    INFO(count << " on a floor of friction " << floor_friction / 100.0);
    CHECK(disc_heap_degrees_on(floor_friction, 0, count, static_cast<uint64_t>(i)) < 3);
  }
}

// Rough ones slide in avalanches, so that single heaps lie up to 4 degrees to either side of their mean.
TEST_CASE("heaps of discs of many sizes stand by their friction", "[.slow]") {
  check_heaps({0, 20, 40, 60}, {400, 1000, 2500}, 12'000);
}

TEST_CASE("a heap of 10,000 discs stands as those of hundreds do", "[.slow]") {
  check_heaps({40}, {400, 1000, 2500, 10'000}, 30'000);
}

TEST_CASE("a column of discs that is let go runs out as far as columns of grains do", "[long]") {
  for (const auto& [friction, aspect, count] :
       {std::tuple{40, 0.9, 700}, {80, 1.5, 700}, {60, 2.8, 700}, {50, 4.0, 500}}) {
    const double ratio = disc_run_out(friction, aspect, count, 1);
    INFO("friction 0." << friction / 10 << ", " << aspect << " times as high as half its width: " << ratio
                       << " times as far");
    CHECK(ratio > 0.75);
    CHECK(ratio < 1.25);
  }
}

namespace {

// By Beverloo's law the rate is (slope * (hole - least)) to the power 3/2: its power 2/3 is a line.
struct Beverloo {
  double slope;
  double least;     // the hole's width at which nothing runs out
  double farthest;  // that a rate's power 2/3 is from the line, as a share of the largest
};

Beverloo fitted(const std::vector<int>& holes, const std::vector<double>& rates) {
  const auto count = static_cast<double>(holes.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  std::vector<double> powers;
  for (size_t i = 0; i < holes.size(); ++i) {
    powers.push_back(std::pow(rates[i], 2.0 / 3));
    x += holes[i];
    y += powers[i];
    xx += double(holes[i]) * holes[i];
    xy += holes[i] * powers[i];
  }
  const double slope = (count * xy - x * y) / (count * xx - x * x);
  const double least = (x - y / slope) / count;
  double farthest = 0;
  for (size_t i = 0; i < holes.size(); ++i)
    farthest = std::max(farthest, std::abs(powers[i] - slope * (holes[i] - least)) / powers.back());
  return {slope, least, farthest};
}

void check_silos(const std::vector<int>& frictions, const std::vector<int>& heads, const std::vector<int>& holes,
                 int seeds) {
  for (const int friction : frictions) {
    std::vector<std::vector<double>> rates;
    for (const int head : heads) {
      rates.emplace_back();
      for (const int hole : holes) {
        // The middle one: by chance narrow holes jam, and the law is about what runs.
        std::vector<double> of_seeds;
        for (int seed = 1; seed <= seeds; ++seed)
          of_seeds.push_back(disc_hole_rate(friction, hole, head, static_cast<uint64_t>(seed)));
        std::sort(of_seeds.begin(), of_seeds.end());
        rates.back().push_back(of_seeds[of_seeds.size() / 2]);
      }
      const Beverloo law = fitted(holes, rates.back());
      INFO("friction 0." << friction / 10 << ", " << head << " high: " << law.slope << " * (width - " << law.least
                         << ") to the power 3/2, " << law.farthest << " off");
      CHECK(law.farthest < 0.08);
      CHECK(law.least > 0.5);  // of discs 0.8 to 1 wide; holes that few of them fit through jam
      CHECK(law.least < 6);
      CHECK(law.slope > 0.3);
      CHECK(law.slope < 0.5);
    }
    for (size_t i = 0; i < holes.size() && heads.size() > 1; ++i) {
      INFO("friction 0." << friction / 10 << ", hole " << holes[i] << ": " << rates[0][i] << " and " << rates[1][i]);
      CHECK(rates[1][i] / rates[0][i] < 1.3);  // of a liquid it would be 1.4 times as much
      CHECK(rates[1][i] / rates[0][i] > 0.77);
    }
  }
}

}  // namespace

TEST_CASE("discs run out of a silo as Beverloo's law says", "[thorough]") { check_silos({40}, {50}, {8, 11, 14}, 5); }

// Ten cells wide and under 120 rows, one of nine holes jams at friction 0.4, and one or two at 0.7.
TEST_CASE("discs of any friction run out of a silo as Beverloo's law says, whatever is above", "[.slow]") {
  check_silos({20, 40, 70}, {70, 120}, {12, 14, 16, 18}, 3);
}
