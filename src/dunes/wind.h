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
#include <limits>
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

// The wind of one tick as columns have it. What it carries it takes a little to either side of its way, to another in each
// tick: so what grows in it hangs together across the wind, as ripples do. Steps of whole columns are rounded by lots
// that all columns share; those of many ticks come to the way itself.
class WindCourse {
 public:
  WindCourse(const WindSettings& settings, uint64_t tick);

  // How far sand goes that flies so far, up to 2 * kMostHop, in columns to the right and down.
  CellPos flight(int distance) const {
    return {sign_x_ * ((distance * flight_x_ + lot_x_) >> kBits), sign_y_ * ((distance * flight_y_ + lot_y_) >> kBits)};
  }

  // Shadows fall along lines that go one column ahead in each step, along rows or columns, whichever are nearer to the
  // wind's way, and up to one aside.
  bool goes_along_rows() const { return along_rows_; }
  // 1, or -1 where ahead is to smaller numbers.
  int step() const { return step_; }
  // How far aside such a line has got when it is so many steps from the edge upwind, or, below 0, before it.
  int aside_after(int steps) const {
    return side_ * static_cast<int>((int64_t{steps} * slant_ + lot_aside_) >> kBits);
  }
  // The last step from this one on after which it is as far aside.
  int last_step_so_far_aside(int steps) const {
    if (slant_ == 0) return std::numeric_limits<int>::max() - 1;
    const int64_t next = (((int64_t{steps} * slant_ + lot_aside_) >> kBits) + 1) << kBits;
    return static_cast<int>((next - lot_aside_ - 1) / slant_);
  }
  // By which they come down in a step, in units: where they are slanted, and steps are longer, by no more. They meet fewer
  // columns there, and by the angle alone little of the roughness out of which dunes grow would lie in any shadow: between
  // rows and columns these grew five times as slowly.
  int32_t shadow() const { return shadow_; }

 private:
  static constexpr int kBits = 16;

  int sign_x_;
  int sign_y_;
  int step_;
  int side_;
  bool along_rows_;
  // For each column of the way, and aside for each ahead, in 2^kBits-ths, as are the lots.
  int32_t flight_x_;
  int32_t flight_y_;
  int32_t slant_;
  int32_t lot_x_;
  int32_t lot_y_;
  int32_t lot_aside_;
  int32_t shadow_;
};

// Sand in flight comes down by so much a tick, in units.
inline constexpr int kFallSpeed = 2 * kUnit;

// The lift of the wind in which it flies a hop meanwhile, in 256ths. How much sand a wind lifts grows with the square
// of its speed, how far what falls is carried with the speed.
inline constexpr int kUsualLift = 64;

// While more than this flies from any column, all sand flies one hop: so however much comes down in one place,
// kMostHeight is the most that is ever in flight to it. What winds lift at once is a hundredth of it.
inline constexpr int32_t kMostAimedFlight = kMostHeight / (2 * kMostHop);

// Whether blow() will find the column in the shadow of one upwind. Looks at all of these; of many columns a Wind tells
// it sooner.
bool lies_in_shadow(const DuneState& state, const WindSettings& settings, CellPos cell);

// The wind has ended: what it carries comes down where it is, but onto columns that take none.
void let_down(DuneState& state);

class Wind {
 public:
  Wind(GridSize size, const DuneRows& rows);

  // The state's tick. Heights may have changed anywhere.
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
  void cast(const DuneState& state, const WindCourse& course, Parallel& parallel);
  void cast_along_rows(const DuneState& state, const WindCourse& course, int first);
  void cast_down_columns(const DuneState& state, const WindCourse& course, int first, int end);
  void aim_row(DuneState& state, const WindSettings& settings, const WindCourse& course, int y);
  void aim_a_hop(const WindSettings& settings, int y);
  template <class Action>
  void for_each_before_shadow(CellPos ahead, int y, uint32_t key, int limit, const Action& action) const;
  void gather_row(const DuneState& state, const WindSettings& settings, const WindCourse& course, int y,
                  int32_t* arriving) const;
  void carry_row(DuneState& state, const WindSettings& settings, const WindCourse& course, int y);

  DuneRows rows_;
  Plane<uint8_t> shadow_;
  Plane<uint8_t> reach_;  // of each column: how far sand flies from there in this tick
  std::vector<Flights> flights_of_row_;
  Plane<int32_t> next_flight_;
};

}  // namespace quicksand
