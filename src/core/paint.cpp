#include "core/paint.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "core/check.h"

namespace quicksand {
namespace {

__extension__ using Wide = __int128;  // products of four coordinates

// A tip of extent w covers, along one axis, the offsets -(w-1)/2 .. w/2 from its centre cell.
int first_offset(int extent) { return -((extent - 1) / 2); }
int last_offset(int extent) { return extent / 2; }

// How much of a row is in a shape: from its left edge on, so many columns are left out at both ends. The row is `down`
// of `height` rows from the top.
struct Ellipse {
  int width;
  int height;

  // Whether the middle of the cell is within. Twice the distances from the middle are whole numbers. Of an even number of
  // cells the two in the middle count as one that lies there, so that a narrow one fills its box as well.
  bool covers(int column, int down) const {
    const auto from_middle = [](int64_t twice) -> Wide { return twice == 1 || twice == -1 ? 0 : twice; };
    const Wide x = from_middle(2 * int64_t{column} - (width - 1));
    const Wide y = from_middle(2 * int64_t{down} - (height - 1));
    const Wide w = width;
    const Wide h = height;
    return x * x * h * h + y * y * w * w <= w * w * h * h;
  }

  // The first column of the row; half the width or more: there is none.
  int first_column(int down) const {
    const double y = (2.0 * down - (height - 1)) / height;
    const double half = width * std::sqrt(std::max(0.0, 1 - y * y));  // twice the half
    int column = static_cast<int>((width - 1 - half) / 2);
    column = std::clamp(column, 0, (width - 1) / 2);
    while (column > 0 && covers(column - 1, down)) --column;
    while (2 * column < width && !covers(column, down)) ++column;
    return column;
  }
};

// The columns that a tip covers in a row, from its centre cell; `last` is below `first` where it has none.
struct TipSpan {
  int first;
  int last;
};

std::vector<TipSpan> tip_spans(int width, int height, Tip tip) {
  std::vector<TipSpan> spans;
  for (int down = 0; down < height; ++down) {
    int in = 0;
    if (tip == Tip::kRound) in = Ellipse{width, height}.first_column(down);
    // As many columns as the share of its height, at least one, and evenly: the tip has the same parity in every row.
    if (tip == Tip::kTriangle) in = std::min((width - 1) / 2, width * (height - 1 - down) / (2 * height));
    spans.push_back({first_offset(width) + in, last_offset(width) - in});
  }
  return spans;
}

// Both ends belong to it.
struct Box {
  CellPos first;
  CellPos last;

