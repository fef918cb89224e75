#include "ui/game/row_fit.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "core/random.h"

using namespace quicksand;

TEST_CASE("a row fits its room at every width, drops what weighs least, and nothing without need") {
  uint64_t drawn = 0;
  const auto number = [&](uint64_t below) { return static_cast<float>(mix64(++drawn) % below); };
  for (int round = 0; round < 300; ++round) {
    std::vector<RowItem> items(1 + static_cast<size_t>(number(20)));
    for (RowItem& item : items) item = {10 + number(150), number(30), static_cast<int>(number(6))};
    const float menu = 30 + number(40);
    float all = 0;
    for (const RowItem& item : items) all += item.width + item.gap;
    for (float room = 0; room < all + 100; room += 13) {
      INFO("round " << round << ", room " << room);
      const std::vector<bool> shown = fit_row(items, room, menu);
      REQUIRE(shown.size() == items.size());
      float width = 0;
      int lightest_shown = 100;
      int heaviest_hidden = -1;
      for (size_t i = 0; i < items.size(); ++i) {
        if (shown[i]) {
          width += items[i].width + items[i].gap;
          lightest_shown = std::min(lightest_shown, items[i].weight);
        } else {
          heaviest_hidden = std::max(heaviest_hidden, items[i].weight);
        }
      }
      const bool complete = heaviest_hidden < 0;
      if (width > 0) CHECK(width + (complete ? 0 : menu) <= room);
      CHECK(heaviest_hidden <= lightest_shown);
      CHECK(complete == (all <= room));
    }
  }
}

TEST_CASE("of items that weigh the same the later ones leave first") {
  const std::vector<RowItem> items{{50, 0, 1}, {50, 0, 1}, {50, 0, 1}};
  CHECK(fit_row(items, 150, 20) == std::vector<bool>{true, true, true});
  CHECK(fit_row(items, 149, 20) == std::vector<bool>{true, true, false});
  CHECK(fit_row(items, 100, 20) == std::vector<bool>{true, false, false});
  CHECK(fit_row(items, 60, 20) == std::vector<bool>{false, false, false});
}
