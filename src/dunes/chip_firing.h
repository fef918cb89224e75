// Chip-firing, the textbook's sandpile: a column of four grains or more gives one to each of its four neighbours, and
// what goes over the edge is gone. The order makes no difference to where it ends.
//
// In a step every column fires as often as it can, at most kMostFirings times, all at once.
//
// Source: Deepak Dhar, "Self-organized critical state of sandpile automaton models" (1990).
#pragma once

#include <cstdint>
#include <vector>

#include "core/parallel.h"
#include "core/plane.h"
#include "dunes/dune_rows.h"
#include "dunes/dune_state.h"
#include "core/tile_grid.h"

namespace quicksand {

class ChipFiring {
 public:
  static constexpr int kMostFirings = 63;

  ChipFiring(GridSize size, const DuneRows& rows);

  // Runs so many steps, or as many as it takes until all is at rest. A grain is a whole kUnit of sand.
  void run(DuneState& state, int steps, Parallel& parallel);

  // Heights have changed since the last run.
  void wake() { is_loaded_ = false; }

  bool at_rest() const { return is_loaded_ && unstable_tiles_ == 0; }
  bool is_awake(CellPos cell) const { return !is_loaded_ || unstable_[tiles_.of(cell)] != 0; }

 private:
  // Grains that a byte does not hold.
  struct Reserve {
    CellPos cell;
    int32_t grains;
  };

  void load(const DuneState& state);
  void store(DuneState& state, int band);
  void fire_band(int band);
  void draw_on_reserves();

  DuneRows rows_;
  GridSize size_;
  TileGrid tiles_;
  bool is_loaded_ = false;
  int64_t unstable_tiles_ = 0;
  Plane<uint8_t> grains_;
  Plane<uint8_t> after_;
  std::vector<Reserve> reserves_;
  std::vector<uint8_t> unstable_;  // of each tile: a column in it is to fire
  std::vector<uint8_t> unstable_next_;
  std::vector<uint8_t> differs_;   // the two planes are not the same
  std::vector<uint8_t> is_dirty_;  // the state does not know its grains yet
};

}  // namespace quicksand
