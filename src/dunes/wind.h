// Wind over a height field: saltation. In each tick some columns that the wind reaches lose a slab of sand. It flies a
// hop downwind, where a share of it stays, more on sand than on rock, and all in the shadow of what stands upwind; the
// rest flies on. What leaves the world downwind comes in upwind, unless the world is open: so sand is neither won nor
// lost. Slopes that get too steep are the sandpile's business (sandpile.h).
//
// Sand in flight is counted by column: `flight` of a column is what left it in the last tick.
//
// Source: Bradley Werner, "Eolian dunes: Computer simulations and attractor interpretation" (1995), here with mean
// shares where he draws lots for each slab.
#pragma once

#include <cstdint>

#include "core/parallel.h"
#include "core/plane.h"
#include "dunes/dune_rows.h"
#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"

namespace quicksand {

struct WindWay {
  double x = 0;
  double y = 0;
};

// Where it blows to, of length 1 within a three-hundredth. The same bits everywhere: the sine is Bhaskara's (about 629),
// which is exact at right angles.
WindWay wind_way(const WindSettings& settings);

// Sand hops along rows or columns. A wind that is turned from both goes along one or the other, so often in many ticks
// that sand gets to where it blows: the settings, without a turn, for the tick of this number.
WindSettings wind_at(const WindSettings& settings, uint64_t tick);

class Wind {
 public:
  Wind(GridSize size, const DuneRows& rows)
      : rows_(rows), shadow_(size), next_flight_(size), nothing_({size.width, 1}) {}

  // The state's tick. Heights may have changed anywhere. The wind is one without a turn.
  void blow(DuneState& state, const WindSettings& settings, Parallel& parallel);

  // After blow(): from the brinks of crests some slabs fly off as grains in the air. Each row is looked at every
  // kSprayRows-th tick.
  void blow_off(DuneState& state, const WindSettings& settings) const;
  static constexpr int kSprayRows = 8;

  // Whether the wind did not reach the column in the last tick.
  bool in_shadow(CellPos cell) const { return shadow_[cell] != 0; }

 private:
  void cast_along_rows(const DuneState& state, const WindSettings& settings, int first);
  void cast_down_columns(const DuneState& state, const WindSettings& settings, int first, int end);
  void carry_row(DuneState& state, const WindSettings& settings, int y);
  void carry_stretch(DuneState& state, const CarryRow& row, int y, int first, int end) const;

  DuneRows rows_;
  Plane<uint8_t> shadow_;
  Plane<int32_t> next_flight_;
  Plane<int32_t> nothing_;  // a row of zeros
};

}  // namespace quicksand
