#include "core/paint.h"

#include <catch2/catch.hpp>
#include <set>

using namespace quicksand;

namespace {

PaintCommand stroke(Cell from, Cell to, int width, Tip tip = Tip::kRound) {
  PaintCommand command;
  command.from = from;
  command.to = to;
  command.width = width;
  command.tip = tip;
  return command;
}

int64_t cells(const std::vector<Run>& runs) {
  int64_t sum = 0;
  for (const Run& run : runs) sum += run.last - run.first + 1;
  return sum;
}

}  // namespace

TEST_CASE("a tip of width 1 is one cell, and of width 2 four") {
  CHECK(cells(rasterise(stroke({5, 5}, {5, 5}, 1), {20, 20})) == 1);
  CHECK(cells(rasterise(stroke({5, 5}, {5, 5}, 2), {20, 20})) == 4);
  CHECK(rasterise(stroke({5, 5}, {5, 5}, 3, Tip::kSquare), {20, 20}) ==
        std::vector<Run>{{4, 4, 6}, {5, 4, 6}, {6, 4, 6}});
}

TEST_CASE("a round tip has the area of a circle and is symmetric") {
  const auto runs = rasterise(stroke({100, 100}, {100, 100}, 41), {201, 201});
  CHECK(static_cast<double>(cells(runs)) == Approx(3.14159 * 20.5 * 20.5).epsilon(0.01));
  for (const Run& run : runs) CHECK(run.first + run.last == 200);
  CHECK(runs.front().y + runs.back().y == 200);
}

TEST_CASE("a stroke has no gaps, in every direction") {
  for (const Cell to : {Cell{90, 7}, {7, 90}, {90, 90}, {90, 10}, {10, 88}, {50, 13}}) {
    const auto runs = rasterise(stroke({7, 7}, to, 1), {100, 100});
    for (size_t i = 1; i < runs.size(); ++i) {
      CHECK(runs[i].y == runs[i - 1].y + 1);
      // Touches the row before, at least by a corner.
      CHECK(runs[i].first <= runs[i - 1].last + 1);
      CHECK(runs[i].last >= runs[i - 1].first - 1);
    }
  }
}

TEST_CASE("shapes are clipped to the world") {
  PaintCommand rect;
  rect.shape = Shape::kRect;
  rect.from = {-5, -5};
  rect.to = {2, 1};
  CHECK(rasterise(rect, {10, 10}) == std::vector<Run>{{0, 0, 2}, {1, 0, 2}});
  CHECK(rasterise(stroke({-50, 5}, {-20, 5}, 3), {10, 10}).empty());
  PaintCommand all;
  all.shape = Shape::kAll;
  CHECK(cells(rasterise(all, {7, 9})) == 63);
}
