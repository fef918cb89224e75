#include "app/brush.h"

#include <algorithm>

namespace quicksand {
namespace {

constexpr double kSprayShare = 0.06;  // of the brush's cells, a step

int grown(int extent, int steps) {
  for (; steps > 0; --steps) extent = std::min(extent + std::max(1, extent / 10), Brush::kMaxWidth);
  for (; steps < 0; ++steps) extent = std::max(extent - std::max(1, extent / 10), 1);
  return extent;
}

Shape shape_of(StrokeShape shape) {
  switch (shape) {
    case StrokeShape::kRect:
      return Shape::kRect;
    case StrokeShape::kEllipse:
      return Shape::kEllipse;
    case StrokeShape::kPolygon:
      return Shape::kPolygon;
    case StrokeShape::kFlood:
      return Shape::kFlood;
    case StrokeShape::kFreehand:
    case StrokeShape::kLine:
      break;
  }
  return Shape::kStroke;
}

Tip tip_of(BrushKind kind) {
  if (kind == BrushKind::kTriangle) return Tip::kTriangle;
  if (kind == BrushKind::kPicture) return Tip::kCells;
  return kind == BrushKind::kSquare ? Tip::kSquare : Tip::kRound;
}

}  // namespace

GridSize Brush::tip() const {
  if (height || kind != BrushKind::kPicture || !picture) return {width, height.value_or(width)};
  const GridSize shown = picture->size();
  const int64_t in_proportion = (int64_t{2} * width * shown.height + shown.width) / (int64_t{2} * shown.width);
  return {width, static_cast<int>(std::clamp<int64_t>(in_proportion, 1, kMaxWidth))};
}

void Brush::grow(int steps) {
  width = grown(width, steps);
  if (height) height = grown(*height, steps);
}

PaintCommand brush_command(const Brush& brush, StrokeShape shape, const Ink& ink, CellPos from, CellPos to) {
  PaintCommand command;
  command.shape = shape_of(shape);
  command.from = command.shape == Shape::kFlood ? to : from;
  command.to = to;
  command.entries = {ink.entry};
  if (command.shape == Shape::kStroke) {
    command.width = brush.width;
    command.height = brush.height;
    command.tip = tip_of(brush.kind);
    if (command.tip == Tip::kCells) {
      const GridSize tip = brush.tip();
      command.height = tip.height;
      if (brush.picture)
        command.tip_cells = brush.picture->cells(tip);
      else
        command.tip = Tip::kRound;
    }
  }
  if (shape == StrokeShape::kRect || shape == StrokeShape::kEllipse) command.outline = brush.rim;
  if (brush.kind == BrushKind::kSpray) command.fill_limit = dice_limit(kSprayShare);
  if (ink.entry != 0) command.wetness = brush.wetness;
  if (command.shape == Shape::kFlood) return command;  // it covers what it begins on, and nothing else
  if (brush.covers == Covers::kAlike) {
    command.onto = Onto::kEntry;
    command.onto_entry = ink.under;
  } else if (ink.entry != 0 && brush.covers == Covers::kEmpty) {
    command.onto = Onto::kEmpty;
  }
  return command;
}

std::vector<PaintCommand> with_symmetry(const PaintCommand& command, Symmetry symmetry, GridSize world) {
  std::vector<PaintCommand> commands{command};
  const auto add = [&](Mirror mirror, int extent) {
    for (size_t i = commands.size(); i-- > 0;) commands.push_back(mirrored(commands[i], mirror, extent - 1));
  };
  if (symmetry == Symmetry::kLeftRight || symmetry == Symmetry::kBoth) add(Mirror::kUpright, world.width);
  if (symmetry == Symmetry::kUpDown || symmetry == Symmetry::kBoth) add(Mirror::kLying, world.height);
  return commands;
}

}  // namespace quicksand
