#include "ui/panels/row_range.h"

#include <catch2/catch.hpp>

using namespace quicksand;

TEST_CASE("of a list of any length the rows in sight are drawn, wherever it is scrolled to, and few others") {
  constexpr float kRow = 34;
  constexpr int kBeside = 3;
  for (const size_t count : {0, 1, 5, 300, 400'000})
    for (const float height : {10.0F, 400.0F, 2000.0F})
      for (const float top : {-5000.0F, -20.0F, 0.0F, 33.5F, 34.0F, 1000.0F, 9000.0F, 13'599'000.0F, 20'000'000.0F}) {
        INFO(count << " rows, from " << top << " on " << height);
        const RowRange rows = rows_in_sight(count, kRow, top, top + height, kBeside);
        CHECK(rows.first >= 0);
        CHECK(rows.end <= static_cast<int>(count));
        CHECK(static_cast<float>(rows.end - rows.first) <= height / kRow + 2 + 2 * kBeside);
        const auto is_seen = [&](int row) {
          const float upper = kRow * static_cast<float>(row);
          return upper < top + height && upper + kRow > top;
        };
        const int last = static_cast<int>(count) - 1;
        const int near = static_cast<int>(top / kRow);
        for (int row = std::max(near - 200, 0); row <= std::min(near + 200, last); ++row)
          if (is_seen(row)) CHECK((row >= rows.first && row < rows.end));
      }
}
