#include "dunes/reachable_free.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace quicksand {
namespace {

// Over the edge of the world sand falls.
int32_t ground_at(const DuneState& state, CellPos cell) { return contains(state.size, cell) ? state.ground[cell] : 0; }

}  // namespace

bool climbs(const DuneState& state, CellPos from, CellPos to, int32_t level, int32_t threshold) {
  const int dx = to.x - from.x;
  const int dy = to.y - from.y;
  const int steps = std::max(std::abs(dx), std::abs(dy));
  const double rise = threshold * std::sqrt(static_cast<double>(dx) * dx + static_cast<double>(dy) * dy) /
                      std::max(steps, 1);  // in a step
  double at = level;                       // of sand that has come so far
  CellPos last = from;
  for (int step = 1; step <= steps; ++step) {
    const auto along = [&](int way) { return (2 * int64_t{way} * step + steps) / (2 * int64_t{steps}); };
    const CellPos next{from.x + static_cast<int>(dx < 0 ? -along(-dx) : along(dx)),
                       from.y + static_cast<int>(dy < 0 ? -along(-dy) : along(dy))};
    const auto is_too_high = [&](CellPos cell) { return ground_at(state, cell) > at + rise + kClimb; };
    if (is_too_high(next)) return true;
    const bool goes_aslant = next.x != last.x && next.y != last.y;
    if (goes_aslant && is_too_high({next.x, last.y}) && is_too_high({last.x, next.y})) return true;
    at = std::clamp(static_cast<double>(ground_at(state, next)), at, at + rise);
    last = next;
  }
  return false;
}

void ReachableFree::find(const DuneState& state, const CellBox& box, const std::vector<uint8_t>& is_free,
                         int32_t highest) {
  box_ = box;
  nearest_.assign(is_free.size(), -1);
  ways_.clear();
  lowest_shut_ = kFullHeight;
  const auto reach = [&](CellPos cell, int32_t nearest) {
    int32_t& known = nearest_[index_in(box_, cell)];
    if (known >= 0) return;
    if (const int32_t ground = ground_at(state, cell); ground > highest) {
      lowest_shut_ = std::min(lowest_shut_, ground);
      return;
    }
    known = nearest;
    ways_.push_back(cell);
  };
  for (int y = box.top; y < box.bottom; ++y)
    for (int x = box.left; x < box.right; ++x)
      if (const size_t k = index_in(box, {x, y}); is_free[k] != 0) reach({x, y}, static_cast<int32_t>(k));
  lowest_ = kFullHeight;
  for (const CellPos cell : ways_) lowest_ = std::min(lowest_, contains(state.size, cell) ? state.height[cell] : 0);
  for (size_t next = 0; next < ways_.size(); ++next) {
    const CellPos cell = ways_[next];
    for (const CellPos side : kBeside)
      if (const CellPos beside{cell.x + side.x, cell.y + side.y}; contains(box_, beside))
        reach(beside, nearest_[index_in(box_, cell)]);
  }
}

std::optional<CellPos> ReachableFree::of(CellPos cell) const {
  const int32_t nearest = nearest_[index_in(box_, cell)];
  if (nearest < 0) return std::nullopt;
  const int width = box_.right - box_.left;
  return CellPos{box_.left + nearest % width, box_.top + nearest / width};
}

}  // namespace quicksand
