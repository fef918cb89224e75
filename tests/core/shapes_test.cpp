// Every shape against its definition, cell by cell.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <set>
#include <utility>

#include "core/cells.h"
#include "core/flood.h"
#include "core/paint.h"

using namespace quicksand;

namespace {

constexpr GridSize kSize{70, 60};

// In order, within the world, and apart.
void check_runs(const std::vector<RowSpan>& spans) {
  for (size_t i = 0; i < spans.size(); ++i) {
    const RowSpan& span = spans[i];
    REQUIRE((span.first <= span.last && contains(kSize, {span.first, span.y}) && contains(kSize, {span.last, span.y})));
    if (i == 0) continue;
    const RowSpan& before = spans[i - 1];
    REQUIRE((before.y < span.y || (before.y == span.y && before.last + 1 < span.first)));
  }
}

class Dice {
 public:
  explicit Dice(unsigned seed) : bits_(seed) {}
  int in(int low, int high) { return low + static_cast<int>(bits_() % static_cast<unsigned>(high - low + 1)); }
  CellPos cell() { return {in(-20, kSize.width + 20), in(-20, kSize.height + 20)}; }

 private:
  std::mt19937 bits_;
};

bool in_ellipse(CellPos a, CellPos b, double x, double y) {
  const double w = std::abs(a.x - b.x) + 1;
  const double h = std::abs(a.y - b.y) + 1;
  // The two cells in the middle of an even number count as one there.
  const auto from_middle = [](double way) { return std::abs(way) == 0.5 ? 0 : way; };
  const double u = from_middle(x - (a.x + b.x) / 2.0) / (w / 2);
  const double v = from_middle(y - (a.y + b.y) / 2.0) / (h / 2);
  return u * u + v * v <= 1 + 1e-12;
}

// Runs in and beside the tip, in no order, some over others.
TipCells some_tip(Dice& dice, const PaintCommand& command) {
  auto runs = std::make_shared<std::vector<RowSpan>>();
  for (int i = dice.in(0, 20); i > 0; --i) {
    const int first = dice.in(-2, command.width);
    runs->push_back({dice.in(-2, command.height.value_or(command.width)), first, first + dice.in(0, 4)});
  }
  return {std::move(runs)};
}

}  // namespace

TEST_CASE("an ellipse has the cells whose middle is in it, or is its own, and a rectangle all") {
  Dice dice(1);
  for (int round = 0; round < 300; ++round) {
    PaintCommand command;
    command.shape = round % 2 == 0 ? Shape::kEllipse : Shape::kRect;
    command.from = dice.cell();
    command.to = dice.cell();
    const auto spans = rasterise(command, kSize);
    check_runs(spans);
    const Cells cells = cells_of(spans);
    for (int y = 0; y < kSize.height; ++y)
      for (int x = 0; x < kSize.width; ++x) {
        const auto [left, right] = std::minmax(command.from.x, command.to.x);
        const auto [top, bottom] = std::minmax(command.from.y, command.to.y);
        const bool inside = command.shape == Shape::kRect ? x >= left && x <= right && y >= top && y <= bottom
                                                          : in_ellipse(command.from, command.to, x, y);
        REQUIRE(cells.contains({x, y}) == inside);
      }
  }
}

TEST_CASE("a rim is what lies nearer to the outside than its thickness, without gaps") {
  Dice dice(2);
  for (int round = 0; round < 200; ++round) {
    PaintCommand command;
    command.shape = round % 2 == 0 ? Shape::kEllipse : Shape::kRect;
    command.from = {dice.in(1, 30), dice.in(1, 25)};
    command.to = {dice.in(31, 68), dice.in(26, 58)};
    const Cells filled = cells_of(rasterise(command, kSize));
    command.outline = dice.in(1, 9);
    const auto spans = rasterise(command, kSize);
    check_runs(spans);
    const Cells rim = cells_of(spans);
    const int r = command.outline;
    for (const auto& [x, y] : filled) {
      bool near_outside = false;
      for (int dy = -r; dy <= r; ++dy)
        for (int dx = -r; dx <= r; ++dx)
          near_outside |= dx * dx + dy * dy <= r * r && !filled.contains({x + dx, y + dy});
      REQUIRE(rim.contains({x, y}) == near_outside);
    }
    for (const auto& cell : rim) REQUIRE(filled.contains(cell));
  }
}

