#include "core/paint.h"

#include <catch2/catch.hpp>
#include <random>

#include "core/cells.h"

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

namespace {

PaintCommand ellipse(CellPos from, CellPos to, int outline) {
  PaintCommand command;
  command.shape = Shape::kEllipse;
  command.from = from;
  command.to = to;
  command.outline = outline;
  return command;
}

}  // namespace

// Jack Bresenham, "Algorithm for computer control of a digital plotter" (1965), with an error that is carried along.
TEST_CASE("a line is Bresenham's, however little of it lies in the world") {
  std::mt19937 random(3);
  const auto between = [&](int least, int most) { return std::uniform_int_distribution(least, most)(random); };
  for (int i = 0; i < 2000; ++i) {
    const GridSize size{between(1, 40), between(1, 40)};
    const int far = i % 3 == 0 ? 30 : 3000;
    const CellPos from{between(-far, far), between(-far, far)};
    const CellPos to{i % 10 == 0 ? from.x : between(-far, far), i % 10 == 1 ? from.y : between(-far, far)};
    Cells walked;
    const int dx = std::abs(to.x - from.x);
    const int dy = -std::abs(to.y - from.y);
    int error = dx + dy;
    for (CellPos cell = from;;) {
      if (contains(size, cell)) walked.insert({cell.x, cell.y});
      if (cell == to) break;
      const int twice = 2 * error;
      if (twice >= dy) {
        error += dy;
        cell.x += from.x < to.x ? 1 : -1;
      }
      if (twice <= dx) {
        error += dx;
        cell.y += from.y < to.y ? 1 : -1;
      }
    }
    CAPTURE(from.x, from.y, to.x, to.y, size.width, size.height);
    REQUIRE(cells_of(rasterise(stroke(from, to, 1), size)) == walked);
  }
}

TEST_CASE("an ellipse's rim is what lies nearer to its outside than it is thick, in ellipses of any size") {
  std::mt19937 random(5);
  const auto between = [&](int least, int most) { return std::uniform_int_distribution(least, most)(random); };
  for (int i = 0; i < 150; ++i) {
    const int width = between(1, i % 2 == 0 ? 12 : 60);
    const int height = between(1, i % 3 == 0 ? 12 : 60);
    const int outline = between(1, 1 + std::min(width, height) / 2);
    const CellPos from{between(-20, 20), between(-20, 20)};
    const CellPos to{from.x + width - 1, from.y + height - 1};
    CAPTURE(from.x, from.y, width, height, outline);
    const int margin = outline + 1;
    const GridSize wide{width + 2 * margin, height + 2 * margin};
    const Cells whole =
        cells_of(rasterise(ellipse({margin, margin}, {margin + width - 1, margin + height - 1}, 0), wide));
    const GridSize size{between(1, 60), between(1, 60)};
    Cells rim;
    for (const auto& [x, y] : whole) {
      bool is_rim = false;
      for (int dy = -outline; dy <= outline && !is_rim; ++dy)
        for (int dx = -outline; dx <= outline && !is_rim; ++dx)
          is_rim = dx * dx + dy * dy <= outline * outline && !whole.contains({x + dx, y + dy});
      const CellPos cell{x - margin + from.x, y - margin + from.y};
      if (is_rim && contains(size, cell)) rim.insert({cell.x, cell.y});
    }
    REQUIRE(cells_of(rasterise(ellipse(from, to, outline), size)) == rim);
  }
}

