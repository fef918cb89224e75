// What is painted where a shape depends on what is there: Shape::kFlood.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/paint.h"

namespace quicksand {

// What joins two cells: a side that they share, or a corner as well.
enum class Joint : uint8_t { kSide, kCorner };

// The cells that are joined with `at` by cells of the same entry, as rasterise() has them. None where `at` lies outside
// of the world. `entry_at(CellPos)` is asked for cells of the world alone.
template <class EntryAt>
std::vector<RowSpan> flood(CellPos at, GridSize size, const EntryAt& entry_at, Joint joint = Joint::kSide) {
  if (!contains(size, at)) return {};
  const uint8_t entry = entry_at(at);
  // Whole runs are found at once: a bit for each cell says that its run is known.
  const size_t words = (static_cast<size_t>(size.width) + 63) / 64;
  std::vector<uint64_t> known(words * static_cast<size_t>(size.height));
  const auto row = [&](int y) { return known.data() + words * static_cast<size_t>(y); };
  const auto is_open = [&](int x, int y) { return (row(y)[x / 64] >> (x % 64) & 1) == 0 && entry_at({x, y}) == entry; };
  std::vector<std::vector<RowSpan>> rows(static_cast<size_t>(size.height));
  std::vector<RowSpan> open;
  const auto add = [&](int x, int y) {
    RowSpan span{y, x, x};
    while (span.first > 0 && entry_at({span.first - 1, y}) == entry) --span.first;
    while (span.last + 1 < size.width && entry_at({span.last + 1, y}) == entry) ++span.last;
    for (int i = span.first; i <= span.last; ++i) row(y)[i / 64] |= uint64_t{1} << (i % 64);
    rows[static_cast<size_t>(y)].push_back(span);
    open.push_back(span);
  };
  add(at.x, at.y);
  while (!open.empty()) {
    const RowSpan span = open.back();
    open.pop_back();
    for (const int y : {span.y - 1, span.y + 1}) {
      if (y < 0 || y >= size.height) continue;
      const int aside = joint == Joint::kCorner ? 1 : 0;
      const int end = std::min(span.last + aside, size.width - 1);
      for (int x = std::max(span.first - aside, 0); x <= end; ++x)
        if (is_open(x, y)) add(x, y);
    }
  }
  std::vector<RowSpan> spans;
  for (std::vector<RowSpan>& found : rows) {
    std::sort(found.begin(), found.end(), [](const RowSpan& a, const RowSpan& b) { return a.first < b.first; });
    spans.insert(spans.end(), found.begin(), found.end());
  }
  return spans;
}

// The cells that a command paints in a world, whatever its shape.
template <class EntryAt>
std::vector<RowSpan> painted_cells(const PaintCommand& command, GridSize size, const EntryAt& entry_at) {
  return command.shape == Shape::kFlood ? flood(command.from, size, entry_at) : rasterise(command, size);
}

}  // namespace quicksand
