// What gives way to a liquid that comes up below it, or from the side.
//
// A liquid is pushed along a path, cell by cell, through its like to a void place: upwards as long as that goes, then
// aside. A gas gives way to void right beside it only. So everything stays in the space that it is in, and where there is
// no way out it does not give way at all.
#pragma once

#include <vector>

#include "core/bit_plane.h"
#include "sim/cells/material_table.h"
#include "sim/cells/state.h"
#include "sim/rows/block_queries.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

class Displacement {
 public:
  explicit Displacement(GridSize size) : seen_(size) {}

  void set_liquids(const BlockSet& liquids) { liquids_ = liquids; }

  // Whether what is in the place can give way. gives: which fluids may be pushed.
  bool has_room(const SandboxState& state, CellPos place, const BlockSet& gives) { return find_path(state, place, gives) >= 0; }

  // Makes the place void, by pushing what is in it. Marks what it changes. Returns false, and changes nothing, where
  // there is no way out.
  bool make_room(SandboxState& state, CellPos place, const BlockSet& gives, ActivityMap& activity);

  // Forgets where there was no way out. To be called when cells have changed otherwise.
  void forget();

 private:
  struct Step {
    CellPos cell;
    int from;  // the step before; -1: none
  };

  bool see(CellPos cell);
  int find_path(const SandboxState& state, CellPos place, const BlockSet& gives);

  BlockSet liquids_;
  BitPlane seen_;
  std::vector<Step> steps_;  // of the search at work
  std::vector<int> open_;    // of these, whose neighbours have not been looked at
  std::vector<CellPos> closed_in_;
};

}  // namespace quicksand