  int width() const { return last.x - first.x + 1; }
  int height() const { return last.y - first.y + 1; }
};

Box box_of(CellPos a, CellPos b) {
  return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
}

Box box_of(GridSize size) { return {{0, 0}, {size.width - 1, size.height - 1}}; }

// Calls visit(cell) for the cells of Bresenham's line, both ends included, in turn; those may be left out that lie
// outside of the box: a line may be far longer than what is seen of it.
template <class Visit>
void walk_line(CellPos from, CellPos to, const Box& box, const Visit& visit) {
  // A step along the longer of the two ways is one cell, along the shorter the nearest to the straight line.
  const auto walk = [&](int start, int end, int other_start, int other_end, int low, int high, const auto& visit_at) {
    const int way = start < end ? 1 : -1;
    const int other_way = other_start < other_end ? 1 : -1;
    const int64_t steps = std::abs(int64_t{end} - start);
    const int64_t rise = std::abs(int64_t{other_end} - other_start);
    const int64_t before = way > 0 ? int64_t{low} - start : int64_t{start} - high;
    const int64_t until = way > 0 ? int64_t{high} - start : int64_t{start} - low;
    for (int64_t step = std::max<int64_t>(before, 0); step <= std::min(steps, until); ++step) {
      const int64_t other = steps == 0 ? 0 : (2 * step * rise + steps) / (2 * steps);
      visit_at(static_cast<int>(start + way * step), static_cast<int>(other_start + other_way * other));
    }
  };
  if (std::abs(int64_t{to.x} - from.x) >= std::abs(int64_t{to.y} - from.y))
    walk(from.x, to.x, from.y, to.y, box.first.x, box.last.x, [&](int x, int y) { visit(CellPos{x, y}); });
  else
    walk(from.y, to.y, from.x, to.x, box.first.y, box.last.y, [&](int y, int x) { visit(CellPos{x, y}); });
}

std::vector<RowSpan> clipped(std::vector<RowSpan> spans, GridSize size) {
  for (RowSpan& span : spans) {
    span.first = std::max(span.first, 0);
    span.last = std::min(span.last, size.width - 1);
  }
  std::erase_if(spans,
                [&](const RowSpan& span) { return span.first > span.last || span.y < 0 || span.y >= size.height; });
  return spans;
}

// In order, and joined where they overlap or touch.
std::vector<RowSpan> merged(std::vector<RowSpan> spans) {
  std::sort(spans.begin(), spans.end(),
            [](const RowSpan& a, const RowSpan& b) { return a.y != b.y ? a.y < b.y : a.first < b.first; });
  std::vector<RowSpan> joined;
  for (const RowSpan& span : spans) {
    if (!joined.empty() && joined.back().y == span.y && span.first <= joined.back().last + 1)
      joined.back().last = std::max(joined.back().last, span.last);
    else
      joined.push_back(span);
  }
  return joined;
}

// The run of the rectangle or ellipse in this box in a row of it.
RowSpan run_in(Shape shape, const Box& box, int y) {
  RowSpan run{y, box.first.x, box.last.x};
  if (shape == Shape::kRect) return run;
  const int in = Ellipse{box.width(), box.height()}.first_column(y - box.first.y);
  return {y, run.first + in, run.last - in};
}

// For rows from `top` to `bottom` of an ellipse, counted from its top, the first column that is `rim` cells or more
// away from all that is left of the ellipse, up to `rim` rows above and below. What is right of it is the same in a
// mirror.
//
// It is the greatest of edge(row) + reach(row - y), where reach, a quarter of a circle, is concave. So the row that it
// comes from moves downwards with y, and of the rows between two that are known only those between theirs are looked at
// (Alok Aggarwal and others, "Geometric applications of a matrix-searching algorithm", 1987).
std::vector<int> first_columns_inside(const Ellipse& ellipse, int rim, int top, int bottom) {
  std::vector<int> edge;
  for (int row = top - rim; row <= bottom + rim; ++row) edge.push_back(ellipse.first_column(row));
  std::vector<int> inside(static_cast<size_t>(bottom - top) + 1);
  struct Rows {
    int first, last;            // to be found, from `top`
    int from_first, from_last;  // which they come from, from `top` - `rim`
  };
  std::vector<Rows> rest{{0, bottom - top, 0, bottom - top + 2 * rim}};
  while (!rest.empty()) {
    const Rows rows = rest.back();
    rest.pop_back();
    if (rows.first > rows.last) continue;
    const int row = rows.first + (rows.last - rows.first) / 2;
    double most = -1;
    int from = rows.from_first;
    for (int other = std::max(rows.from_first, row); other <= std::min(rows.from_last, row + 2 * rim); ++other) {
      const double away = other - row - rim;
      const double column = edge[static_cast<size_t>(other)] + std::sqrt(double(rim) * rim - away * away);
      if (column <= most) continue;
      most = column;
      from = other;
    }
    inside[static_cast<size_t>(row)] = static_cast<int>(most);
    rest.push_back({rows.first, row - 1, rows.from_first, from});
    rest.push_back({row + 1, rows.last, from, rows.from_last});
  }
  return inside;
}

// The rim of a rectangle or ellipse is what lies nearer to its outside than `outline`: so it is as thick everywhere.
std::vector<RowSpan> box_spans(const PaintCommand& command, GridSize size) {
  const Box box = box_of(command.from, command.to);
  const int rim = std::clamp(command.outline, 0, std::min(box.width(), box.height()));
  // The rows in which there may be a hole.
  const int hole_top = std::max(box.first.y + rim, 0);
  const int hole_bottom = std::min(box.last.y - rim, size.height - 1);
  const bool has_hole = rim > 0 && hole_top <= hole_bottom && 2 * rim < box.width();
  std::vector<int> inside;
  if (has_hole && command.shape == Shape::kEllipse)
    inside = first_columns_inside({box.width(), box.height()}, rim, hole_top - box.first.y, hole_bottom - box.first.y);
  std::vector<RowSpan> spans;
  for (int y = std::max(box.first.y, 0); y <= std::min(box.last.y, size.height - 1); ++y) {
    const RowSpan run = run_in(command.shape, box, y);
    const bool may_have_hole = has_hole && y >= hole_top && y <= hole_bottom;
    const int in = !may_have_hole ? box.width() : inside.empty() ? rim : inside[static_cast<size_t>(y - hole_top)];
    if (2 * in >= box.width()) {
      spans.push_back(run);
      continue;
    }
    spans.push_back({y, run.first, box.first.x + in - 1});
    spans.push_back({y, box.last.x - in + 1, run.last});
  }
  return spans;
}

// A stroke is the union of its tip over the line's cells. Tips are convex and the line's cells are connected, so each
// row of the union is one run.
std::vector<RowSpan> stroke_spans(const PaintCommand& command, GridSize size) {
  const int height = command.height.value_or(command.width);
  const std::vector<TipSpan> tip = tip_spans(command.width, height, command.tip);
  const int top = std::max(std::min(command.from.y, command.to.y) + first_offset(height), 0);
  const int bottom = std::min(std::max(command.from.y, command.to.y) + last_offset(height), size.height - 1);
  std::vector<RowSpan> spans;
  for (int y = top; y <= bottom; ++y)
    spans.push_back({y, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()});
  const Box box{{-last_offset(command.width), -last_offset(height)},
                {size.width - 1 - first_offset(command.width), size.height - 1 - first_offset(height)}};
  walk_line(command.from, command.to, box, [&](CellPos centre) {
    if (centre.x + last_offset(command.width) < 0 || centre.x + first_offset(command.width) >= size.width) return;
    const int first = centre.y + first_offset(height);
    for (int i = std::max(0, top - first); i < height && first + i <= bottom; ++i) {
      if (tip[i].first > tip[i].last) continue;
      RowSpan& span = spans[first + i - top];
      span.first = std::min(span.first, centre.x + tip[i].first);
      span.last = std::max(span.last, centre.x + tip[i].last);
    }
  });
  return spans;
}

// The same for a tip of any cells: in a row of the world, how many of its runs begin before a cell and have not ended
// says whether one of them covers it.
std::vector<RowSpan> cells_stroke_spans(const PaintCommand& command, GridSize size) {
  const int width = command.width;
  const int height = command.height.value_or(command.width);
  std::vector<RowSpan> spans;
  if (!command.tip_cells.runs) return spans;
  const std::vector<RowSpan> tip = merged(clipped(*command.tip_cells.runs, {width, height}));
  std::vector<size_t> row_begin;  // of each of the tip's rows, and the end
  for (int row = 0; row <= height; ++row)
    row_begin.push_back(static_cast<size_t>(
        std::ranges::lower_bound(tip, row, {}, [](const RowSpan& run) { return run.y; }) - tip.begin()));
  std::vector<CellPos> corners;  // upper left ones of the tip, from above, where it lies in the world
  const Box box{{-last_offset(width), -last_offset(height)},
                {size.width - 1 - first_offset(width), size.height - 1 - first_offset(height)}};
  walk_line(command.from, command.to, box, [&](CellPos centre) {
    const CellPos corner{centre.x + first_offset(width), centre.y + first_offset(height)};
    if (corner.x < size.width && corner.x + width > 0 && corner.y < size.height && corner.y + height > 0)
      corners.push_back(corner);
  });
  if (corners.empty()) return spans;
  if (corners.front().y > corners.back().y) std::ranges::reverse(corners);
  const auto [leftmost, rightmost] = std::ranges::minmax(corners, {}, &CellPos::x);
  const int left = std::max(leftmost.x, 0);
  const int end = std::min(rightmost.x + width, size.width);
  const int bottom = std::min(corners.back().y + height, size.height);
  std::vector<int> changes(static_cast<size_t>(end - left) + 1);
  size_t above = 0;  // corners whose tip has ended
  for (int y = std::max(corners.front().y, 0); y < bottom; ++y) {
    std::ranges::fill(changes, 0);
    while (corners[above].y + height <= y) ++above;
    for (size_t i = above; i < corners.size() && corners[i].y <= y; ++i) {
      const auto row = static_cast<size_t>(y - corners[i].y);
      for (size_t run = row_begin[row]; run < row_begin[row + 1]; ++run) {
        ++changes[static_cast<size_t>(std::clamp(corners[i].x + tip[run].first, left, end) - left)];
        --changes[static_cast<size_t>(std::clamp(corners[i].x + tip[run].last + 1, left, end) - left)];
      }
    }
    int open = 0;
    for (int x = left; x < end; ++x) {
      const int before = open;
      open += changes[static_cast<size_t>(x - left)];
      if (before == 0 && open > 0) spans.push_back({y, x, end - 1});
      if (before > 0 && open == 0) spans.back().last = x - 1;
    }
  }
  return spans;
}

int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a % b < 0) != (b < 0) ? 1 : 0); }
int64_t ceil_div(int64_t a, int64_t b) { return -floor_div(-a, b); }

