#include "app/kinds/drawn_way.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace quicksand {
namespace {

// Each place is the mean of those up to so many cells before and after it. A line leads past the middles of its cells
// by less than one: of that there is less than a tenth left, in how it turns.
constexpr int kReach = 8;

// Places that say no more than this are left out.
constexpr double kSeen = 0.05;

double distance_to_line(const WayPoint& at, const WayPoint& from, const WayPoint& to) {
  const double x = to.x - from.x;
  const double y = to.y - from.y;
  const double squared = x * x + y * y;
  const double along = squared > 0 ? std::clamp(((at.x - from.x) * x + (at.y - from.y) * y) / squared, 0.0, 1.0) : 0;
  return std::hypot(at.x - from.x - along * x, at.y - from.y - along * y);
}

// Of these points those that a line needs to pass all of them at no more than `most`. Source: David Douglas, Thomas
// Peucker, "Algorithms for the reduction of the number of points required to represent a digitized line" (1973).
std::vector<WayPoint> thinned(const std::vector<WayPoint>& way, double most) {
  if (way.size() < 3) return way;
  std::vector<bool> kept(way.size());
  kept.front() = kept.back() = true;
  std::vector<std::pair<size_t, size_t>> spans{{0, way.size() - 1}};
  while (!spans.empty()) {
    const auto [first, last] = spans.back();
    spans.pop_back();
    double farthest = most;
    size_t corner = first;
    for (size_t i = first + 1; i < last; ++i) {
      const double distance = distance_to_line(way[i], way[first], way[last]);
      if (distance <= farthest) continue;
      farthest = distance;
      corner = i;
    }
    if (corner == first) continue;
    kept[corner] = true;
    spans.emplace_back(first, corner);
    spans.emplace_back(corner, last);
  }
  std::vector<WayPoint> left;
  for (size_t i = 0; i < way.size(); ++i)
    if (kept[i]) left.push_back(way[i]);
  return left;
}

// A place in every cell's length.
std::vector<WayPoint> dense(const std::vector<WayPoint>& way) {
  std::vector<WayPoint> places{way.front()};
  for (size_t i = 1; i < way.size(); ++i) {
    const double x = way[i].x - way[i - 1].x;
    const double y = way[i].y - way[i - 1].y;
    const int parts = std::max(static_cast<int>(std::ceil(std::hypot(x, y))), 1);
    for (int k = 1; k <= parts; ++k) places.push_back({way[i - 1].x + x * k / parts, way[i - 1].y + y * k / parts});
  }
  return places;
}

// Beyond its ends the way goes on as it came, turned round: so it begins and ends where it does.
std::vector<WayPoint> averaged(const std::vector<WayPoint>& way) {
  const auto last = static_cast<int>(way.size()) - 1;
  const auto place = [&](int i) {
    const int inside = i < 0 ? -i : i > last ? 2 * last - i : i;
    const WayPoint& there = way[static_cast<size_t>(std::clamp(inside, 0, last))];
    if (inside == i) return there;
    const WayPoint& end = i < 0 ? way.front() : way.back();
    return WayPoint{2 * end.x - there.x, 2 * end.y - there.y};
  };
  std::vector<WayPoint> means = way;
  for (int i = 1; i < last; ++i) {
    WayPoint sum{0, 0};
    for (int k = i - kReach; k <= i + kReach; ++k) {
      sum.x += place(k).x;
      sum.y += place(k).y;
    }
    means[static_cast<size_t>(i)] = {sum.x / (2 * kReach + 1), sum.y / (2 * kReach + 1)};
  }
  return means;
}

}  // namespace

std::vector<WayPoint> smooth_way(std::span<const CellPos> cells) {
  std::vector<WayPoint> way;
  for (const CellPos& cell : cells) way.push_back({cell.x + 0.5, cell.y + 0.5});
  if (way.size() < 2) return way;
  return thinned(averaged(dense(way)), kSeen);
}

}  // namespace quicksand
