// Electric charge: sparks run along conductors, a cell a tick, and light, heat, open or set off what holds charge.
//
// Charge is a number of ticks in kTimerPlane, and moves with its cell. All cells are looked at with what they and their
// eight neighbours held before the tick, so the order is of no influence:
//
//   conductor  full, it carries a spark; then it counts down, and rests. At rest it takes a spark over from its
//              neighbours, if as many of them carry one as its material says: one or more in a plain wire, one or two in
//              Wireworld's, where gates are made of how wires meet. The longer it takes to rest, the less can a spark
//              find a way back into a thick wire that something has cut
//   source     counts down from full, and is full again: it carries a spark itself then
//   holder     full where a neighbour carries a spark, else one less than it had, or than the fullest of the four
//              holders beside it: so a body of any shape is lit as one, and goes out as one
//
// What holds charge, or has none left, may become another material, get warmer, or react otherwise; and what explodes
// by charge is set off by a spark beside it.
//
// Determinism: a function of the state; the heat is rounded by dice. One thread: it looks at charged cells and those
// around them only, which are few.
//
// Source of sparks that run along conductors: Brian Silverman's Wireworld (1987), in A. K. Dewdney, "Computer
// Recreations" (Scientific American, January 1990).
#pragma once

#include <vector>

#include "core/bit_plane.h"
#include "core/plane.h"
#include "core/shared_flag.h"
#include "sim/rows/block_queries.h"
#include "sim/tick/pass_work.h"

namespace quicksand {

class Charge {
 public:
  explicit Charge(GridSize size)
      : size_(size),
        asked_(size),
        asked_rows_(static_cast<size_t>(size.height)),
        looked_at_(size),
        looked_at_rows_(static_cast<size_t>(size.height)),
        next_(size) {}

  // Has the cell looked at in this tick, though it may have no charge: a source begins, and what changes without charge
  // does so. Several threads may call it for cells of different rows.
  void add(CellPos cell) {
    asked_.row(cell.y)[cell.x / 64] |= uint64_t{1} << cell.x % 64;
    asked_rows_[static_cast<size_t>(cell.y)] = 1;
    any_asked_.raise();
  }

  // Whether any cell may hold charge, or was added.
  bool is_due(const SandboxState& state, const MaterialTable& table) const {
    return any_asked_.is_raised() || (table.charge().is_used() && state.cells.is_ever_used(kTimerPlane));
  }

  // Marks the cells that become others, or warmer, and those whose charge comes or goes. `work.cursor` is not used.
  void run(const PassWork& work, const BlockQueries& queries);

 private:
  void look_at_added(const PassWork& work);
  void look_around(const PassWork& work, CellPos cell);
  void look_at(const PassWork& work, CellPos cell);
  uint8_t next_timer(const PassWork& work, CellPos cell) const;
  int sparks_around(const PassWork& work, CellPos cell) const;
  static bool has_spark(const PassWork& work, CellPos cell);
  static void apply(const PassWork& work, CellPos cell, uint8_t next);

  GridSize size_;
  BitPlane asked_;  // a bit for each cell
  std::vector<uint8_t> asked_rows_;
  SharedFlag any_asked_;
  BitPlane looked_at_;  // a bit for each cell
  std::vector<uint8_t> looked_at_rows_;
  Plane<uint8_t>
      next_;  // of those that have been looked at: what they will hold. Pages that nobody writes cost no memory
};

}  // namespace quicksand