// What lies between every other pair of edges along a row, from the left; and the edges themselves.
std::vector<RowSpan> polygon_spans(const std::vector<CellPos>& corners, GridSize size) {
  std::vector<RowSpan> spans;
  if (corners.empty()) return spans;
  struct Crossing {  // x as a fraction
    int64_t above;
    int64_t below;
  };
  const auto [highest, lowest] =
      std::minmax_element(corners.begin(), corners.end(), [](CellPos a, CellPos b) { return a.y < b.y; });
  const int top = std::max(highest->y, 0);
  const int end = std::max(std::min(lowest->y, size.height), top);
  // Many edges may lie over the same cells: no more is held than has to be.
  constexpr size_t kManySpans = size_t{1} << 20;
  size_t most_spans = kManySpans;
  const auto join_if_many = [&] {
    if (spans.size() < most_spans) return;
    spans = merged(std::move(spans));
    most_spans = std::max(kManySpans, 2 * spans.size());
  };
  struct Edge {
    CellPos upper;
    CellPos lower;
  };
  std::vector<Edge> edges;
  for (size_t i = 0; i < corners.size(); ++i) {
    const CellPos a = corners[i];
    const CellPos b = corners[(i + 1) % corners.size()];
    walk_line(a, b, box_of(size), [&](CellPos cell) {
      if (contains(size, cell)) spans.push_back({cell.y, cell.x, cell.x});
    });
    if (a.y != b.y) edges.push_back(a.y < b.y ? Edge{a, b} : Edge{b, a});
    join_if_many();
  }
  std::vector<Crossing> row;
  for (int y = top; y < end; ++y) {
    row.clear();
    for (const auto& [a, b] : edges) {
      if (y < a.y || y >= b.y) continue;  // the lower end of an edge is the next one's
      const int64_t rows = b.y - a.y;
      row.push_back({a.x * rows + int64_t{y - a.y} * (b.x - a.x), rows});
    }
    std::sort(row.begin(), row.end(),
              [](const Crossing& a, const Crossing& b) { return Wide{a.above} * b.below < Wide{b.above} * a.below; });
    for (size_t i = 0; i + 1 < row.size(); i += 2) {
      const auto first = static_cast<int>(ceil_div(row[i].above, row[i].below));
      const auto last = static_cast<int>(floor_div(row[i + 1].above, row[i + 1].below));
      if (first <= last) spans.push_back({y, first, last});
    }
    join_if_many();
  }
  return spans;
}

