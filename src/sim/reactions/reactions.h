// What happens where materials meet, and to materials by themselves as time passes: what cells/reaction_table.h lists.
//
// In each tick, before anything moves, the world's cells are cut into pairs of neighbours, in another way in each of
// four ticks: those side by side from an even column on, those one above the other from an even row on, and then both
// from odd ones. So every cell is in one pair at most, and in four ticks it meets each of its four neighbours once. In
// every fourth tick each cell is looked at for itself: it may decay, burn, explode, or change because it is hot or
// cold.
//
// Of each pair heat flows from the warmer to the colder (heat/heat_flow.h). Then one dice word decides: it passes
// through the pair's reactions in the order of the file until one takes it.
//
// Determinism: pairs of a tick share no cells, so their order has no influence. Dice depend on the place and the tick.
// A pair that cannot react is left out until one of its cells changes.
//
// Source of the idea: Tommaso Toffoli, Norman Margolus, "Cellular Automata Machines" (1987): cells in partitions that
// change with each step, so that what two cells do together is done once.
#pragma once

#include <cstdint>
#include <vector>

#include "core/bit_plane.h"
#include "core/parallel.h"
#include "sim/blasts/blasts.h"
#include "sim/cells/state.h"
#include "sim/charge/charge.h"
#include "sim/reactions/meeting_filter.h"
#include "sim/rows/block_queries.h"
#include "sim/tick/activity_map.h"
#include "sim/tick/pass_work.h"

namespace quicksand {

class Reactions {
 public:
  // Takes a cursor of the map.
  Reactions(GridSize size, ActivityMap& activity);

  // Call it when the materials are others.
  void set_materials(const MaterialTable& table, ActivityMap& activity);

  // Whether anything can happen: among these materials, or because something is warmer or colder than its surroundings.
  bool is_due(const SandboxState& state) const { return reacts_ || has_heat(state) || has_timers(state); }

  // What is due before tick number state.tick. Marks the cells that it changes. `work.cursor` is not used.
  // Adds the cells that explode, and those that charge has to look at.
  void run(const PassWork& work, const BlockQueries& queries, Parallel& parallel, Blasts& blasts, Charge& charge);

  // Whether all that anybody has to look at are cells between which heat may flow: since the begin of the last cycle of
  // kMeetingTicks nothing has changed, and nothing could have reacted, burned or decayed.
  bool only_heat_is_left(const ActivityMap& activity) const {
    return is_quiet_ && !acts_.is_raised() && activity.times_changed() == times_changed_ &&
           !activity.any_left_but(cursor_);
  }

 private:
  // The pairs of one tick.
  struct Pairing {
    bool upright;  // one cell above the other; else side by side
    int offset;    // the first column, or row, of a pair: 0 or 1
  };
  // What all of them share.
  struct Step {
    const PassWork& work;
    const BlockQueries& queries;
    Blasts& blasts;
    Charge& charge;
    uint64_t tick_key;
    bool has_heat;  // anything may be warmer or colder than its surroundings, or seem so
    bool has_timers;  // anything may burn, be set off or hold charge
  };

  static bool has_heat(const SandboxState& state) {
    return state.cells.is_ever_used(kHeatLowPlane) || state.cells.is_ever_used(kHeatHighPlane);
  }
  static bool has_timers(const SandboxState& state) { return state.cells.is_ever_used(kTimerPlane); }
  static Pairing pairing_of(uint64_t tick) { return {tick % 2 != 0, tick % 4 >= 2 ? 1 : 0}; }
  void find_sets(const PassWork& work);
  void begin_cycle(ActivityMap& activity);
  bool may_act(const ActivityMap& activity, int y) const;
  uint64_t near(const ActivityMap& activity, int y, int word) const;
  static uint64_t used_blocks(const Step& step, int plane, int y, int word);
  static uint64_t warm_blocks(const Step& step, int y, int word);
  void note_heat(const Step& step, int y, int block);
  void keep(ActivityMap& activity, int y, int word, uint64_t pending);
  void meet_beside(const Step& step, int y, int offset);
  void meet_upright(const Step& step, int y);
  MeetingCells meeting(const Step& step, CellPos block, CellPos first, CellPos second, uint32_t key);
  static bool is_possible(const Step& step, const Meeting& meeting, CellPos first, CellPos second);
  static bool any_possible(const Step& step, uint64_t pairs, CellPos first, CellPos second);
  void meet(const Step& step, CellPos first, CellPos second, uint32_t dice, uint32_t product_dice);
  void age_row(const Step& step, int y);
  static void forget_unused(const Step& step, int y, int x);
  void burn(const Step& step, CellPos cell, uint16_t temperature, uint32_t dice);
  bool catch_fire(const Step& step, CellPos burning, CellPos open, uint32_t dice);
  uint64_t flame_beside(const Step& step, int y, int x, uint32_t flame_key);
  uint64_t burning(const Step& step, int y, int block) const;
  void become(const Step& step, CellPos cell, MaterialId material, uint8_t seed, int heat);

  GridSize size_;
  ActivityMap::Cursor cursor_;  // what has changed in this cycle of four ticks, or may still act
  bool reacts_ = false;
  MeetingFilter filter_;
  // The filter's; marked is, besides, what seems colder than its surroundings though it has their temperature, because it
  // has begun to melt; at this ambient temperature.
  MeetingSets sets_;
  MeetingSets all_sets_;
  bool has_melting_ = false;
  bool changes_at_ambient_ = false;  // some material does, or burns
  int ambient_ = -1;
  BitPlane before_;  // the same of the cycle before; a bit for each block
  std::vector<uint8_t> row_before_;
  bool any_before_ = false;
  SharedFlag acts_;             // something could have happened in this cycle
  bool is_quiet_ = false;       // in the cycle before nothing could, and nothing had changed
  uint64_t times_changed_ = 0;  // by the map, when this cycle began
};

}  // namespace quicksand
