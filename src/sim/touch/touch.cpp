#include "sim/touch/touch.h"

#include <algorithm>
#include <optional>

#include "core/flood.h"
#include "sim/reactions/cell_change.h"

namespace quicksand {
namespace {

// Every cell of the disc that lies in the world, row by row.
template <class Action>
void for_each_cell(const TouchCommand& command, GridSize size, const Action& action) {
  const int r = command.radius;
  for (int dy = -r; dy <= r; ++dy)
    for (int dx = -r; dx <= r; ++dx) {
      const CellPos cell{command.at.x + dx, command.at.y + dy};
      if (dx * dx + dy * dy <= r * r && contains(size, cell)) action(cell, dx * dx + dy * dy);
    }
}

void warm_grains(SandboxState& state, const TouchCommand& command) {
  Grains& grains = state.grains;
  const float r = static_cast<float>(command.radius) + 0.5F;
  for (size_t i = 0; i < grains.size(); ++i) {
    const float dx = grains.x[i] - (static_cast<float>(command.at.x) + 0.5F);
    const float dy = grains.y[i] - (static_cast<float>(command.at.y) + 0.5F);
    if (dx * dx + dy * dy > r * r) continue;
    uint8_t& low = grains.bytes(kHeatLowPlane)[i];
    uint8_t& high = grains.bytes(kHeatHighPlane)[i];
    const uint16_t excess = excess_of(warmed(temperature_of(low, high, state.ambient), command.warmer), state.ambient);
    low = static_cast<uint8_t>(excess);
    high = static_cast<uint8_t>(excess >> 8);
  }
}

void press(SandboxState& state, const MaterialTable& table, const TouchCommand& command, ActivityMap& activity) {
  std::optional<CellPos> nearest;
  int least = 0;
  for_each_cell(command, state.size, [&](CellPos cell, int distance) {
    if (!table.charge().pressed(state.material()[cell]) || (nearest && distance >= least)) return;
    nearest = cell;
    least = distance;
  });
  if (!nearest) return;
  const MaterialId former = state.material()[*nearest];
  const MaterialId into = *table.charge().pressed(former);
  if (into == former) return;
  // As sparks run: a slanted switch opens and closes as a whole.
  const auto material_at = [&](CellPos cell) { return state.material()[cell]; };
  for (const RowSpan& span : flood(*nearest, state.size, material_at, Joint::kCorner)) {
    CellRow row(state.cells, span.y);
    for (int x = span.first; x <= span.last; ++x) {
      const CellPos cell{x, span.y};
      row.put(x, changed_cell(state, table, cell, into, state.grain_seed()[cell], 0));
    }
    activity.mark(span);
  }
}

}  // namespace

void touch_world(SandboxState& state, const MaterialTable& table, const TouchCommand& command, ActivityMap& activity) {
  if (command.warmer != 0) {
    for_each_cell(command, state.size, [&](CellPos cell, int) {
      const MaterialId material = state.material()[cell];
      if (material != kVoid && material != kWall) warm_cell(state, cell, command.warmer, activity);
    });
    warm_grains(state, command);
  }
  if (command.press) press(state, table, command, activity);
}

}  // namespace quicksand
