// Wind over a height field: saltation. In each tick some columns that the wind reaches lose a slab of sand. It flies a
// hop downwind, where a share of it stays, more on sand than on rock, and all in the shadow of what stands upwind; the
// rest flies on. What leaves the world downwind comes in upwind, unless the world is open: so sand is neither won nor
// lost. Slopes that get too steep are the sandpile's business (sandpile.h).
//
// Hops of sand that leaves a rise of the ground, one hop long or so, are longer, as it takes longer to come down; of
// sand that leaves a hollow shorter. So waves grow, ripples, of one to two hops from crest to crest: in a stronger wind
// longer ones. They grow out of hops that are long enough to differ; short ones leave the ground to dunes.
//
// Sand in flight is counted by column: `flight` of a column is what left it in the last tick.
//
// Sources: Bradley Werner, "Eolian dunes: Computer simulations and attractor interpretation" (1995), here with mean
// shares where he draws lots for each slab. Hiraku Nishimori and Noriyuki Ouchi, "Formation of ripple patterns and
// dunes by wind-blown sand" (1993): hops that depend on the ground.
#pragma once

#include <cstdint>
#include <vector>

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

// Where it blows to, of length 1 within a three-hundredth. The same bits everywhere: the sine is Bhaskara's (about
// 629), which is exact at right angles.
WindWay wind_way(const WindSettings& settings);

// Sand hops along rows or columns. A wind that is turned from both goes along one or the other, so often in many ticks
// that sand gets to where it blows: the settings, without a turn, for the tick of this number.
WindSettings wind_at(const WindSettings& settings, uint64_t tick);

// Sand in flight comes down by so much a tick, in units.
inline constexpr int kFallSpeed = 2 * kUnit;

// The lift of the wind in which it flies a hop meanwhile, in 256ths. How much sand a wind lifts grows with the square
// of its speed, how far what falls is carried with the speed.
inline constexpr int kUsualLift = 64;

// While more than this flies from any column, all sand of its row flies one hop; in a wind along columns, all of the
// world: so however much comes down in one place, kMostHeight is the most that is ever in flight to it. What winds lift
// at once is a hundredth of it.
inline constexpr int32_t kMostAimedFlight = kMostHeight / (2 * kMostHop);

// Whether blow() will find the column in the shadow of one upwind. Looks at all of these; of many columns a Wind tells
// it sooner. The wind is one without a turn.
bool lies_in_shadow(const DuneState& state, const WindSettings& settings, CellPos cell);

// The wind has ended: what it carries comes down where it is, but onto columns that take none.
void let_down(DuneState& state);

class Wind {
 public:
  Wind(GridSize size, const DuneRows& rows);

  // The state's tick. Heights may have changed anywhere. The wind is one without a turn.
  void blow(DuneState& state, const WindSettings& settings, Parallel& parallel);

  // After blow(): from the brinks of crests some slabs fly off as grains in the air. Each row is looked at every
  // kSprayRows-th tick.
  void blow_off(DuneState& state, const WindSettings& settings) const;
  static constexpr int kSprayRows = 8;

  // Casts the shadows alone.
  void cast(const DuneState& state, const WindSettings& settings, Parallel& parallel);

  // Whether the wind did not reach the column when shadows were cast last.
  bool in_shadow(CellPos cell) const { return shadow_[cell] != 0; }

 private:
  // Of the sand that leaves a row's columns.
  struct RowFlights {
    int nearest = 0;  // in columns
    int farthest = 0;
    bool is_heavy = false;  // more than kMostAimedFlight from one of them
  };
  static RowFlights flights_of(const uint8_t* reach, const int32_t* flight, int width);

  void cast_along_rows(const DuneState& state, const WindSettings& settings, int first);
  void cast_down_columns(const DuneState& state, const WindSettings& settings, int first, int end);
  void aim_row(DuneState& state, const WindSettings& settings, int y);
  void aim_a_hop(const WindSettings& settings, int y);
  void gather_row(const DuneState& state, const WindSettings& settings, int y, int32_t* arriving) const;
  void carry_row(DuneState& state, const WindSettings& settings, int y);

  DuneRows rows_;
  Plane<uint8_t> shadow_;
  Plane<uint8_t> reach_;  // of each column: how far sand flies from there in this tick
  std::vector<RowFlights> flights_of_row_;
  Plane<int32_t> next_flight_;
};

}  // namespace quicksand
