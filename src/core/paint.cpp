#include "core/paint.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "core/check.h"

namespace quicksand {
namespace {

// A tip of width w covers, along one axis, the offsets -(w-1)/2 .. w/2 from its centre cell.
int first_offset(int width) { return -((width - 1) / 2); }
int last_offset(int width) { return width / 2; }

// The half-open span of columns, relative to the centre cell, that a tip covers `dy` rows below its centre.
struct TipSpan {
  int first;
  int last;  // below first when the tip has no cell in this row
};

std::vector<TipSpan> tip_spans(int width, Tip tip) {
  std::vector<TipSpan> spans;
  const int shift = width % 2 == 0 ? 1 : 0;  // the centre of an even tip lies between two cells
  for (int dy = first_offset(width); dy <= last_offset(width); ++dy) {
    TipSpan span{first_offset(width), last_offset(width)};
    if (tip == Tip::kRound) {
      const auto outside = [&](int dx) {
        const int u = 2 * dx - shift;
        const int v = 2 * dy - shift;
        return u * u + v * v > width * width;
      };
      while (span.first <= span.last && outside(span.first)) ++span.first;
      while (span.first <= span.last && outside(span.last)) --span.last;
    }
    spans.push_back(span);
  }
  return spans;
}

// Calls visit(cell) for the cells of Bresenham's line, both ends included.
template <class Visit>
void walk_line(CellPos from, CellPos to, const Visit& visit) {
  const int dx = std::abs(to.x - from.x);
  const int dy = -std::abs(to.y - from.y);
  const int step_x = from.x < to.x ? 1 : -1;
  const int step_y = from.y < to.y ? 1 : -1;
  int error = dx + dy;
  for (CellPos cell = from;;) {
    visit(cell);
    if (cell == to) return;
    const int twice = 2 * error;
    if (twice >= dy) {
      error += dy;
      cell.x += step_x;
    }
    if (twice <= dx) {
      error += dx;
      cell.y += step_y;
    }
  }
}

std::vector<RowSpan> clipped(std::vector<RowSpan> spans, GridSize size) {
  for (RowSpan& span : spans) {
    span.first = std::max(span.first, 0);
    span.last = std::min(span.last, size.width - 1);
  }
  std::erase_if(spans, [&](const RowSpan& span) { return span.first > span.last || span.y < 0 || span.y >= size.height; });
  return spans;
}

std::vector<RowSpan> rect_spans(CellPos from, CellPos to, GridSize size) {
  std::vector<RowSpan> spans;
  const int top = std::max(std::min(from.y, to.y), 0);
  const int bottom = std::min(std::max(from.y, to.y), size.height - 1);
  for (int y = top; y <= bottom; ++y) spans.push_back({y, std::min(from.x, to.x), std::max(from.x, to.x)});
  return spans;
}

// A stroke is the union of its tip over the line's cells. A round or square tip is convex and the line's cells are
// connected, so each row of the union is one run.
std::vector<RowSpan> stroke_spans(const PaintCommand& command) {
  const std::vector<TipSpan> tip = tip_spans(command.width, command.tip);
  const int top = std::min(command.from.y, command.to.y) + first_offset(command.width);
  const int bottom = std::max(command.from.y, command.to.y) + last_offset(command.width);
  std::vector<RowSpan> spans;
  for (int y = top; y <= bottom; ++y)
    spans.push_back({y, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()});
  walk_line(command.from, command.to, [&](CellPos centre) {
    for (size_t i = 0; i < tip.size(); ++i) {
      if (tip[i].first > tip[i].last) continue;
      RowSpan& span = spans[centre.y + first_offset(command.width) + static_cast<int>(i) - top];
      span.first = std::min(span.first, centre.x + tip[i].first);
      span.last = std::max(span.last, centre.x + tip[i].last);
    }
  });
  return spans;
}

}  // namespace

std::vector<RowSpan> rasterise(const PaintCommand& command, GridSize size) {
  switch (command.shape) {
    case Shape::kAll:
      return rect_spans({0, 0}, {size.width - 1, size.height - 1}, size);
    case Shape::kRect:
      return clipped(rect_spans(command.from, command.to, size), size);
    case Shape::kStroke:
      QS_CHECK(command.width >= 1 && command.width <= kMaxBrushWidth, "a stroke's width is out of range");
      return clipped(stroke_spans(command), size);
  }
  QS_CHECK(false, "a shape is missing");
}

}  // namespace quicksand
