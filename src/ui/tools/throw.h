// Throws a brush full of the material from where the stroke began, the faster the longer the stroke.
#pragma once

#include <algorithm>

#include "app/session.h"
#include "ui/game/tooling.h"
#include "ui/tools/paint.h"

namespace quicksand {

// Cells of a stroke for one cell a tick of speed.
inline constexpr double kStrokeForSpeed = 18;

inline PaintCommand thrown_command(const Brush& brush, const Ink& ink, CellPos from, CellPos to) {
  PaintCommand command = brush_command(brush, StrokeShape::kFreehand, ink, from, from);
  command.onto = Onto::kEmpty;
  const auto speed = [](int distance) {
    return std::clamp(distance / kStrokeForSpeed, -kMaxForceSpeed, kMaxForceSpeed);
  };
  command.velocity = Velocity{speed(to.x - from.x), speed(to.y - from.y)};
  return command;
}

inline void release_throw(const ToolStep& step) {
  step.session.apply(thrown_command(step.tooling.brush, step.stroke.ink, step.stroke.start, step.cell));
}

inline Cursor throw_cursor(const Tooling& tooling, CellPos cell) {
  if (tooling.stroke) return {.aimed_from = tooling.stroke->start};
  return brush_cursor(tooling, cell);
}

}  // namespace quicksand
