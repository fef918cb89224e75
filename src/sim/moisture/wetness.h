// Wet grains: what their wetness does to how they move.
//
// A material may absorb a liquid. Each of its cells then holds a wetness w, from 0 to its wet_max, in 255ths of a cell
// of that liquid; wetting.h says how it gets in, spreads, and gets out again.
//
//   w = 0                       dry
//   0 < w <= wet_threshold      damp: grains cohere. A grain that has another one beside it, and something below it or
//                               what is static beside it, stays; so does one that hangs on such a grain, up to kOverhang
//                               cells away, with something above it. Walls of damp sand stand upright and bridge short
//                               gaps, and what is thrown at a wall sticks to it; needles and slats of single grains
//                               crumble
//   wet_threshold < w           overwet: the bridges of liquid between grains have gone, and it flows like mud
//
// The bridges need air: a grain with a liquid right beside or above it coheres with nothing. So a tide eats a castle
// from its face inwards. And they need rest: a grain that falls or has just landed, or has such a one beside or above it,
// coheres with nothing yet. It slides, to a slope of 45 degrees where its material's own is gentler. So what is built
// stands as it was built, and what is poured makes a heap: its bank fails, and ends somewhat steeper than that. The
// drier the sand, the fewer of its grains cohere or cling (which, is decided by the grain seed), so that the angle of
// repose rises smoothly with the wetness.
//
// Source: Witawat Rungjiratananon, Zoltan Szego, Yoshihiro Kanamori, Tomoyuki Nishita, "Real-time Animation of
// Sand-Water Interaction" (2008): the wetness, its threshold, and liquid bridges that fail above it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/cells/material_table.h"
#include "sim/cells/row_window.h"

namespace quicksand {

// The wetness that one cell of liquid turns into.
inline constexpr int kCellWetness = 255;

// How far a grain may hang sideways from one that is supported, in cells.
inline constexpr int kOverhang = 2;

// How far overwet grains move sideways to drop: slopes of about 9 degrees.
inline constexpr int kOverwetReach = 6;

// From a wetness of 256 / 2^kCohesionShift on all grains cohere.
inline constexpr int kCohesionShift = 3;

inline bool is_overwet(const MaterialTable& table, MaterialId id, uint8_t wetness) {
  return wetness > table.wet_threshold(id);
}

// Whether the grain that the window points to is damp, and damp enough for its seed: it coheres as soon as it rests in air.
inline bool clings(const MaterialTable& table, const RowWindow& rows) {
  const int wetness = *rows.wetness;
  if (wetness == 0 || wetness > table.wet_threshold(*rows.here)) return false;
  return *rows.grain_seed <= std::min(wetness << kCohesionShift, 255);
}

// The slope at which what clings slides, while nothing holds it, and whether that is steeper than its material's own.
inline constexpr Repose kDampRepose{1, 1};
inline bool is_gentler_than_damp(const Repose& own) { return own.reach > 1 && own.drop_at(1) == 1; }

// The slope at which a cell stands in the air that cohesion does not hold. In a liquid, where no more of it can get between
// the grains, even what is overwet keeps its material's own.
inline Repose slope_of(const MaterialTable& table, const RowWindow& rows) {
  const MaterialId id = *rows.here;
  if (is_overwet(table, id, *rows.wetness) && table.phase(id) == Phase::kPowder) return repose_of_reach(kOverwetReach);
  return is_gentler_than_damp(table.repose(id)) && clings(table, rows) ? kDampRepose : table.repose(id);
}

// Whether the grain that the window points to coheres with others.
inline bool coheres(const MaterialTable& table, const RowWindow& rows) {
  if (!clings(table, rows)) return false;
  if ((rows.speed[0] | rows.speed[-1] | rows.speed[1] | rows.speed_above[0]) != 0) return false;
  const auto is_liquid = [&](MaterialId id) { return table.phase(id) == Phase::kLiquid; };
  return !is_liquid(rows.here[-1]) && !is_liquid(rows.here[1]) && !is_liquid(rows.above[0]);
}

// Whether cohesion keeps the cell that the window points to where it is. Decided once in a tick, for all cells, before
// anything falls: so a grain is held until the tick is over, whatever goes on around it, and what it hangs on may go first.
inline bool is_held(const MaterialTable& table, const RowWindow& rows) {
  if (*rows.wetness == 0 || !coheres(table, rows)) return false;
  const auto bonds = [&](int i) { return rows.wetness[i] != 0 && coheres(table, rows.at(i)); };
  const auto is_firm = [&](MaterialId id) {
    return table.phase(id) == Phase::kPowder || table.phase(id) == Phase::kStatic;
  };
  const auto is_static = [&](MaterialId id) { return table.phase(id) == Phase::kStatic; };
  const auto is_supported = [&](int i) {
    return is_firm(rows.below[i]) || is_static(rows.here[i - 1]) || is_static(rows.here[i + 1]);
  };
  const auto can_hang = [&](int i) { return is_firm(rows.above[i]); };
  const bool left = bonds(-1);
  const bool right = bonds(1);
  if (!left && !right) return false;
  if (is_supported(0)) return true;
  if (!can_hang(0)) return false;
  for (const int side : {-1, 1})
    for (int i = side; bonds(i); i += side) {
      if (is_supported(i)) return true;
      if (i == side * kOverhang || !can_hang(i)) break;
    }
  return false;
}

}  // namespace quicksand
