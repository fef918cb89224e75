#include "ui/panels/outline.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "ui/panels/theme.h"

namespace quicksand {
namespace {

void draw_outline(const GameState& game, const PaintCommand& command, ImU32 colour, float width) {
  constexpr int kLarge = 1 << 20;
  PaintCommand shifted = command;  // rasterised in a world of its own, so that the true world's edge does not cut it
  const int offset = kLarge / 2;
  const auto shift = [&](CellPos& cell) { cell = {cell.x + offset, cell.y + offset}; };
  shift(shifted.from);
  shift(shifted.to);
  for (CellPos& corner : shifted.corners) shift(corner);
  const std::vector<RowSpan> spans = rasterise(shifted, {kLarge, kLarge});
  ImDrawList* const draw = ImGui::GetBackgroundDrawList();
  const auto edge = [&](int x0, int y0, int x1, int y1) {
    const Point a = game.camera.pixel_of({static_cast<double>(x0 - offset), static_cast<double>(y0 - offset)});
    const Point b = game.camera.pixel_of({static_cast<double>(x1 - offset), static_cast<double>(y1 - offset)});
    const auto snap = [](double v) { return static_cast<float>(std::floor(v)) + 0.5F; };
    draw->AddLine({snap(a.x), snap(a.y)}, {snap(b.x), snap(b.y)}, colour, width);
  };
  // Between two rows the edge shows where one of them is painted and the other is not: from each end of their runs,
  // taken together from the left, to the next.
  std::vector<int> ends;  // of the row before, then of both
  int row = 0;            // the row before
  const auto close = [&](int y) {
    std::sort(ends.begin(), ends.end());
    for (size_t i = 0; i + 1 < ends.size(); i += 2)
      if (ends[i] != ends[i + 1]) edge(ends[i], y, ends[i + 1], y);
  };
  for (size_t i = 0; i < spans.size();) {
    const int y = spans[i].y;
    if (y != row + 1) {
      close(row + 1);
      ends.clear();
    }
    std::vector<int> here;
    for (; i < spans.size() && spans[i].y == y; ++i)
      for (const int x : {spans[i].first, spans[i].last + 1}) {
        here.push_back(x);
        edge(x, y, x, y + 1);
      }
    ends.insert(ends.end(), here.begin(), here.end());
    close(y);
    ends = std::move(here);
    row = y;
  }
  close(row + 1);
}

}  // namespace

void draw_edge(const GameState& game, const PaintCommand& command, ImU32 colour) {
  draw_outline(game, command, packed(Tint::kWorldShadow), 3);
  draw_outline(game, command, colour, 1);
}

}  // namespace quicksand
