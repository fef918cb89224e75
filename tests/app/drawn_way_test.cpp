#include "app/kinds/drawn_way.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "core/cases.h"

using namespace quicksand;

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;

// As a hand draws along a curve: cells that are three apart at least.
template <class Curve>
std::vector<CellPos> drawn(const Curve& curve, double length) {
  std::vector<CellPos> cells;
  for (double along = 0; along <= length; along += 0.25) {
    const WayPoint at = curve(along);
    const CellPos cell{static_cast<int>(std::floor(at.x)), static_cast<int>(std::floor(at.y))};
    if (cells.empty() || std::max(std::abs(cell.x - cells.back().x), std::abs(cell.y - cells.back().y)) >= 3)
      cells.push_back(cell);
  }
  return cells;
}

double heading(const WayPoint& from, const WayPoint& to) { return std::atan2(to.y - from.y, to.x - from.x) / kDegree; }

double turned(double from, double to) { return std::remainder(to - from, 360.0); }

}  // namespace

TEST_CASE("a straight line that is drawn across cells, to whatever side, is gone along straight") {
  std::mt19937 dice(5);
  std::uniform_real_distribution<double> any(0, 1);
  for (int i = 0; i < cases(60, 600); ++i) {
    const double angle = 360 * any(dice);
    const double length = 20 + 200 * any(dice);
    const WayPoint start{300 + any(dice), 300 + any(dice)};
    INFO("at " << angle << " degrees, " << length << " long");
    const std::vector<CellPos> cells = drawn(
        [&](double along) {
          return WayPoint{start.x + along * std::cos(angle * kDegree), start.y + along * std::sin(angle * kDegree)};
        },
        length);
    const std::vector<WayPoint> way = smooth_way(cells);
    REQUIRE(way.size() >= 2);
    CHECK(way.front() == WayPoint{cells.front().x + 0.5, cells.front().y + 0.5});
    CHECK(way.back() == WayPoint{cells.back().x + 0.5, cells.back().y + 0.5});
    // The line passes cells by 0.71 at most, on either side, and places are means of eight cells to each side.
    const double most = std::atan(2 * 0.71 / 8) / kDegree;
    for (size_t k = 1; k < way.size(); ++k) CHECK(std::abs(turned(angle, heading(way[k - 1], way[k]))) <= most);
  }
}

TEST_CASE("a circle that is drawn is gone along without corners, and no farther from it than about a cell") {
  std::mt19937 dice(6);
  std::uniform_real_distribution<double> any(0, 1);
  for (int i = 0; i < cases(40, 400); ++i) {
    const double radius = 15 + 80 * any(dice);
    const double sense = i % 2 == 0 ? 1 : -1;
    INFO("radius " << radius);
    const WayPoint middle{300 + any(dice), 300 + any(dice)};
    const std::vector<WayPoint> way = smooth_way(drawn(
        [&](double along) {
          const double angle = sense * along / radius;
          return WayPoint{middle.x + radius * std::cos(angle), middle.y + radius * std::sin(angle)};
        },
        5 * radius));
    for (size_t k = 1; k + 1 < way.size(); ++k) {
      CHECK(std::abs(std::hypot(way[k].x - middle.x, way[k].y - middle.y) - radius) <= 1.5);
      const double turn = turned(heading(way[k - 1], way[k]), heading(way[k], way[k + 1]));
      CHECK(std::abs(turn) <= 18);  // the cells themselves turn by up to 45 degrees
    }
  }
}

TEST_CASE("a way of no cell, of one, and back and forth is gone along as it is") {
  CHECK(smooth_way({}).empty());
  const std::vector<CellPos> one{{3, 4}};
  CHECK(smooth_way(one) == std::vector<WayPoint>{{3.5, 4.5}});
  const std::vector<CellPos> back_and_forth{{10, 10}, {40, 10}, {10, 10}};
  const std::vector<WayPoint> way = smooth_way(back_and_forth);
  CHECK(way.front() == WayPoint{10.5, 10.5});
  CHECK(way.back() == WayPoint{10.5, 10.5});
  CHECK(std::max_element(way.begin(), way.end(), [](const WayPoint& a, const WayPoint& b) { return a.x < b.x; })->x >=
        36);
}
