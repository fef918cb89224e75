// The state of a dunes world: a height field, seen from above, and what stands in it.
//
// Heights are whole numbers of kUnit to a cell's side, so that sums are exact in any order: sand is neither won nor
// lost, whatever the threads or the instruction set.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>

#include "core/paint.h"
#include "core/plane.h"
#include "dunes/free_grains.h"

namespace quicksand {

inline constexpr int32_t kUnit = 1024;

// Nothing is painted, piled or pushed up above this.
inline constexpr int32_t kMostPaintedHeight = 1 << 28;

// The same in cells: no number is larger that says how high something is, in a field of heights or the map of a body.
inline constexpr double kMostFieldHeight = kMostPaintedHeight / kUnit;

// A column that is higher takes no sand that flies, slides or is handed to it.
inline constexpr int32_t kFullHeight = 1 << 29;

// Where chips fire a column may start with so much. Nowhere is more in flight to one column.
inline constexpr int32_t kMostHeight = 1 << 30;

// So however sand moves, no column comes to hold more than this: what flies to one that is all but full. Chips, which
// fire whatever lies there, make none fuller than the fullest was, or than 255 of them.
inline constexpr int32_t kMostSand = kFullHeight + kMostHeight - 1;

// And no ground is higher: the last stroke that raises it starts below kMostPaintedHeight. With all the sand that there
// may be on it the sum fits 32 bits.
inline constexpr int32_t kMostGround = kMostPaintedHeight + kUnit;

// From a column to those at its sides.
inline constexpr CellPos kBeside[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

// Beside the world, where it has walls, and where it is open.
inline constexpr int32_t kWallHeight = std::numeric_limits<int32_t>::max();
inline constexpr int32_t kAbyss = std::numeric_limits<int32_t>::min();

// Called for columns that have changed.
using WakeColumns = std::function<void(const RowSpan&)>;

constexpr int32_t to_units(double cells) { return static_cast<int32_t>(cells * kUnit + (cells < 0 ? -0.5 : 0.5)); }

struct DuneState {
  DuneState() = default;
  DuneState(GridSize grid, uint64_t world_seed, bool is_open)
      : size(grid), seed(world_seed), height(grid), ground(grid), flight(grid), wetness(grid), wetness_part(grid) {
    set_border(is_open);
  }

  void set_border(bool is_open) {
    open = is_open;
    height.fill_margin(open ? kAbyss : kWallHeight);
    ground.fill_margin(open ? kAbyss : kWallHeight);
  }

  // What sand lies in a column, in units; the cell must lie in the world.
  int32_t sand(CellPos cell) const { return height[cell] - ground[cell]; }

  GridSize size;
  uint64_t seed = 1;
  uint64_t tick = 0;
  uint64_t paint_serial = 0;
  bool open = false;            // sand leaves over the edges
  Plane<int32_t> height;        // of the surface
  Plane<int32_t> ground;        // below the sand; never above the surface
  Plane<int32_t> flight;        // sand that the wind carries over each column
  Plane<uint8_t> wetness;       // of the sand; 255 is as wet as it gets
  Plane<uint8_t> wetness_part;  // and so many 256ths more (moist_sand.h)
  FreeGrains grains;            // sand in the air
  int64_t pressed = 0;          // the height that wet sand has lost under weights, in units
};

}  // namespace quicksand
