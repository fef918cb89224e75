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

PaintCommand brush_command(const Brush& brush, StrokeShape shape, uint8_t entry, CellPos from, CellPos to) {
  PaintCommand command;
  command.shape = shape == StrokeShape::kRect ? Shape::kRect : Shape::kStroke;
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

}  // namespace quicksand