// What else than cells takes time, as so many cells that are painted.
constexpr int64_t kCellsOfEllipseRow = 2;  // its ends are found
constexpr int64_t kCellsOfRimRow = 8;      // the row from which the rim is measured is searched
constexpr int64_t kCellsOfCrossing = 2;    // of a polygon's edge with a row
constexpr int64_t kCellsOfEdgeStep = 8;    // each is a run that is sorted and joined with others
constexpr int64_t kLooksOfCell = 8;        // so many looks at a row, or a run, of a stroke's tip are one cell

std::vector<RowSpan> moved(std::vector<RowSpan> spans, CellPos by) {
  for (RowSpan& span : spans) span = {span.y + by.y, span.first + by.x, span.last + by.x};
  return spans;
}

}  // namespace

std::vector<RowSpan> rasterise(const PaintCommand& command, GridSize size) {
  if (work_of(command, size) == 0) return {};  // it lies beside the world
  switch (command.shape) {
    case Shape::kAll: {
      PaintCommand all;
      all.shape = Shape::kRect;
      all.to = {size.width - 1, size.height - 1};
      return box_spans(all, size);
    }
    case Shape::kRect:
    case Shape::kEllipse:
      return clipped(box_spans(command, size), size);
    case Shape::kStroke:
      for (const int extent : {command.width, command.height.value_or(1)})
        QS_CHECK(extent >= 1 && extent <= kMaxBrushWidth, "a stroke's tip is out of range");
      return command.tip == Tip::kCells ? cells_stroke_spans(command, size)
                                        : clipped(stroke_spans(command, size), size);
    case Shape::kPolygon:
      return merged(clipped(polygon_spans(command.corners, size), size));
    case Shape::kCells:
      return merged(clipped(moved(command.cells, command.from), size));
    case Shape::kFlood:
      break;
  }
  QS_CHECK(false, "a shape that cannot be rasterised");
}

