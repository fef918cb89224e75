#include "view/cell_window.h"

#include <algorithm>

#include "core/check.h"

namespace quicksand {
namespace {

void mark_activity(const World& world, CellWindow& window) {
  std::vector<Activity> activity(static_cast<size_t>(world.size().width));
  SampledCell* cell = window.cells.data();
  for (int row = 0; row < window.size.height; ++row) {
    world.read_activity(window.rect.y + row * window.step, activity);
    for (int column = 0; column < window.size.width; ++column, ++cell) {
      const Activity of_cell = activity[static_cast<size_t>(window.rect.x + column * window.step)];
      cell->mark = of_cell == Activity::kActive   ? Mark::kActive
                   : of_cell == Activity::kFrozen ? Mark::kFrozen
                                                  : Mark::kAsleep;
    }
  }
}

}  // namespace

void sample_cells(const World& world, const CellRect& rect, int step, DisplayMode mode, CellWindow& window) {
  QS_CHECK(step >= 1 && rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= world.size().width &&
               rect.y + rect.height <= world.size().height,
           "a window of cells reaches out of the world");
  window.world = world.size();
  window.rect = rect;
  window.step = step;
  window.mode = mode;
  window.size = {(rect.width + step - 1) / step, (rect.height + step - 1) / step};
  window.cells.resize(static_cast<size_t>(window.size.cells()));

  const std::vector<PlaneView> planes = world.planes();
  const Plane<uint8_t>* const entries = find_plane(planes, "material");
  const Plane<uint8_t>* const tints = find_plane(planes, "tint");
  const Plane<uint8_t>* const wetness = find_plane(planes, "wetness");
  QS_CHECK(entries && tints, "this kind of world has no cells to draw");
  SampledCell* cell = window.cells.data();
  for (int row = 0; row < window.size.height; ++row) {
    const uint8_t* const entry = entries->row(rect.y + row * step) + rect.x;
    const uint8_t* const tint = tints->row(rect.y + row * step) + rect.x;
    const uint8_t* const wet = wetness ? wetness->row(rect.y + row * step) + rect.x : nullptr;
    for (int column = 0; column < window.size.width; ++column) {
      const int x = column * step;
      *cell++ = {entry[x], tint[x], Mark::kNone, wet ? wet[x] : uint8_t{0}};
    }
  }
  if (mode == DisplayMode::kActivity) mark_activity(world, window);
}

int step_for(const CellRect& rect, int limit) {
  return std::max(1, (std::max(rect.width, rect.height) + limit - 1) / limit);
}

}  // namespace quicksand
