#include "dunes/pockets.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "core/random.h"

using namespace quicksand;

namespace {

// Floods part by part: what find() is said to do.
std::vector<CellPos> flooded_pockets(const CellBox& box, const CellBox& field, const std::vector<uint8_t>& is_open) {
  const int width = box.right - box.left;
  const auto index = [&](CellPos cell) {
    return static_cast<size_t>(cell.y - box.top) * static_cast<size_t>(width) + static_cast<size_t>(cell.x - box.left);
  };
  std::vector<int> part_of(is_open.size(), -1);
  std::vector<int> columns;
  std::vector<bool> leads_out;
  for (int y = box.top; y < box.bottom; ++y)
    for (int x = box.left; x < box.right; ++x) {
      if (is_open[index({x, y})] == 0 || part_of[index({x, y})] >= 0) continue;
      const int part = static_cast<int>(columns.size());
      columns.push_back(0);
      leads_out.push_back(false);
      std::vector<CellPos> stack{{x, y}};
      part_of[index({x, y})] = part;
      while (!stack.empty()) {
        const CellPos cell = stack.back();
        stack.pop_back();
        ++columns.back();
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx) {
            const CellPos other{cell.x + dx, cell.y + dy};
            if (!contains(box, other)) {
              // Straight across, or there would be more field outside where the box ends beside a wall.
              if (contains(field, other) && (dx == 0 || dy == 0)) leads_out.back() = true;
            } else if (is_open[index(other)] != 0 && part_of[index(other)] < 0) {
              part_of[index(other)] = part;
              stack.push_back(other);
            }
          }
      }
    }
  if (std::find(leads_out.begin(), leads_out.end(), true) == leads_out.end() && !columns.empty())
    leads_out[static_cast<size_t>(std::max_element(columns.begin(), columns.end()) - columns.begin())] = true;
  std::vector<CellPos> pockets;
  for (int y = box.top; y < box.bottom; ++y)
    for (int x = box.left; x < box.right; ++x) {
      const int part = part_of[index({x, y})];
      if (part >= 0 && !leads_out[static_cast<size_t>(part)]) pockets.push_back({x, y});
    }
  return pockets;
}

}  // namespace

TEST_CASE("pockets are the open columns from which no way leads to the field, in boxes of any size and filling") {
  Pockets pockets;  // what was before makes no difference
  for (uint32_t seed = 1; seed <= 2000; ++seed) {
    INFO("seed " << seed);
    uint32_t drawn = 0;
    const auto draw = [&](uint32_t most) { return static_cast<int>(mix32(seed * 7919 + ++drawn) % (most + 1)); };
    const int left = draw(40) - 20;
    const int top = draw(40) - 20;
    const CellBox box{left, top, left + 1 + draw(24), top + 1 + draw(24)};
    const CellBox field{left - draw(1), top - draw(1), box.right + draw(1), box.bottom + draw(1)};
    const int filling = draw(99);
    std::vector<uint8_t> is_open(static_cast<size_t>((box.right - box.left) * (box.bottom - box.top)));
    for (uint8_t& column : is_open) column = draw(99) >= filling ? 1 : 0;
    pockets.find(box, field, is_open);
    REQUIRE(pockets.columns() == flooded_pockets(box, field, is_open));
  }
}

TEST_CASE("a pocket is open below the roofs of its highest way out") {
  for (uint32_t seed = 1; seed <= 500; ++seed) {
    INFO("seed " << seed);
    uint32_t drawn = 0;
    const auto draw = [&](uint32_t most) { return static_cast<int>(mix32(seed * 6007 + ++drawn) % (most + 1)); };
    const GridSize size{4 + draw(14), 4 + draw(14)};
    const CellBox box{0, 0, size.width, size.height};
    DuneState state(size, 1, false);
    Roofs roofs;
    roofs.clear(size);
    const int filling = 40 + draw(55);
    const auto kinds = static_cast<uint32_t>(1 + draw(8));  // of roofs; few: many as high as one another
    std::vector<uint8_t> is_open;
    std::vector<int32_t> over;  // up to where sand may pass
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        is_open.push_back(draw(99) >= filling ? 1 : 0);
        over.push_back(kFullHeight);
        if (is_open.back() != 0) continue;
        over.back() = 1 + draw(kinds);
        roofs.lower({x, y}, over.back());
        if (draw(9) > 0) continue;
        state.ground[{x, y}] = state.height[{x, y}] = over.back();
        over.back() = 0;
      }
    Pockets pockets;
    pockets.find(box, box, is_open);
    const std::vector<CellPos> columns = pockets.columns();
    const std::vector<int32_t> ways_out = pockets.find_ways_out(state, roofs);
    REQUIRE(ways_out.size() == columns.size());
    // A flood over all that is as high comes to the field; over what is higher, it does not.
    const auto leads_out = [&](CellPos start, int32_t level) {
      std::vector<CellPos> reached{start};
      for (size_t k = 0; k < reached.size(); ++k)
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx) {
            const CellPos other{reached[k].x + dx, reached[k].y + dy};
            if (!contains(size, other) || std::find(reached.begin(), reached.end(), other) != reached.end()) continue;
            if (over[static_cast<size_t>(other.y * size.width + other.x)] >= level) reached.push_back(other);
          }
      return std::any_of(reached.begin(), reached.end(), [&](CellPos cell) {
        return !roofs.covers(cell) && std::find(columns.begin(), columns.end(), cell) == columns.end();
      });
    };
    for (size_t k = 0; k < columns.size(); k += 1 + columns.size() / 6) {
      REQUIRE(leads_out(columns[k], ways_out[k]));
      REQUIRE_FALSE(leads_out(columns[k], ways_out[k] + 1));
    }
  }
}
