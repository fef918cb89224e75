// What a brush, a scene or a source does to a world: fill a shape with entries of its palette.
//
// A PaintCommand is plain data: it can be recorded, replayed, and given to any kind of world. Entries are numbers of
// the world's palette (see World::entry_names); entry 0 is always emptiness, so painting it erases.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/geometry.h"
#include "core/random.h"

namespace quicksand {

// The widest brush, in cells.
inline constexpr int kMaxBrushWidth = 512;

// A run of cells in a row; both ends belong to it.
struct RowSpan {
  int y;
  int first;
  int last;

  bool operator==(const RowSpan&) const = default;
};

enum class Shape : uint8_t {
  kAll,      // every cell of the world
  kRect,     // the cells from `from` to `to`, both included, in any order
  kStroke,   // a tip of `width` cells dragged in a straight line from `from` to `to`
  kEllipse,  // the largest that fits into that rectangle
  kPolygon,  // its `corners` in turn, with its edge; where it overlaps itself an even number of times, it has a hole
  kFlood,    // the cell `from`, and all that are joined to it side by side by cells of the same entry
  kCells,    // the runs of `cells`, which are as if `from` were (0, 0)
};

struct Velocity {
  double x = 0;  // to the right
  double y = 0;  // downwards

  bool operator==(const Velocity&) const = default;
};

enum class Tip : uint8_t {
  kRound,
  kSquare,
  kTriangle,  // it stands on its base
  kCells,     // the runs of TipCells
};

// The cells of a tip that no formula describes, from its upper left corner, in any order; what lies beyond its width
// and height does not paint. Commands share them.
struct TipCells {
  std::shared_ptr<const std::vector<RowSpan>> runs;  // null: none

  bool operator==(const TipCells& other) const {
    return runs == other.runs || (runs && other.runs && *runs == *other.runs);
  }
};

// Which cells a command may change.
enum class Onto : uint8_t { kAny, kEmpty, kEntry };

struct PaintCommand {
  Shape shape = Shape::kStroke;
  CellPos from;
  CellPos to;
  int width = 1;              // of a stroke's tip; 1..kMaxBrushWidth
  std::optional<int> height;  // of the tip, likewise; none: as its width
  Tip tip = Tip::kRound;
  TipCells tip_cells;  // with Tip::kCells
  int outline = 0;     // of a rectangle or an ellipse: how thick its rim is, which alone is painted; 0: all of it
  std::vector<CellPos> corners;  // of a polygon
  std::vector<RowSpan> cells;    // of Shape::kCells, in any order; they may overlap

  // Not empty. More than one: each painted cell becomes one of them, all equally likely.
  std::vector<uint8_t> entries;

  // The share of the shape's cells that is painted, chosen by the world's seeded noise.
  uint64_t fill_limit = dice_limit(1.0);

  // How wet the painted cells become, as far as their entries can be; 255 is as wet as liquid. Cells that hold the
  // entry already become so too; with Onto::kEmpty only if they are drier. None: new cells are dry, and cells that hold
  // the entry already stay as they are.
  std::optional<uint8_t> wetness;

  // How warm the painted cells become, in eighths of a degree Celsius. None, and with Onto::kEmpty: cells that hold the
  // entry already stay as they are; none: new cells are as warm as they come.
  std::optional<int> temperature;

  // In cells a tick, at most kMaxForceSpeed along each axis: what is painted flies, where a cell is empty and the entry
  // is one that can. None: it is where it is painted.
  std::optional<Velocity> velocity;

  Onto onto = Onto::kAny;
  uint8_t onto_entry = 0;  // with Onto::kEntry

  bool operator==(const PaintCommand&) const = default;
};

// A shape as runs that lie within a world of this size, in order of rising y and then of rising x. They do not touch
// each other. Of Shape::kFlood the world itself knows them: flood() in core/flood.h.
std::vector<RowSpan> rasterise(const PaintCommand& command, GridSize size);

// The run, of those that rasterise() gives, that holds the cell; null: none does.
const RowSpan* span_at(std::span<const RowSpan> spans, CellPos cell);

// About how many cells it takes to paint it in a world of this size, whatever lies there: what a file may ask for is
// limited by it.
int64_t work_of(const PaintCommand& command, GridSize size);

// The same command as in a mirror that stands upright where x is `twice_axis` / 2, or that lies where y is.
enum class Mirror : uint8_t { kUpright, kLying };
PaintCommand mirrored(PaintCommand command, Mirror mirror, int twice_axis);

}  // namespace quicksand
