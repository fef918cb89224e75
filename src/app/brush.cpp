#include "app/brush.h"

#include <algorithm>

namespace quicksand {
namespace {

constexpr double kSprayShare = 0.06;  // of the brush's cells, a step

// Cells of a drag for one cell a tick of speed.
constexpr double kDragForSpeed = 18;

// In cells a tick: of an explosion, by the brush's width; and what wind adds in each tick.
constexpr double kBlastSpeed = 2.5;
constexpr double kBlastSpeedPerCell = 0.07;
constexpr double kBlowSpeed = 0.4;
constexpr double kDragWind = 0.06;

constexpr int kLeastToolRadius = 8;

}  // namespace

void Brush::grow(int steps) {
  for (; steps > 0; --steps) width = std::min(width + std::max(1, width / 10), kMaxWidth);
  for (; steps < 0; ++steps) width = std::max(width - std::max(1, width / 10), 1);
}

PaintCommand brush_command(const Brush& brush, DragShape shape, uint8_t entry, CellPos from, CellPos to) {
  PaintCommand command;
  command.shape = shape == DragShape::kRect ? Shape::kRect : Shape::kStroke;
  command.from = from;
  command.to = to;
  command.width = brush.width;
  command.tip = brush.kind == BrushKind::kSquare ? Tip::kSquare : Tip::kRound;
  command.entries = {entry};
  if (brush.kind == BrushKind::kSpray) command.fill_limit = dice_limit(kSprayShare);
  if (entry != 0) command.wetness = brush.wetness;
  if (entry != 0 && !brush.replace) command.onto = Onto::kEmpty;
  return command;
}

ForceCommand tool_force(const Brush& brush, Tool tool, CellPos at, double moved_x, double moved_y) {
  ForceCommand force;
  force.at = at;
  force.radius = std::max(kLeastToolRadius, brush.width);
  switch (tool) {
    case Tool::kBlast:
      force.outward = std::min(kBlastSpeed + kBlastSpeedPerCell * brush.width, kMaxForceSpeed);
      break;
    case Tool::kBlow:
      force.outward = kBlowSpeed;
      force.x = std::clamp(kDragWind * moved_x, -1.0, 1.0);
      force.y = std::clamp(kDragWind * moved_y, -1.0, 1.0);
      break;
    case Tool::kSuck:
      force.outward = -kBlowSpeed;
      break;
    case Tool::kPaint:
    case Tool::kThrow:
      break;
  }
  return force;
}

PaintCommand thrown_command(const Brush& brush, uint8_t entry, CellPos from, CellPos to) {
  PaintCommand command = brush_command(brush, DragShape::kFreehand, entry, from, from);
  command.onto = Onto::kEmpty;
  const auto speed = [](int distance) { return std::clamp(distance / kDragForSpeed, -kMaxForceSpeed, kMaxForceSpeed); };
  command.velocity = Velocity{speed(to.x - from.x), speed(to.y - from.y)};
  return command;
}

void Drag::begin(DragShape shape, uint8_t entry, CellPos at) {
  active_ = true;
  shape_ = shape;
  entry_ = entry;
  last_ = at;
}

std::optional<PaintCommand> Drag::move(const Brush& brush, CellPos at) {
  if (!active_ || shape_ != DragShape::kFreehand) return std::nullopt;
  const CellPos from = last_;
  last_ = at;
  return brush_command(brush, shape_, entry_, from, at);
}

std::optional<PaintCommand> Drag::end(const Brush& brush, CellPos at) {
  if (!active_) return std::nullopt;
  active_ = false;
  return brush_command(brush, shape_, entry_, last_, at);
}

}  // namespace quicksand
