// The player's brush: turns a step of the pointer into paint commands.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/brush_picture.h"
#include "core/geometry.h"
#include "core/paint.h"

namespace quicksand {

enum class BrushKind : uint8_t { kRound, kSquare, kTriangle, kSpray, kPicture };
inline constexpr const char* kBrushNames[] = {"Round", "Square", "Triangle", "Spray", "Picture"};

// Which cells the brush may change. Erasing takes everything but with kAlike.
enum class Covers : uint8_t {
  kEmpty,  // a material goes where nothing is
  kAll,
  kAlike,  // only what holds the same as the cell that the stroke begins on
};
inline constexpr const char* kCoversNames[] = {"Fills empty cells", "Draws over others", "Only what it starts on"};

// Whether every stroke is drawn a second time beyond the middle of the world.
enum class Symmetry : uint8_t { kNone, kLeftRight, kUpDown, kBoth };
inline constexpr const char* kSymmetryNames[] = {"None", "Left and right", "Up and down", "Both"};

struct Brush {
  static constexpr int kMaxWidth = 200;

  BrushKind kind = BrushKind::kRound;
  int width = 9;                                // cells, 1..kMaxWidth
  std::optional<int> height;                    // likewise; none: as its width, or in proportion to its picture
  std::shared_ptr<const BrushPicture> picture;  // with kPicture; null: it has not been given one
  int rim = 0;                                  // of rectangles and ellipses: how thick it is; 0: they are filled
  Covers covers = Covers::kEmpty;
  Symmetry symmetry = Symmetry::kNone;
  std::optional<uint8_t> wetness;  // as in PaintCommand; the game sets it in every frame (Tooling::moisture)

  GridSize tip() const;  // in cells

  void grow(int steps);  // by about a tenth each; negative steps shrink. A height of its own goes with the width
};

// What a stroke of the pointer draws.
enum class StrokeShape : uint8_t { kFreehand, kLine, kRect, kEllipse, kPolygon, kFlood };

// What a stroke draws with.
struct Ink {
  uint8_t entry = 0;  // 0 erases
  uint8_t under = 0;  // the entry on which the stroke began, for Covers::kAlike
};

// The command that draws from one cell to another. A polygon has no corners yet; a flood begins at `to`.
PaintCommand brush_command(const Brush& brush, StrokeShape shape, const Ink& ink, CellPos from, CellPos to);

// The command, and what of it is seen in the mirrors that stand in the middle of a world of this size.
std::vector<PaintCommand> with_symmetry(const PaintCommand& command, Symmetry symmetry, GridSize world);

}  // namespace quicksand
