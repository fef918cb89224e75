// The player's brush: turns the movement of a pointer into paint commands.
#pragma once

#include <cstdint>
#include <optional>

#include "core/force.h"
#include "core/geometry.h"
#include "core/paint.h"

namespace quicksand {

enum class BrushKind : uint8_t { kRound, kSquare, kSpray };

struct Brush {
  static constexpr int kMaxWidth = 200;

  BrushKind kind = BrushKind::kRound;
  int width = 9;                   // cells, 1..kMaxWidth
  bool replace = false;            // materials also take the place of others; erasing always does
  std::optional<uint8_t> wetness;  // as in PaintCommand

  void grow(int steps);  // by about a tenth each; negative steps shrink
};

// What a drag draws.
enum class DragShape : uint8_t { kFreehand, kLine, kRect };

// What the left button does.
enum class Tool : uint8_t {
  kPaint,  // draws
  kThrow,  // throws a brush full: from where the drag began, the faster the longer the drag
  kBlast,  // an explosion at each click
  kBlow,   // pushes away from the pointer, and along with it, as long as it is held
  kSuck,   // pulls towards it
};

// What a tool does to a world, per click or per tick, with the pointer at `at` and, since the last frame, moved by so
// many cells. Not for kPaint and kThrow.
ForceCommand tool_force(const Brush& brush, Tool tool, CellPos at, double moved_x, double moved_y);

// A brush full of the entry, thrown.
PaintCommand thrown_command(const Brush& brush, uint8_t entry, CellPos from, CellPos to);

// The command that draws from one cell to another; `entry` 0 erases.
PaintCommand brush_command(const Brush& brush, DragShape shape, uint8_t entry, CellPos from, CellPos to);

// A drag from button down to button up. Freehand paints at every step, and joins it to the last one so that a fast
// pointer leaves no gap; lines and rectangles paint when the button goes up.
class Drag {
 public:
  void begin(DragShape shape, uint8_t entry, CellPos at);
  bool active() const { return active_; }
  DragShape shape() const { return shape_; }
  uint8_t entry() const { return entry_; }
  CellPos start() const { return last_; }

  // The pointer is at this cell now. The command to apply, if any.
  std::optional<PaintCommand> move(const Brush& brush, CellPos at);
  std::optional<PaintCommand> end(const Brush& brush, CellPos at);
  void cancel() { active_ = false; }

 private:
  bool active_ = false;
  DragShape shape_ = DragShape::kFreehand;
  uint8_t entry_ = 0;
  CellPos last_;  // where the last step ended; where a line or rectangle starts
};

}  // namespace quicksand