TEST_CASE("a tip of cells paints these and no others, as far as it is wide and high") {
  Dice dice(13);
  for (int round = 0; round < 200; ++round) {
    PaintCommand dab;
    dab.width = dice.in(1, 19);
    dab.height = dice.in(1, 19);
    dab.tip = Tip::kCells;
    dab.tip_cells = some_tip(dice, dab);
    dab.from = dab.to = dice.cell();
    Cells expected;
    for (const auto& [x, y] : cells_of(*dab.tip_cells.runs)) {
      const CellPos cell{dab.from.x - (dab.width - 1) / 2 + x, dab.from.y - (*dab.height - 1) / 2 + y};
      if (x >= 0 && x < dab.width && y >= 0 && y < *dab.height && contains(kSize, cell))
        expected.insert({cell.x, cell.y});
    }
    const auto spans = rasterise(dab, kSize);
    check_runs(spans);
    REQUIRE(cells_of(spans) == expected);
  }
}

TEST_CASE("a stroke is its tip at every cell of the line, whatever the tip") {
  Dice dice(3);
  for (int round = 0; round < 300; ++round) {
    PaintCommand command;
    command.tip = static_cast<Tip>(round % 4);
    command.width = dice.in(1, 19);
    if (round % 2 == 0) command.height = dice.in(1, 19);
    if (command.tip == Tip::kCells) command.tip_cells = some_tip(dice, command);
    command.from = dice.cell();
    command.to = dice.cell();
    const auto spans = rasterise(command, kSize);
    check_runs(spans);
    // The line alone: a stroke of a single cell. It may leave the world, so it is drawn in a larger one.
    PaintCommand line = command;
    line.tip = Tip::kSquare;
    line.width = 1;
    line.height.reset();
    line.from = {command.from.x + 100, command.from.y + 100};
    line.to = {command.to.x + 100, command.to.y + 100};
    Cells expected;
    for (const auto& [x, y] : cells_of(rasterise(line, {400, 400}))) {
      PaintCommand dab = command;
      dab.from = dab.to = {x - 100, y - 100};
      for (const auto& cell : cells_of(rasterise(dab, kSize))) expected.insert(cell);
    }
    REQUIRE(cells_of(spans) == expected);
  }
}

TEST_CASE("a triangle stands on its base, and is as wide and high as it says") {
  for (const int width : {1, 2, 3, 8, 15, 30})
    for (const int height : {1, 2, 7, 20}) {
      PaintCommand command;
      command.tip = Tip::kTriangle;
      command.from = command.to = {35, 30};
      command.width = width;
      command.height = height;
      const auto spans = rasterise(command, kSize);
      REQUIRE(static_cast<int>(spans.size()) == height);
      CHECK(spans.back().last - spans.back().first + 1 == width);
      for (size_t i = 1; i < spans.size(); ++i)
        CHECK((spans[i].first <= spans[i - 1].first && spans[i].last >= spans[i - 1].last));
      if (height >= width) CHECK(spans.front().last - spans.front().first + 1 <= 2);
    }
}

TEST_CASE("a polygon has what is inside of its edges, and its edges") {
  Dice dice(4);
  for (int round = 0; round < 200; ++round) {
    PaintCommand command;
    command.shape = Shape::kPolygon;
    for (int i = dice.in(1, 9); i > 0; --i) command.corners.push_back(dice.cell());
    const auto spans = rasterise(command, kSize);
    check_runs(spans);
    const Cells cells = cells_of(spans);
    Cells edges;
    for (size_t i = 0; i < command.corners.size(); ++i) {
      PaintCommand line;
      line.from = command.corners[i];
      line.to = command.corners[(i + 1) % command.corners.size()];
      // In the direction in which it is drawn: a line back may pass other cells.
      for (const auto& cell : cells_of(rasterise(line, kSize))) edges.insert(cell);
    }
    for (const auto& edge : edges) REQUIRE(cells.contains(edge));
    // A ray from a little above the cell's middle, which no corner meets.
    for (int y = 0; y < kSize.height; ++y)
      for (int x = 0; x < kSize.width; ++x) {
        if (edges.contains({x, y})) continue;
        bool inside = false;
        for (size_t i = 0; i < command.corners.size(); ++i) {
          const CellPos a = command.corners[i];
          const CellPos b = command.corners[(i + 1) % command.corners.size()];
          const double at = y + 1e-6;
          if ((a.y > at) == (b.y > at)) continue;
          const double crossing = a.x + (at - a.y) * (b.x - a.x) / (b.y - a.y);
          if (crossing > x) inside = !inside;
        }
        REQUIRE(cells.contains({x, y}) == inside);
      }
  }
}

