// Selects a part of the world, drags it elsewhere, and puts down what is held. The right button lets go of both.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/flood.h"
#include "core/language.h"
#include "core/patch.h"
#include "ui/tools/shapes.h"

namespace quicksand {

// What of the world is in these runs, which are as rasterise() gives them. Null: it is too large, or takes no patches.
inline std::shared_ptr<const Patch> patch_in(const World& world, std::span<const RowSpan> spans) {
  const CellBox box = box_around(spans);
  if (int64_t{box.right - box.left} * (box.bottom - box.top) > kMostPatchCells) return nullptr;
  return world.copy_cells(spans);
}

inline PaintCommand erasing(std::vector<RowSpan> spans) {
  PaintCommand erase;
  erase.shape = Shape::kCells;
  erase.cells = std::move(spans);
  erase.entries = {0};
  return erase;
}

inline bool is_selected(const Tooling& tooling, CellPos cell) {
  return std::ranges::any_of(tooling.selection, [&](const RowSpan& span) {
    return span.y == cell.y && cell.x >= span.first && cell.x <= span.last;
  });
}

// What is put down, or dragged away.
inline bool select_changes(const Tooling& tooling, CellPos cell) {
  return tooling.placing.has_value() || is_selected(tooling, cell);
}

// What the stroke would select if it ended here: a rectangle, or with Shift what it goes round.
inline PaintCommand wanted_selection(const Tooling& tooling, CellPos cell) {
  PaintCommand area;
  area.entries = {1};
  if (!tooling.corners.empty()) {
    area.shape = Shape::kPolygon;
    area.corners = tooling.corners;
    return area;
  }
  area.shape = Shape::kRect;
  area.from = tooling.stroke ? tooling.stroke->start : cell;
  area.to = cell;
  return area;
}

inline void press_select(const ToolStep& step) {
  Tooling& tooling = step.tooling;
  const World& world = step.session.world();
  tooling.corners.clear();
  if (!world.takes_patches()) {
    tooling.complaint = said("Dunes cannot be copied: this tool works in worlds that are seen from the side");
    step.stroke.has_drawn = true;
    return;
  }
  if (step.stroke.erases) {
    if (tooling.placing && tooling.placing->lifted_from)
      step.session.apply(PasteCommand{tooling.placing->patch, *tooling.placing->lifted_from});
    tooling.placing.reset();
    tooling.selection.clear();
    step.stroke.has_drawn = true;
    return;
  }
  if (tooling.placing) {
    step.session.apply(PasteCommand{tooling.placing->patch, tooling.placing->at});
    tooling.placing.reset();
    step.stroke.has_drawn = true;
    return;
  }
  if (is_selected(tooling, step.cell)) {
    std::shared_ptr<const Patch> patch = patch_in(world, tooling.selection);
    if (!patch) {
      tooling.complaint = said("This is too much to be dragged: select less");
      return;
    }
    const CellBox box = box_around(tooling.selection);
    step.session.apply(erasing(tooling.selection));
    tooling.placing = Placing{std::move(patch), {box.left, box.top}, {step.cell.x - box.left, step.cell.y - box.top}};
    tooling.placing->lifted_from = tooling.placing->at;
    tooling.selection.clear();
    return;
  }
  tooling.selection.clear();
  if (step.shift) tooling.corners.push_back(step.cell);
  if (!step.control) return;
  tooling.selection = flood(step.cell, world.size(), [&](CellPos cell) { return world.entry_at(cell); });
}

inline void hold_select(const ToolStep& step) {
  Tooling& tooling = step.tooling;
  if (tooling.placing) tooling.placing->follow(step.cell);
  if (tooling.corners.empty()) return;
  for (const CellPos cell : step.passed)
    if (tooling.corners.size() < kMostCornersDrawn) tooling.corners.push_back(cell);
}

// What was dragged is put down, and selected where it is now.
inline void release_select(const ToolStep& step) {
  Tooling& tooling = step.tooling;
  const GridSize size = step.session.world().size();
  if (step.stroke.has_drawn) return;
  hold_select(step);
  if (tooling.placing) {
    const Placing placed = *std::exchange(tooling.placing, std::nullopt);
    step.session.apply(PasteCommand{placed.patch, placed.at});
    tooling.selection = cells_in(placed, size);
    return;
  }
  // A click takes the selection away.
  const bool is_drag = !(step.cell == step.stroke.start);
  if (is_drag && !step.stroke.control) tooling.selection = rasterise(wanted_selection(tooling, step.cell), size);
  tooling.corners.clear();
}

inline Cursor select_cursor(const Tooling& tooling, CellPos cell) {
  if (tooling.placing) return {};
  Cursor cursor;
  if (tooling.stroke && !tooling.stroke->control && !tooling.stroke->has_drawn)
    cursor.outline = wanted_selection(tooling, cell);
  return cursor;
}

}  // namespace quicksand
