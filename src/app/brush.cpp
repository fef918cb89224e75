#include "app/brush.h"

#include <algorithm>

namespace quicksand {
namespace {

constexpr double kSprayShare = 0.06;  // of the brush's cells, a step

}  // namespace

void Brush::grow(int steps) {
  for (; steps > 0; --steps) width = std::min(width + std::max(1, width / 10), kMaxWidth);
  for (; steps < 0; ++steps) width = std::max(width - std::max(1, width / 10), 1);
}

PaintCommand brush_command(const Brush& brush, DragShape shape, uint8_t entry, Cell from, Cell to) {
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

void Drag::begin(DragShape shape, uint8_t entry, Cell at) {
  active_ = true;
  shape_ = shape;
  entry_ = entry;
  last_ = at;
}

std::optional<PaintCommand> Drag::move(const Brush& brush, Cell at) {
  if (!active_ || shape_ != DragShape::kFreehand) return std::nullopt;
  const Cell from = last_;
  last_ = at;
  return brush_command(brush, shape_, entry_, from, at);
}

std::optional<PaintCommand> Drag::end(const Brush& brush, Cell at) {
  if (!active_) return std::nullopt;
  active_ = false;
  return brush_command(brush, shape_, entry_, last_, at);
}

}  // namespace quicksand
