#include "dunes/nearest_free.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "core/random.h"

using namespace quicksand;

TEST_CASE("the nearest free column is the nearest by true distance, in boxes of any size and filling") {
  for (uint32_t seed = 1; seed <= 400; ++seed) {
    INFO("seed " << seed);
    uint32_t drawn = 0;
    const auto draw = [&](uint32_t most) { return static_cast<int>(mix32(seed * 7919 + ++drawn) % (most + 1)); };
    const int left = draw(40) - 20;
    const int top = draw(40) - 20;
    const CellBox box{left, top, left + 1 + draw(24), top + 1 + draw(24)};
    const uint32_t filling = static_cast<uint32_t>(draw(255));
    std::vector<uint8_t> is_free;
    std::vector<CellPos> free_cells;
    for (int y = box.top; y < box.bottom; ++y)
      for (int x = box.left; x < box.right; ++x) {
        const bool is_open = (mix32(seed ^ static_cast<uint32_t>(is_free.size() * 31337)) & 255) > filling;
        is_free.push_back(is_open ? 1 : 0);
        if (is_open) free_cells.push_back({x, y});
      }
    NearestFree nearest;
    nearest.find({0, 0, 3, 2}, {0, 1, 0, 0, 0, 1});  // what was before makes no difference
    nearest.find(box, is_free);
    const auto squared = [](CellPos a, CellPos b) { return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y); };
    for (int y = box.top; y < box.bottom; ++y)
      for (int x = box.left; x < box.right; ++x) {
        const auto found = nearest.of({x, y});
        REQUIRE(found.has_value() == !free_cells.empty());
        if (!found) continue;
        int least = 1 << 30;
        for (const CellPos cell : free_cells) least = std::min(least, squared(cell, {x, y}));
        REQUIRE(std::find(free_cells.begin(), free_cells.end(), *found) != free_cells.end());
        REQUIRE(squared(*found, {x, y}) == least);
      }
  }
}
