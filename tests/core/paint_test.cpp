#include "core/paint.h"

#include <catch2/catch.hpp>
#include <set>

using namespace quicksand;

namespace {

PaintCommand stroke(CellPos from, CellPos to, int width, Tip tip = Tip::kRound) {
  PaintCommand command;
  command.from = from;
  command.to = to;
  command.width = width;
  command.tip = tip;
  return command;
}

int64_t cells(const std::vector<RowSpan>& spans) {
  int64_t sum = 0;
  for (const RowSpan& span : spans) sum += span.last - span.first + 1;
  return sum;
}

}  // namespace

TEST_CASE("a tip of width 1 is one cell, and of width 2 four") {
  CHECK(cells(rasterise(stroke({5, 5}, {5, 5}, 1), {20, 20})) == 1);
  CHECK(cells(rasterise(stroke({5, 5}, {5, 5}, 2), {20, 20})) == 4);
  CHECK(rasterise(stroke({5, 5}, {5, 5}, 3, Tip::kSquare), {20, 20}) ==
        std::vector<RowSpan>{{4, 4, 6}, {5, 4, 6}, {6, 4, 6}});
}

TEST_CASE("a round tip has the area of a circle and is symmetric") {
  const auto spans = rasterise(stroke({100, 100}, {100, 100}, 41), {201, 201});
  CHECK(static_cast<double>(cells(spans)) == Approx(3.14159 * 20.5 * 20.5).epsilon(0.01));
  for (const RowSpan& span : spans) CHECK(span.first + span.last == 200);
  CHECK(spans.front().y + spans.back().y == 200);
}

TEST_CASE("a stroke has no gaps, in every direction") {
  for (const CellPos to : {CellPos{90, 7}, {7, 90}, {90, 90}, {90, 10}, {10, 88}, {50, 13}}) {
    const auto spans = rasterise(stroke({7, 7}, to, 1), {100, 100});
    for (size_t i = 1; i < spans.size(); ++i) {
      CHECK(spans[i].y == spans[i - 1].y + 1);
      // Touches the row before, at least by a corner.
      CHECK(spans[i].first <= spans[i - 1].last + 1);
      CHECK(spans[i].last >= spans[i - 1].first - 1);
    }
  }
}

TEST_CASE("shapes are clipped to the world") {
  PaintCommand rect;
  rect.shape = Shape::kRect;
  rect.from = {-5, -5};
  rect.to = {2, 1};
  CHECK(rasterise(rect, {10, 10}) == std::vector<RowSpan>{{0, 0, 2}, {1, 0, 2}});
  CHECK(rasterise(stroke({-50, 5}, {-20, 5}, 3), {10, 10}).empty());
  PaintCommand all;
  all.shape = Shape::kAll;
  CHECK(cells(rasterise(all, {7, 9})) == 63);
}
