// Draws shapes: rectangles, ellipses and polygons, filled or as a rim; and fills what is joined.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "ui/tools/paint.h"

namespace quicksand {

// Where a drag has to end for sides of one length: as far along both as along the longer one.
inline CellPos squared(CellPos from, CellPos to) {
  const int side = std::max(std::abs(to.x - from.x), std::abs(to.y - from.y));
  return {from.x + (to.x < from.x ? -side : side), from.y + (to.y < from.y ? -side : side)};
}

inline CellPos end_of_shape(const ToolStep& step) {
  return step.shift ? squared(step.stroke.start, step.cell) : step.cell;
}

inline void hold_shape(const ToolStep& step) { step.stroke.last = end_of_shape(step); }

inline void release_shape(const ToolStep& step) {
  apply_paint(step, brush_command(step.tooling.brush, step.stroke.shape, step.stroke.ink, step.stroke.start,
                                  end_of_shape(step)));
}

// A cell until it is dragged.
inline Cursor shape_cursor(const Tooling& tooling, CellPos cell) {
  const Ink ink = ink_of(tooling);
  const CellPos from = tooling.stroke ? tooling.stroke->start : cell;
  const CellPos to = tooling.stroke ? tooling.stroke->last : cell;
  return {.outline = brush_command(tooling.brush, tooling.tool->shape, ink, from, to), .erases = ink.entry == 0};
}

inline void press_flood(const ToolStep& step) {
  if (contains(step.session.world().size(), step.cell)) paint_to(step, step.cell);
}

inline Cursor flood_cursor(const Tooling& tooling, CellPos cell) {
  Brush single = tooling.brush;
  single.width = 1;
  single.height.reset();
  const Ink ink = ink_of(tooling);
  return {.outline = brush_command(single, StrokeShape::kFreehand, ink, cell, cell), .erases = ink.entry == 0};
}

// A polygon has a corner where the button goes down, and wherever it is dragged to; it is closed and filled by a corner
// beside the first or the last one. It may have so many.
inline constexpr size_t kMostCornersDrawn = 2000;
inline constexpr int kCloses = 2;  // cells

inline bool is_beside(CellPos a, CellPos b) { return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) <= kCloses; }

inline bool closes_polygon(const Tooling& tooling, CellPos cell) {
  const std::vector<CellPos>& corners = tooling.corners;
  if (corners.size() < 3) return false;
  return corners.size() >= kMostCornersDrawn || is_beside(cell, corners.front()) || is_beside(cell, corners.back());
}

inline PaintCommand polygon_of(const Tooling& tooling) {
  PaintCommand command = brush_command(tooling.brush, StrokeShape::kPolygon, ink_of(tooling), {}, {});
  command.corners = tooling.corners;
  return command;
}

inline void press_polygon(const ToolStep& step) {
  Tooling& tooling = step.tooling;
  if (!closes_polygon(tooling, step.cell)) {
    if (tooling.corners.empty() || !is_beside(step.cell, tooling.corners.back())) tooling.corners.push_back(step.cell);
    return;
  }
  apply_paint(step, polygon_of(tooling));
  tooling.corners.clear();
}

inline void hold_polygon(const ToolStep& step) {
  std::vector<CellPos>& corners = step.tooling.corners;
  if (corners.empty()) return;  // this press has closed it
  for (const CellPos cell : step.passed)
    if (corners.size() < kMostCornersDrawn && !is_beside(cell, corners.back())) corners.push_back(cell);
}

// The edge of what is there with the pointer as its next corner.
inline Cursor polygon_cursor(const Tooling& tooling, CellPos cell) {
  if (tooling.corners.empty()) return flood_cursor(tooling, cell);
  PaintCommand command = polygon_of(tooling);
  command.corners.push_back(cell);
  return {.outline = command, .erases = command.entries.front() == 0};
}

}  // namespace quicksand
