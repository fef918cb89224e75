// Stretches of rows as kernels work them out, against the rules column by column.
#include "dunes/dune_rows.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "core/cases.h"
#include "dunes/dune_reference.h"

using namespace quicksand;

namespace {

constexpr int kWide = 200;

struct DrawnRow {
  explicit DrawnRow(uint32_t serial) : dice(serial) {
    // From flat to as high as columns get.
    most = 1 << whole(0, 29);
    for (std::vector<int32_t>* values : {&heights, &other, &more, &flight})
      for (int x = 0; x < kWide; ++x) values->push_back(whole(0, most));
    first = whole(0, 20);
    end = first + whole(0, kWide - 20);
  }

  int32_t whole(int32_t low, int32_t high) { return std::uniform_int_distribution(low, high)(dice); }

  std::mt19937 dice;
  int32_t most;
  std::vector<int32_t> heights, other, more, flight;
  int first;
  int end;
};

// With each kernel, for many rows.
template <class Check>
void for_rows(const Check& check) {
  for (uint32_t serial = 1; serial <= static_cast<uint32_t>(cases(60, 2000)); ++serial)
    for (const DuneRows& rows : dune_rows()) {
      INFO(rows.name << ", row " << serial);
      check(rows, DrawnRow(serial));
    }
}

}  // namespace

TEST_CASE("kernels find what lies below lines that come down, either way, to the column") {
  for_rows([](const DuneRows& rows, DrawnRow row) {
    const int32_t line = row.whole(0, row.most) + row.whole(0, 1) * row.most;
    const int32_t drop = std::min(row.whole(0, row.most / row.whole(1, 100)), kMostShadowDrop);
    for (const int step : {1, -1}) {
      const int from = step > 0 ? row.first : row.end - 1;
      const int count = row.end - row.first;
      std::vector<uint8_t> expected(kWide, 7);
      std::vector<uint8_t> found(kWide, 7);
      const int32_t last = reference::shade({row.heights.data(), expected.data(), drop, step}, line, from, count);
      CHECK(rows.shade({row.heights.data(), found.data(), drop, step}, line, from, count) == last);
      CHECK(found == expected);
    }
  });
}

TEST_CASE("kernels tell how far and how much flies from a stretch of columns") {
  for_rows([](const DuneRows& rows, DrawnRow row) {
    const int hop = row.whole(1, kMostHop);
    const int32_t flatness = row.whole(0, 1 << 12);
    const auto aimed = [&](auto aim, std::vector<uint8_t>& reach) {
      return aim({.here = row.heights.data(),
                  .ahead = row.other.data(),
                  .behind = row.more.data(),
                  .flight = row.flight.data(),
                  .reach = reach.data(),
                  .hop = hop,
                  .most_rise = 1 << 15,
                  .flatness = flatness},
                 row.first, row.end);
    };
    std::vector<uint8_t> reach(kWide);
    std::vector<uint8_t> found(kWide);
    const auto by_rule = [](const AimRow& one, int first, int end) { return reference::aim(one, first, end); };
    const Flights expected = aimed(by_rule, reach);
    const Flights flights = aimed(rows.aim, found);
    CHECK(found == reach);
    CHECK(flights.nearest == expected.nearest);
    CHECK(flights.farthest == expected.farthest);
    CHECK(flights.bits == expected.bits);
  });
}

TEST_CASE("kernels tell whether rows differ by so much anywhere") {
  int differ = 0;
  int all = 0;
  for_rows([&](const DuneRows& rows, DrawnRow row) {
    const int columns = row.end - row.first;
    // Rows that are alike but for one column, where there is one.
    row.other = row.heights;
    const int32_t limit = row.whole(1, 1 << 20);
    if (columns > 0) row.other[static_cast<size_t>(row.whole(0, columns - 1))] += row.whole(-1, 1) * limit;
    const bool found = rows.any_differs(row.heights.data(), row.other.data(), columns, limit);
    CHECK(found == (row.other != row.heights));
    differ += found ? 1 : 0;
    ++all;
  });
  CHECK(differ > all / 3);
  CHECK(differ < all);
}
