// Draws and erases: freehand, in straight lines, and in rectangles.
//
// Freehand paints when the button goes down and at every step, which it joins to the last one, so that a fast pointer
// leaves no gap. All other shapes are painted when the button comes up.
#pragma once

#include "app/session.h"
#include "core/language.h"
#include "ui/game/tooling.h"

namespace quicksand {

// Paints it, and beyond the mirrors that the brush has.
inline void apply_paint(const ToolStep& step, const PaintCommand& command) {
  Stroke& stroke = step.stroke;
  const World& world = step.session.world();
  const std::vector<PaintCommand> commands = with_symmetry(command, step.tooling.brush.symmetry, world.size());
  for (const PaintCommand& one : commands) stroke.has_drawn = stroke.has_drawn || world.has_room_for(one);
  if (!stroke.has_drawn)
    step.tooling.complaint = said("No empty cell here. \"Draws over others\" ({next-covers}) replaces what is there");
  for (const PaintCommand& one : commands)
    for (const PaintCommand& drawn : world.drawn_by_hand(one)) step.session.apply(drawn);
}

inline void paint_to(const ToolStep& step, CellPos cell) {
  Stroke& stroke = step.stroke;
  const PaintCommand command = brush_command(step.tooling.brush, stroke.shape, stroke.ink, stroke.last, cell);
  stroke.last = cell;
  apply_paint(step, command);
}

inline bool is_freehand(const ToolStep& step) { return step.stroke.shape == StrokeShape::kFreehand; }

inline void press_paint(const ToolStep& step) {
  if (is_freehand(step)) paint_to(step, step.cell);
}

// Seen from above every stroke heaps up. A brush that rests adds to its heap so seldom that sand slides off as fast.
inline constexpr uint64_t kTicksBetweenHeaps = 16;

// Where nothing moves, there is nothing new to fill; but a spray goes on.
inline bool goes_on_at_rest(const ToolStep& step) {
  const World& world = step.session.world();
  if (step.time_stands) return step.tooling.brush.kind == BrushKind::kSpray;
  return !world.seen_from_above() || world.tick() % kTicksBetweenHeaps == 0;
}

inline void hold_paint(const ToolStep& step) {
  if (!is_freehand(step)) return;
  for (const CellPos cell : step.passed) paint_to(step, cell);
  if (step.passed.empty() && goes_on_at_rest(step)) paint_to(step, step.cell);
}

inline void release_paint(const ToolStep& step) {
  if (!is_freehand(step)) return paint_to(step, step.cell);
  for (const CellPos cell : step.passed) paint_to(step, cell);
}

// What the stroke that goes on draws with, or the next one would.
inline Ink ink_of(const Tooling& tooling) { return tooling.stroke ? tooling.stroke->ink : Ink{tooling.entry}; }

// The edge of what the stroke would paint if it ended here.
inline Cursor brush_cursor(const Tooling& tooling, CellPos cell) {
  const bool dragged = tooling.stroke && tooling.stroke->shape != StrokeShape::kFreehand;
  const StrokeShape shape = dragged ? tooling.stroke->shape : StrokeShape::kFreehand;
  const CellPos from = dragged ? tooling.stroke->start : cell;
  const Ink ink = ink_of(tooling);
  return {.outline = brush_command(tooling.brush, shape, ink, from, cell), .erases = ink.entry == 0};
}

}  // namespace quicksand
