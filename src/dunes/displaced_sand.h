// Where the sand goes that bodies displace: from the columns in which it is above their roofs to the nearest that have
// room, by true distance to all that is full, so that it leaves bodies at all sides alike.
//
// Two things hold it: pockets that bodies shut in, which take no more than could lie in them; and rock, over which it
// is not lifted as long as there is a way round. Where rock is near, sand settles first as if that were walls.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"
#include "dunes/nearest_free.h"
#include "dunes/pockets.h"
#include "dunes/reachable_free.h"
#include "dunes/roofs.h"
#include "dunes/settling.h"

namespace quicksand {

class DisplacedSand {
 public:
  struct Task {
    DuneState& state;
    const PileSettings& pile;
    Roofs& roofs;                      // as they were again in the end
    std::span<const CellPos> covered;  // columns, by bodies that may touch one another
    Settling& settling;                // is to look at what has taken sand
    const WakeColumns& wake;
  };

  // Until no sand is above a roof in columns that are covered, or none has room beside. `too_high`: those of them in
  // which some is; in the end, where some has stayed. Moist sand is pressed together first.
  void push_out(const Task& task, std::vector<CellPos>& too_high);

 private:
  // A column with sand above its roof, which rock keeps from the nearest that has room.
  struct ShutOff {
    CellPos cell;
    CellPos to;
    int32_t level;  // of its sand, in units
  };

  template <class Action>
  void for_each_in_world(GridSize size, const Action& action) const;
  int32_t highest_ground(const DuneState& state) const;
  template <class IsFull, class Action>
  void for_each_full(const Task& task, const IsFull& is_full, const Action& action) const;
  template <class IsFull>
  void find_box(const Task& task, const IsFull& is_full);
  template <class IsFull>
  void list_free(const Task& task, const IsFull& is_full);
  void hand_all_on(const Task& task);
  void lay_walls(const Task& task);
  void settle_between_walls(const Task& task, size_t without_walls);
  void lay_lids(const Task& task);
  void lay_lids_near_walls(const Task& task);
  void press(const Task& task, CellPos cell);
  std::optional<CellPos> aside_of(const Task& task, CellPos cell);
  bool give(const Task& task, CellPos cell, CellPos to);
  bool hand_on(const Task& task, int32_t least_room);
  void find_ways_round(const Task& task);

  NearestFree nearest_;
  ReachableFree reachable_;
  Pockets pockets_;
  std::vector<CellPos> too_high_;  // columns with sand above their roofs
  std::vector<CellPos> lids_;      // columns that take no more than may lie there
  std::vector<CellPos> walls_;     // columns of rock that takes none
  std::vector<ShutOff> shut_off_;
  CellBox box_;                   // around the columns that are full
  std::vector<uint8_t> is_free_;  // a byte for each column of it
};

}  // namespace quicksand
