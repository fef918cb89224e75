#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/panels/panels.h"

namespace quicksand {
namespace {

constexpr ImU32 kShadow = IM_COL32(0, 0, 0, 170);
constexpr ImU32 kDraws = IM_COL32(255, 255, 255, 210);
constexpr ImU32 kErases = IM_COL32(255, 120, 100, 190);
constexpr ImU32 kAim = IM_COL32(255, 220, 140, 200);
constexpr ImU32 kWayEdge = IM_COL32(0, 0, 0, 200);
constexpr ImU32 kAimEnd = IM_COL32(255, 220, 140, 220);

ImVec2 middle_of(const GameState& game, CellPos cell) {
  const Point pixel = game.camera.pixel_of({cell.x + 0.5, cell.y + 0.5});
  return {static_cast<float>(pixel.x), static_cast<float>(pixel.y)};
}

void draw_aim(const GameState& game, CellPos from, CellPos to) {
  ImDrawList* const draw = ImGui::GetBackgroundDrawList();
  draw->AddLine(middle_of(game, from), middle_of(game, to), kAim, 2);
  draw->AddCircleFilled(middle_of(game, to), 4, kAimEnd);
}

void draw_way(const GameState& game, std::span<const CellPos> way) {
  ImDrawList* const draw = ImGui::GetBackgroundDrawList();
  // Sand is as bright as the line.
  for (const auto& [colour, width] : {std::pair{kWayEdge, 5.0F}, {kAim, 2.0F}})
    for (size_t i = 1; i < way.size(); ++i)
      draw->AddLine(middle_of(game, way[i - 1]), middle_of(game, way[i]), colour, width);
}

// The outline is what a click would paint: the edge of the rasterised shape, in screen pixels.
void draw_outline(const GameState& game, const PaintCommand& command, ImU32 colour, float width) {
  constexpr int kLarge = 1 << 20;
  PaintCommand shifted = command;  // rasterised in a world of its own, so that the true world's edge does not cut it
  const int offset = kLarge / 2;
  for (CellPos* cell : {&shifted.from, &shifted.to}) *cell = {cell->x + offset, cell->y + offset};
  const std::vector<RowSpan> spans = rasterise(shifted, {kLarge, kLarge});
  ImDrawList* const draw = ImGui::GetBackgroundDrawList();
  const auto edge = [&](int x0, int y0, int x1, int y1) {
    const Point a = game.camera.pixel_of({static_cast<double>(x0 - offset), static_cast<double>(y0 - offset)});
    const Point b = game.camera.pixel_of({static_cast<double>(x1 - offset), static_cast<double>(y1 - offset)});
    const auto snap = [](double v) { return static_cast<float>(std::floor(v)) + 0.5F; };
    draw->AddLine({snap(a.x), snap(a.y)}, {snap(b.x), snap(b.y)}, colour, width);
  };
  // Above a row the edge shows where the row before does not reach; the same below, and at both ends.
  for (size_t i = 0; i < spans.size(); ++i) {
    const RowSpan& span = spans[i];
    const auto uncovered = [&](size_t other, int y) {
      if (other >= spans.size()) {
        edge(span.first, y, span.last + 1, y);
        return;
      }
      if (spans[other].first > span.first) edge(span.first, y, std::min(spans[other].first, span.last + 1), y);
      if (spans[other].last < span.last) edge(std::max(spans[other].last + 1, span.first), y, span.last + 1, y);
    };
    uncovered(i == 0 ? spans.size() : i - 1, span.y);
    uncovered(i + 1, span.y + 1);
    edge(span.first, span.y, span.first, span.y + 1);
    edge(span.last + 1, span.y, span.last + 1, span.y + 1);
  }
}

}  // namespace

void draw_cursor(const GameState& game, const PointerInput& pointer) {
  if (!is_over_world(game, pointer)) return;
  const Tooling& tooling = game.tooling;
  const Tool& tool = tooling.stroke ? *tooling.stroke->tool : *tooling.tool;
  const CellPos cell = game.camera.cell_of(pointer.at);
  const Cursor cursor = tool.cursor(tooling, cell);
  if (cursor.aimed_from) draw_aim(game, *cursor.aimed_from, cell);
  draw_way(game, cursor.way);
  if (!cursor.outline) return;
  draw_outline(game, *cursor.outline, kShadow, 3);
  draw_outline(game, *cursor.outline, cursor.erases ? kErases : kDraws, 1);
}

}  // namespace quicksand
