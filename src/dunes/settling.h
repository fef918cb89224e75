// Sand that bodies have heaped up settles at once, so that no column stays higher than its neighbour by the threshold.
// Ordinary sliding (sandpile.h) would not do: a column loses M a step, however much is heaped on it, and where sand slides
// together it grows.
//
// A column that is too high pours over into all its eight neighbours that are too low for it, until it is higher than each
// of them by seven eighths of the threshold, or as high as before: as water fills basins. That is exact, and has no side
// of its own. Then it is the neighbours' turn.
//
// How many turns that takes grows with the square of how far sand goes: far where the threshold is small, or where much is
// heaped up between walls. So a tick has a budget of columns to look at. What has used its share of it settles to steeper
// slopes, which sand reaches sooner; from these it goes on by ordinary sliding.
#pragma once

#include <cstdint>
#include <vector>

#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"
#include "dunes/roofs.h"

namespace quicksand {

// What comes from sources may stand so much steeper than the threshold for a while: its edge climbs, and the pile below
// chases it.
inline constexpr int32_t kSourceSlack = kUnit / 2;

class Settling {
 public:
  // Room for so many columns that are too high at once, so that no tick has to ask for memory.
  void reserve(size_t columns);

  // A column that may be too high, or beside one that is.
  void look_at(const DuneState& state, CellPos cell);

  // Nowhere is looked at.
  void forget();

  // What bodies may have in a tick of a world of this size.
  static int64_t budget_for_bodies(GridSize size);

  // A tick begins, in which so many columns may be looked at, and run() is called so often. More often: what is left of
  // the budget is shared as if each were the last.
  void begin_tick(int64_t budget, int runs);
  // It is called once more than was said.
  void expect_another_run() { ++runs_left_; }

  // Until none that has been looked at, or that sand comes to, is higher than a neighbour by the threshold and the slack,
  // in units; or, where the budget does not reach, by more. Sand does not go where it has no room.
  void run(DuneState& state, const PileSettings& settings, const Roofs& roofs, int32_t slack, const WakeColumns& wake);

 private:
  struct Steepness {
    int32_t slack;    // what is less steep by that than the threshold stays as it is
    int32_t steeper;  // than the threshold, in rest and in motion
  };

  void list(CellPos cell);
  int64_t run_some(DuneState& state, const PileSettings& settings, const Roofs& roofs, const Steepness& steepness,
                   int64_t most, const WakeColumns& wake);
  void settle(DuneState& state, const PileSettings& settings, const Roofs& roofs, const Steepness& steepness,
              CellPos cell, const WakeColumns& wake);

  int64_t budget_ = 0;  // so many columns may still be looked at in this tick
  int runs_left_ = 1;
  std::vector<CellPos> now_;
  std::vector<CellPos> next_;
  Plane<uint8_t> is_listed_;
};

}  // namespace quicksand