// Each of these would take a second or more, if cells were looked at that lie outside.
TEST_CASE("what lies far outside of the world costs next to nothing") {
  const int far = 65536;
  std::mt19937 random(7);
  const auto place = [&] { return std::uniform_int_distribution(-far, far)(random); };
  int64_t painted = 0;
  for (int i = 0; i < 40; ++i)
    painted += cells(rasterise(ellipse({-far, -far}, {far, far}, 20'000 + 100 * i), {1, 16384}));
  CHECK(painted == 0);
  for (int i = 0; i < 20'000; ++i)
    painted += cells(rasterise(stroke({place(), place()}, {place(), place()}, 3), {5, 5}));
  CHECK(painted < 20'000 * 25);
  PaintCommand zigzag;
  zigzag.shape = Shape::kPolygon;
  for (int i = 0; i < 4096; ++i) zigzag.corners.push_back({i % 2 == 0 ? -far : far, -1 - i});
  for (int i = 0; i < 2'000; ++i) {
    CHECK(rasterise(ellipse({5, -50'000}, {131'078, 81'072}, 512), {1, 16384}).empty());
    CHECK(rasterise(zigzag, {16384, 1}).empty());
    CHECK(rasterise(stroke({-far, -512 - i}, {far, -512 - i}, 512), {16384, 1}).empty());
  }
}

// What a file may ask for is limited by the work, and so is the time for it.
TEST_CASE("the work of a shape grows with all that is looked at, and not with what it paints alone") {
  std::mt19937 random(8);
  const auto any = [&](int least, int most) { return std::uniform_int_distribution(least, most)(random); };
  for (int round = 0; round < 300; ++round) {
    const GridSize size{any(1, round % 2 == 0 ? 4 : 90), any(1, round % 3 == 0 ? 4 : 90)};
    const auto place = [&] { return CellPos{any(-120, 120), any(-120, 120)}; };
    PaintCommand line = stroke(place(), place(), any(1, 60));
    line.height = any(1, 60);
    // Each place of the tip at which it reaches into the world, with each of its rows there.
    int64_t looks = 0;
    for (const auto& [x, y] : cells_of(rasterise(
             stroke({line.from.x + 200, line.from.y + 200}, {line.to.x + 200, line.to.y + 200}, 1), {500, 500}))) {
      const CellPos first{x - 200 - (line.width - 1) / 2, y - 200 - (*line.height - 1) / 2};
      if (first.x >= size.width || first.x + line.width <= 0) continue;
      looks += std::max(std::min(first.y + *line.height, size.height) - std::max(first.y, 0), 0);
    }
    INFO(size.width << "x" << size.height << ", a tip of " << line.width << "x" << *line.height);
    CHECK(work_of(line, size) >= looks / 8);
    CHECK(work_of(line, size) >= cells(rasterise(line, size)));
    // A rim is measured from each of its rows; a tip of any cells looks at each of its runs, wherever it stands.
    PaintCommand rim = ellipse(place(), place(), any(1, 60));
    int64_t rows = 0;
    for (int y = std::min(rim.from.y, rim.to.y); y <= std::max(rim.from.y, rim.to.y); ++y)
      rows += y >= 0 && y < size.height ? 1 : 0;
    const bool is_beside = std::max(rim.from.x, rim.to.x) < 0 || std::min(rim.from.x, rim.to.x) >= size.width;
    CHECK(work_of(rim, size) >= (is_beside ? 0 : 8 * rows));
    PaintCommand dotted = line;
    dotted.tip = Tip::kCells;
    auto runs = std::make_shared<std::vector<RowSpan>>();
    for (int x = 0; x < line.width; x += 2) runs->push_back({any(0, *line.height - 1), x, x});
    dotted.tip_cells.runs = runs;
    CHECK(work_of(dotted, size) >= looks / *line.height * std::ssize(*runs) / 8);
    // So do the edges of a polygon that lie over one another.
    PaintCommand polygon;
    polygon.shape = Shape::kPolygon;
    const CellPos a{0, 0};
    const CellPos b{size.width - 1, size.height - 1};
    for (int corner = any(2, 40); corner >= 0; --corner) polygon.corners.push_back(corner % 2 == 0 ? a : b);
    CHECK(work_of(polygon, size) >= std::ssize(polygon.corners) / 2 * 2 * std::max(size.width, size.height));
  }
}

TEST_CASE("in a mirror every tip is upside down, or the other way round, at any size") {
  const GridSize size{100, 100};
  for (const Tip tip : {Tip::kRound, Tip::kSquare, Tip::kTriangle})
    for (const Mirror mirror : {Mirror::kUpright, Mirror::kLying})
      for (int width = 1; width <= 12; ++width)
        for (int height = 1; height <= 12; ++height) {
          INFO("tip " << static_cast<int>(tip) << ", " << width << " x " << height);
          PaintCommand command;
          command.from = command.to = {40, 30};
          command.width = width;
          command.height = height;
          command.tip = tip;
          const bool upright = mirror == Mirror::kUpright;
          std::vector<RowSpan> expected = rasterise(command, size);
          for (RowSpan& span : expected)
            span = upright ? RowSpan{span.y, 99 - span.last, 99 - span.first} : RowSpan{99 - span.y, span.first, span.last};
          std::ranges::sort(expected, {}, &RowSpan::y);
          CHECK(rasterise(mirrored(command, mirror, 99), size) == expected);
        }
}

TEST_CASE("an ellipse just fits into its rectangle, however narrow it is") {
  for (int width = 1; width <= 40; ++width)
    for (int height = 1; height <= 200; height += 1 + height / 8) {
      INFO(width << " x " << height);
      PaintCommand command;
      command.shape = Shape::kEllipse;
      for (const bool lies : {false, true}) {
        command.from = {10, 10};
        command.to = lies ? CellPos{9 + height, 9 + width} : CellPos{9 + width, 9 + height};
        const std::vector<RowSpan> spans = rasterise(command, {300, 300});
        int first = 300;
        int last = 0;
        for (const RowSpan& span : spans) {
          first = std::min(first, span.first);
          last = std::max(last, span.last);
        }
        CHECK(CellPos{first, spans.front().y} == command.from);
        CHECK(CellPos{last, spans.back().y} == command.to);
        CHECK(std::ssize(spans) == command.to.y - command.from.y + 1);
      }
    }
}
