// What a cell holds after it has become of another material, or warmer.
#pragma once

#include <algorithm>

#include "sim/cells/state.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

// The bytes of the cell after it has become `material`, which is another one than it is of. What it held is gone, but
// for its heat, wetness that the new material takes up, too, and the speed of what falls on. `seed`: the new grain's.
// `heat`: by how much it gets warmer, in units. What comes into a void is as warm as its material comes.
inline CellBytes changed_cell(const SandboxState& state, const MaterialTable& table, CellPos cell, MaterialId material,
                              uint8_t seed, int heat) {
  const MaterialId former = state.material()[cell];
  CellBytes bytes = fresh_cell(state, table, material, seed);
  if (material != kVoid && (former != kVoid || heat != 0)) {
    const uint16_t before = former != kVoid
                                ? state.temperature(cell)
                                : temperature_of(bytes[kHeatLowPlane], bytes[kHeatHighPlane], state.ambient);
    set_temperature(bytes, warmed(before, heat), state.ambient);
  }
  if (table.absorbs(material) != kVoid && table.absorbs(material) == table.absorbs(former))
    bytes[kWetnessPlane] = std::min(state.wetness()[cell], static_cast<uint8_t>(table.wet_max(material)));
  const auto falls = [&](MaterialId id) {
    return table.phase(id) == Phase::kPowder || table.phase(id) == Phase::kLiquid;
  };
  if (falls(material) && falls(former)) bytes[kSpeedPlane] = state.cells[kSpeedPlane][cell];
  return bytes;
}

// Makes a cell that is not void warmer, by so many units. Marks it.
inline void warm_cell(SandboxState& state, CellPos cell, int heat, ActivityMap& activity) {
  const uint16_t excess = excess_of(warmed(state.temperature(cell), heat), state.ambient);
  state.cells[kHeatLowPlane][cell] = static_cast<uint8_t>(excess);
  state.cells[kHeatHighPlane][cell] = static_cast<uint8_t>(excess >> 8);
  state.cells.note_used(kHeatLowPlane, cell);
  state.cells.note_used(kHeatHighPlane, cell);
  activity.mark(cell);
}

}  // namespace quicksand
