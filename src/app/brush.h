// The player's brush: turns a step of the pointer into a paint command.
#pragma once

#include <cstdint>
#include <optional>

#include "core/geometry.h"
#include "core/paint.h"

namespace quicksand {

enum class BrushKind : uint8_t { kRound, kSquare, kSpray };
inline constexpr const char* kBrushNames[] = {"Round", "Square", "Spray"};

struct Brush {
  static constexpr int kMaxWidth = 200;

  BrushKind kind = BrushKind::kRound;
  int width = 9;                   // cells, 1..kMaxWidth
  bool replace = false;            // materials also take the place of others; erasing always does
  std::optional<uint8_t> wetness;  // as in PaintCommand; the game sets it in every frame (Tooling::moisture)

  void grow(int steps);  // by about a tenth each; negative steps shrink
};

// What a stroke of the pointer draws.
enum class StrokeShape : uint8_t { kFreehand, kLine, kRect };

// The command that draws from one cell to another; `entry` 0 erases.
PaintCommand brush_command(const Brush& brush, StrokeShape shape, uint8_t entry, CellPos from, CellPos to);

}  // namespace quicksand
