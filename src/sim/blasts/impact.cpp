#include "sim/blasts/impact.h"

#include <algorithm>

namespace quicksand {

void set_off(SandboxState& state, CellPos cell, ActivityMap& activity, int waited) {
  uint8_t& timer = state.cells[kTimerPlane][cell];
  timer = std::max(timer, static_cast<uint8_t>(waited));
  state.cells.note_used(kTimerPlane, cell);
  activity.mark(cell);
}

void strike_by_landing(SandboxState& state, const MaterialTable& table, std::span<const Landing> landings,
                       ActivityMap& activity) {
  const BlastTable& laws = table.blasts();
  if (!laws.has_impacts()) return;
  for (const Landing& landing : landings) {
    const float blow = static_cast<float>(landing.speed) / kOneRow;
    if (laws.is_set_off(state.material()[landing.cell], blow)) set_off(state, landing.cell, activity);
    const CellPos below{landing.cell.x, landing.cell.y + 1};
    if (below.y < state.size.height && laws.is_set_off(state.material()[below], blow)) set_off(state, below, activity);
  }
}

void strike_by_grains(SandboxState& state, const MaterialTable& table, std::span<const GrainHit> hits,
                      ActivityMap& activity) {
  const BlastTable& laws = table.blasts();
  if (!laws.has_impacts()) return;
  Grains& grains = state.grains;
  for (size_t i = 0; i < hits.size(); ++i) {
    if (hits[i].speed <= 0) continue;
    if (laws.is_set_off(grains.material()[i], hits[i].speed)) grains.bytes(kTimerPlane)[i] = kSetOff;
    const CellPos cell = hits[i].cell;
    if (contains(state.size, cell) && laws.is_set_off(state.material()[cell], hits[i].speed))
      set_off(state, cell, activity);
  }
}

}  // namespace quicksand
