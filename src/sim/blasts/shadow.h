// What stands in the way of a blast (blasts.h).
#pragma once

#include <algorithm>
#include <cmath>
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

// A blast on its way along a straight line, from cell to cell.
class BlastRay {
 public:
  // From the middle. `radius` in cells, `power` in cells a tick: the strength in the middle.
  BlastRay(const SandboxState& state, const MaterialTable& table, CellPos middle, float radius, float power)
      : state_(state), table_(table), middle_(middle), at_(middle), radius_(radius), power_(power) {}

  // What is left of the power when it gets to a cell.
  float share_at(CellPos cell) const {
    const auto x = static_cast<float>(cell.x - middle_.x);
    const auto y = static_cast<float>(cell.y - middle_.y);
    return 1 - std::sqrt(x * x + y * y) / radius_ - lost_;
  }
  // Whether it gets from where it is to the cell, one of the eight around or that one itself.
  bool reaches(CellPos cell) const { return !squeezes(state_, table_, at_, cell, share_at(cell) * power_); }
  // It has got there. Whether it goes on behind it.
  bool passes(CellPos cell) {
    const float hardness = hardness_against(state_, table_, cell, share_at(cell) * power_);
    lost_ += kBreakingLoss * hardness / power_;
    at_ = cell;
    return hardness < kShadow;
  }

 private:
  // The share of its hardness that a cell takes off a blast that breaks it.
  static constexpr float kBreakingLoss = 1.0F / 16;

  const SandboxState& state_;
  const MaterialTable& table_;
  CellPos middle_;
  CellPos at_;
  float radius_;
  float power_;
  float lost_ = 0;
};

// Whether the blast gets straight to a cell, past what casts a shadow.
inline bool sees(BlastRay ray, CellPos middle, CellPos cell) {
  const CellPos way{cell.x - middle.x, cell.y - middle.y};
  const int steps = std::max(std::abs(way.x), std::abs(way.y));
  for (int step = 0; step <= steps; ++step) {
    const CellPos at = steps == 0 ? middle : on_line(middle, way, step, steps);
    if (!ray.reaches(at)) return false;
    if (step < steps && !ray.passes(at)) return false;
  }
  return ray.share_at(cell) > 0;
}

}  // namespace quicksand
