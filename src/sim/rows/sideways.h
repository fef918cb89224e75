// What a cell sees when it looks left and right. Shared by the freeze step and the scalar kernel.
#pragma once

#include <bit>
#include <cstdint>

#include "core/random.h"
#include "sim/cells/material_table.h"
#include "sim/cells/row_window.h"
#include "sim/cells/dice.h"
#include "sim/cells/rules.h"
#include "sim/moisture/wetness.h"
#include "sim/rows/row_watch.h"

namespace quicksand {

// Which way gases drift, for kFlowTicks: to the right by an odd number of bits that the grain seed has in common with a
// mask, or the other way round, by the dice. The mask is never 0, so that exactly half of all grain seeds go each way,
// and no seed goes one way for ever.
struct Flow {
  uint8_t mask;
  bool odd_goes_right;

  bool goes_right(uint8_t grain_seed) const {
    return (std::popcount(static_cast<uint8_t>(grain_seed & mask)) % 2 != 0) == odd_goes_right;
  }
};
inline Flow flow_of(uint64_t seed, uint64_t tick) {
  const uint32_t dice = row_key(seed, tick / kFlowTicks, kDiceFlow, 0);
  return {static_cast<uint8_t>(dice | 1), (dice >> 8 & 1) != 0};
}

// Powders and liquids move sideways only where they can then drop, so that they come to rest; gases move anyway.
inline bool drifts(Phase phase) { return phase == Phase::kGas; }

// Of several places to drop from, fluids take the farthest: pools level faster so.
inline bool runs_far(Phase phase) { return phase == Phase::kLiquid || phase == Phase::kGas; }

// One side of a cell. Distances are in cells; 0 means that there is no such place.
struct SideView {
  int drop = 0;       // where it moves to drop (what rises: to rise)
  int clear = 0;      // the farthest place that it can reach
  bool slip = false;  // it changes places with the fluid next to it
};

// Looks from the cell that the windows point to, as far as it reaches. `side` is -1 or 1. short_by: of a liquid's or gas's
// greatest reach.
//
// A place can be reached when it, and every cell on the way, is untouched void: nothing passes through a wall of one cell
// at any reach. The adjacent cell may also hold a fluid that the material displaces. From there a powder looks on through
// any fluid, so that it stands no steeper in a liquid than in the air, but it moves one cell. What is much too steep gives
// way in depth besides (slump/slump.h). The watch is told what is in its way (row_watch.h).
template <class Watch>
SideView look_sideways(const MaterialTable& table, const RowWindow& rows, const TouchedWindow& touched, int side,
                       int short_by, Watch& watch) {
  const MaterialId self = *rows.here;
  const bool rises = table.rises(self);
  const bool powder = table.phase(self) == Phase::kPowder;
  const bool far = runs_far(table.phase(self));
  const Repose in_air = slope_of(table, rows);
  const Repose& in_fluid = table.repose(self);
  const auto is_fluid = [&](MaterialId id) {
    return table.phase(id) != Phase::kPowder && table.phase(id) != Phase::kStatic;
  };
  const auto clear_if = [&](bool clear, const NoDrop& else_this) {
    if (!clear) watch.cannot_drop(else_this);
    return clear;
  };
  const auto can_drop = [&](int column, int drop) {
    const auto seen = [&](int row, MaterialId id, uint8_t is_touched) {
      return NoDrop{column, row, id, is_touched != 0};
    };
    if (rises)
      return clear_if(touched.above[column] == 0 && table.sink_chance(rows.above[column], self) > 0,
                      seen(-1, rows.above[column], touched.above[column]));
    if (touched.below[column] != 0 || table.sink_chance(self, rows.below[column]) == 0)
      return clear_if(false, seen(1, rows.below[column], touched.below[column]));
    for (int row = 2; row <= drop; ++row)
      if (touched.down(row)[column] != 0 || !is_fluid(rows.down(row)[column]))
        return clear_if(false, seen(row, rows.down(row)[column], touched.down(row)[column]));
    return true;
  };

  const int most = powder ? kMaxReach : kMaxFriction - short_by;

  SideView view;
  bool wades = false;
  for (int distance = 1; distance <= most; ++distance) {
    const int column = side * distance;
    const MaterialId there = rows.here[column];
    watch.stops(touched.here[column] != 0 ? SideStop::kTouched : SideStop::kTaken, distance, there);
    if (touched.here[column] != 0) break;
    if (there != kVoid) {
      if (distance == 1 ? table.slip_chance(self, there) == 0 : !powder || !is_fluid(there)) break;
      wades = true;
    }
    watch.stops(SideStop::kReach, distance, there);
    const Repose& slope = wades ? in_fluid : in_air;
    if (distance > slope.reach) break;
    if (!wades || distance == 1) view.clear = distance;
    view.slip = rows.here[side] != kVoid;
    if (can_drop(column, powder ? slope.drop_at(distance) : 1)) {
      view.drop = wades ? 1 : distance;
      watch.stops(SideStop::kFound, distance, there);
      if (!far) break;
    }
    if (wades && !powder) break;
  }
  return view;
}
inline SideView look_sideways(const MaterialTable& table, const RowWindow& rows, const TouchedWindow& touched, int side,
                              int short_by) {
  NoSideWatch none;
  return look_sideways(table, rows, touched, side, short_by, none);
}

}  // namespace quicksand
