// The part of a world that is drawn: a rectangle of cells, every cell of it or every n-th.
#pragma once

#include <cstdint>
#include <vector>

#include "core/geometry.h"
#include "core/world.h"
#include "view/display_mode.h"

namespace quicksand {

struct CellRect {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;

  bool operator==(const CellRect&) const = default;
};

// What a display mode says of a cell, beside its material.
enum class Mark : uint8_t { kNone, kAsleep, kFrozen, kActive };

// What a renderer needs to know of each sampled cell: four bytes, ready to be uploaded.
struct SampledCell {
  uint8_t entry;  // of the palette
  uint8_t tint;
  Mark mark = Mark::kNone;
  uint8_t wetness = 0;
};

struct CellWindow {
  GridSize world;  // the whole world's size
  CellRect rect;   // the cells that it shows
  DisplayMode mode = DisplayMode::kPlain;
  int step = 1;                    // one sample every `step` cells in both directions
  GridSize size;                   // samples; ceil(rect / step)
  std::vector<SampledCell> cells;  // row-major

  const SampledCell& at(int column, int row) const { return cells[static_cast<size_t>(row) * size.width + column]; }
};

// Fills `window` anew from the world, reusing its memory. The rectangle must lie in the world, step >= 1.
void sample_cells(const World& world, const CellRect& rect, int step, DisplayMode mode, CellWindow& window);

// The smallest step with which a rectangle needs at most `limit` samples along its longer side.
int step_for(const CellRect& rect, int limit);

}  // namespace quicksand