namespace {

TipCells cells_of_tip(const PaintCommand& command) {
  auto runs = std::make_shared<std::vector<RowSpan>>();
  const int first = first_offset(command.width);
  for (const TipSpan& span : tip_spans(command.width, command.height.value_or(command.width), command.tip))
    runs->push_back({static_cast<int>(runs->size()), span.first - first, span.last - first});
  return {std::move(runs)};
}

}  // namespace

PaintCommand mirrored(PaintCommand command, Mirror mirror, int twice_axis) {
  const bool upright = mirror == Mirror::kUpright;
  // A tip of even extent reaches farther on one side of its centre than on the other; in the mirror it is the other
  // side.
  const int extent = upright ? command.width : command.height.value_or(command.width);
  const int shift = command.shape == Shape::kStroke && extent % 2 == 0 ? 1 : 0;
  const auto flip = [&](CellPos& cell, int less) {
    (upright ? cell.x : cell.y) = twice_axis - (upright ? cell.x : cell.y) - less;
  };
  if (command.shape != Shape::kCells) {
    flip(command.from, shift);
    flip(command.to, shift);
  } else {
    flip(command.from, 0);
    for (RowSpan& span : command.cells)
      span = upright ? RowSpan{span.y, -span.last, -span.first} : RowSpan{-span.y, span.first, span.last};
  }
  if (!upright && command.shape == Shape::kStroke && command.tip == Tip::kTriangle) {  // it stands on its point then
    command.tip_cells = cells_of_tip(command);
    command.tip = Tip::kCells;
  }
  if (command.tip_cells.runs) {
    auto runs = std::make_shared<std::vector<RowSpan>>(*command.tip_cells.runs);
    for (RowSpan& run : *runs)
      run = upright ? RowSpan{run.y, extent - 1 - run.last, extent - 1 - run.first}
                    : RowSpan{extent - 1 - run.y, run.first, run.last};
    command.tip_cells.runs = std::move(runs);
  }
  for (CellPos& corner : command.corners) flip(corner, 0);
  if (command.velocity) (upright ? command.velocity->x : command.velocity->y) *= -1;
  return command;
}

