// What stands in the way of a blast (blasts.h).
#pragma once

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "core/geometry.h"
#include "sim/cells/material_table.h"
#include "sim/cells/state.h"

namespace quicksand {

inline constexpr float kShadow = std::numeric_limits<float>::infinity();

// The hardness of a cell, which takes some of a blast of that strength, in cells a tick; 0 of what is no obstacle, and
// kShadow of what the blast does not break.
inline float hardness_against(const SandboxState& state, const MaterialTable& table, CellPos cell, float strength) {
  const MaterialId material = state.material()[cell];
  const BlastTable& blasts = table.blasts();
  if (table.phase(material) != Phase::kStatic || blasts.explodes(material)) return 0;
  const float hardness = blasts.hardness(material);
  return blasts.breaks(material) && strength > hardness ? hardness : kShadow;
}

// Whether a step from a cell to one of the eight around it squeezes between two that cast a shadow and touch at a
// corner.
inline bool squeezes(const SandboxState& state, const MaterialTable& table, CellPos from, CellPos to, float strength) {
  return from.x != to.x && from.y != to.y && hardness_against(state, table, {from.x, to.y}, strength) == kShadow &&
         hardness_against(state, table, {to.x, from.y}, strength) == kShadow;
}

// Cell number `step` of a straight line that takes `steps` of them to the cell that lies `way` from its first. Rounded
// away from zero at a half, so that left and right are alike. steps >= 1.
inline CellPos on_line(CellPos first, CellPos way, int step, int steps) {
  const auto share = [&](int value) {
    const int rounded = (2 * std::abs(value * step) + steps) / (2 * steps);
    return value < 0 ? -rounded : rounded;
  };
  return {first.x + share(way.x), first.y + share(way.y)};
}

// Whether a blast of that strength gets straight from one cell to another. How hard that one itself is does not matter.
inline bool sees(const SandboxState& state, const MaterialTable& table, CellPos from, CellPos to, float strength) {
  const CellPos way{to.x - from.x, to.y - from.y};
  const int steps = std::max(std::abs(way.x), std::abs(way.y));
  CellPos at = from;
  for (int step = 1; step <= steps; ++step) {
    if (hardness_against(state, table, at, strength) == kShadow) return false;
    const CellPos next = on_line(from, way, step, steps);
    if (squeezes(state, table, at, next, strength)) return false;
    at = next;
  }
  return true;
}

}  // namespace quicksand