TEST_CASE("runs of cells are painted where they are put, in whatever order they come") {
  PaintCommand command;
  command.shape = Shape::kCells;
  command.from = {5, 6};
  command.cells = {{1, 3, 4}, {0, 0, 2}, {1, 0, 3}, {0, 9, 9}, {-9, 0, 3}};
  CHECK(rasterise(command, kSize) == std::vector<RowSpan>{{6, 5, 7}, {6, 14, 14}, {7, 5, 9}});
}

TEST_CASE("a flood fills what is joined to its cell, and nothing else") {
  Dice dice(5);
  for (int round = 0; round < 100; ++round) {
    std::vector<uint8_t> world(static_cast<size_t>(kSize.cells()));
    const int walls = dice.in(5, 60);  // percent
    for (uint8_t& cell : world) cell = dice.in(1, 100) <= walls ? 1 : 0;
    const auto entry_at = [&](CellPos cell) { return world[static_cast<size_t>(cell.y) * kSize.width + cell.x]; };
    const CellPos at{dice.in(0, kSize.width - 1), dice.in(0, kSize.height - 1)};
    const Joint joint = round % 2 == 0 ? Joint::kSide : Joint::kCorner;
    const auto spans = flood(at, kSize, entry_at, joint);
    check_runs(spans);
    Cells expected{{at.x, at.y}};
    std::vector<CellPos> open{at};
    while (!open.empty()) {
      const CellPos cell = open.back();
      open.pop_back();
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          if (joint == Joint::kSide && dx != 0 && dy != 0) continue;
          const CellPos to{cell.x + dx, cell.y + dy};
          if (contains(kSize, to) && entry_at(to) == entry_at(at) && expected.insert({to.x, to.y}).second)
            open.push_back(to);
        }
    }
    REQUIRE(cells_of(spans) == expected);
  }
  CHECK(flood({-1, 0}, kSize, [](CellPos) { return uint8_t{0}; }).empty());
}

TEST_CASE("what is mirrored covers the mirrored cells") {
  Dice dice(6);
  for (int round = 0; round < 300; ++round) {
    PaintCommand command;
    constexpr Shape kShapes[] = {Shape::kRect, Shape::kStroke, Shape::kEllipse, Shape::kPolygon, Shape::kCells};
    command.shape = kShapes[round % 5];
    command.tip = static_cast<Tip>(dice.in(0, 3));
    // Horizontal and upright lines: of others Bresenham's cells depend on the direction.
    command.from = dice.cell();
    command.to = command.shape != Shape::kStroke ? dice.cell()
                 : dice.in(0, 1) == 0            ? CellPos{dice.in(-9, 79), command.from.y}
                                                 : CellPos{command.from.x, dice.in(-9, 69)};
    command.width = dice.in(1, 12);
    if (dice.in(0, 1) == 0) command.height = dice.in(1, 12);
    if (command.tip == Tip::kCells) command.tip_cells = some_tip(dice, command);
    command.outline = dice.in(0, 3);
    if (command.shape == Shape::kPolygon)
      for (int i = 0; i < 4; ++i) command.corners.push_back({dice.in(0, 1) * 30, dice.in(0, 1) * 30});
    if (command.shape == Shape::kCells) command.cells = {{0, -3, 5}, {2, 1, 1}, {3, 0, 7}};
    const bool upright = dice.in(0, 1) == 0;
    if (command.tip == Tip::kTriangle && !upright) continue;  // it stands on its base in the mirror, too
    const int extent = upright ? kSize.width : kSize.height;
    const PaintCommand other = mirrored(command, upright ? Mirror::kUpright : Mirror::kLying, extent - 1);
    Cells expected;
    for (const auto& [x, y] : cells_of(rasterise(command, kSize)))
      expected.insert(upright ? std::pair{extent - 1 - x, y} : std::pair{x, extent - 1 - y});
    REQUIRE(cells_of(rasterise(other, kSize)) == expected);
    CHECK(work_of(command, kSize) >= std::ssize(expected));
    CHECK(mirrored(other, upright ? Mirror::kUpright : Mirror::kLying, extent - 1) == command);
  }
}