const RowSpan* span_at(std::span<const RowSpan> spans, CellPos cell) {
  const auto span = std::lower_bound(spans.begin(), spans.end(), cell,
                                     [](const RowSpan& a, CellPos at) { return is_before({a.last, a.y}, at); });
  return span != spans.end() && span->y == cell.y && span->first <= cell.x ? &*span : nullptr;
}

int64_t work_of(const PaintCommand& command, GridSize size) {
  // How much of the places from one to the other, and so far beyond them, lies in the world, or so far beside it. They
  // come in any order.
  const auto within = [](int one, int other, int beyond, int extent, int beside = 0) -> int64_t {
    const int64_t first = std::max<int64_t>(int64_t{std::min(one, other)} - beyond, -beside);
    const int64_t last = std::min<int64_t>(int64_t{std::max(one, other)} + beyond, int64_t{extent} - 1 + beside);
    return std::max<int64_t>(last - first + 1, 0);
  };
  const auto box = [&](int beyond) {
    return within(command.from.x, command.to.x, beyond, size.width) *
           within(command.from.y, command.to.y, beyond, size.height);
  };
  // The cells of a line that walk_line() visits, in a world with so much beside it.
  const auto steps = [&](CellPos from, CellPos to, int beside) {
    const bool lies = std::abs(int64_t{to.x} - from.x) >= std::abs(int64_t{to.y} - from.y);
    return lies ? within(from.x, to.x, 0, size.width, beside) : within(from.y, to.y, 0, size.height, beside);
  };
  switch (command.shape) {
    case Shape::kAll:
    case Shape::kFlood:
      return size.cells();
    case Shape::kRect:
      return box(0);
    case Shape::kEllipse: {
      const int64_t cells = box(0);
      if (cells == 0) return 0;
      const int64_t rows = within(command.from.y, command.to.y, 0, size.height);
      if (command.outline <= 0) return cells + kCellsOfEllipseRow * rows;
      return cells + kCellsOfRimRow * (rows + 2 * int64_t{command.outline});
    }
    case Shape::kStroke: {
      const int height = command.height.value_or(command.width);
      const int widest = std::max(command.width, height);
      const int64_t cells = box(widest);
      if (cells == 0) return 0;
      const int64_t runs = command.tip_cells.runs ? std::ssize(*command.tip_cells.runs) : 0;
      const int64_t looks = command.tip == Tip::kCells ? height + runs : std::min(height, size.height);
      return cells + height + runs + steps(command.from, command.to, widest) * looks / kLooksOfCell;
    }
    case Shape::kPolygon: {
      if (command.corners.empty()) return 0;
      const auto [left, right] = std::ranges::minmax(command.corners, {}, &CellPos::x);
      const auto [top, bottom] = std::ranges::minmax(command.corners, {}, &CellPos::y);
      const int64_t rows = within(top.y, bottom.y, 0, size.height);
      const int64_t columns = within(left.x, right.x, 0, size.width);
      if (rows == 0 || columns == 0) return 0;
      const int64_t corners = std::ssize(command.corners);
      int64_t edges = 0;
      for (size_t i = 0; i < command.corners.size(); ++i)
        edges += steps(command.corners[i], command.corners[(i + 1) % command.corners.size()], 0);
      return rows * (columns + kCellsOfCrossing * corners) + kCellsOfEdgeStep * edges;
    }
    case Shape::kCells: {
      int64_t cells = 0;
      for (const RowSpan& run : command.cells)
        cells += 1 + within(command.from.x + run.first, command.from.x + run.last, 0, size.width);
      return cells;
    }
  }
  return 0;
}

}  // namespace quicksand
