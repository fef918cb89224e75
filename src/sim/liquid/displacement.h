// What gives way to a liquid that comes up below it, or from the side.
//
// A supported liquid is pushed along a path, cell by cell, through supported liquids, its like and from there on
// lighter ones, to a void place: upwards as long as that goes, then aside. A supported powder that is lighter than what
// comes is lifted with all the powder above it, straight up. What is not supported, and a gas, gives way to void right
// beside it only. So everything stays in the space that it is in, and where there is no way out it does not give way at
// all.
//
// So whether something gives way depends on what is right beside it, on the powder in its column, and on bodies of
// which each is next to a denser one: a change is handed on in that direction (levelling.h).
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "core/bit_plane.h"
#include "sim/cells/material_table.h"
#include "sim/cells/state.h"
#include "sim/liquid/support.h"
#include "sim/rows/block_queries.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

class Displacement {
 public:
  explicit Displacement(GridSize size) : seen_(size) {}

  void set_materials(const MaterialTable& table);

  // What it takes to push what is in the place out of it: the sum, over all cells on the path, of their density times
  // the rows by which they rise. kNoRoom where there is no way out. gives: which fluids may be pushed.
  static constexpr int kNoRoom = std::numeric_limits<int>::max();
  int lift(const SandboxState& state, const Support& support, CellPos place, const BlockSet& gives);

  // Makes the place void, by pushing what is in it. Marks what it changes. Returns false, and changes nothing, where
  // there is no way out, or only one that takes more than most_lift.
  bool make_room(SandboxState& state, const Support& support, CellPos place, const BlockSet& gives, int most_lift,
                 ActivityMap& activity);

  // Forgets where there was no way out. To be called when cells have changed otherwise.
  void forget();

 private:
  struct Step {
    CellPos cell;
    int from;  // the step before; -1: none
  };

  bool see(CellPos cell);
  int find_path(const SandboxState& state, const Support& support, CellPos place, const BlockSet& gives);
  int lift_of(const SandboxState& state, int last) const;

  bool passes_on(MaterialId pushed, MaterialId next, CellPos way) const;

  std::array<int, 256> density_{};  // of liquids and powders; 0: of others
  std::array<uint8_t, 256> is_powder_{};
  const BlockSet* gives_ = nullptr;  // for which closed_in_ holds
  BitPlane seen_;
  std::vector<Step> steps_;  // of the search at work
  std::vector<int> open_;    // of these, whose neighbours have not been looked at
  std::vector<CellPos> closed_in_;
};

}  // namespace quicksand
