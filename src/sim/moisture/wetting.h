// How liquid gets into grains, through them, and out of them again.
//
// Every kWetTicks ticks, before the rows, the world is cut into quads of 2 x 2 cells, in each step with another of the
// four offsets, and each quad settles by itself. A grain's excess is its wetness above its wet_threshold.
//
//   absorb    A cell of liquid goes, and the grains that absorb it share its 255 units, those of the lower row first.
//             There must be room for all of it; and either the grains are below their thresholds, taken together, or
//             the cell was in the upper row and some of it gets into the lower one: under water grains fill up.
//   release   A void of the lower row becomes a cell of liquid, where the grains' excess amounts to 255 units: what is
//             soaked leaks at its sides and its foot.
//   spread    Half of a grain's excess goes to a grain beside, above or below it that is below its threshold.
//   drain     Half of it goes to the grain below, as far as that has room.
//   even out  Two grains side by side share their excess, if it differs much.
//
// Liquid gets past no corner that what is static and absorbs none of it closes on both sides: slanted walls are tight.
//
// So liquid is conserved to the unit: 255 * cells + wetness. And the steps come to an end. What the grains lack to
// their thresholds never grows; absorbing by lack and spreading make it less, so they happen only so often. All else
// lowers liquid, or does not lift it: absorbing from above and draining lower it, releasing does not lift it, and
// evening out ends by itself.
//
// At every kDryTicks-th tick grains that lie open to air may dry by a unit: that liquid is gone.
//
// Source of the rule of spreading: see wetness.h; w_j += k (w_i - threshold) / N, from a grain above its threshold to N
// neighbours below theirs. Ours is pairwise (N = 1, k = 1/2), which makes it exact in whole units. Of the quads:
// Tommaso Toffoli, Norman Margolus, "Cellular Automata Machines" (1987): the Margolus neighbourhood.
//
// Determinism: quads of one step share no cells, so their order has no influence. A quad in which nothing has changed
// since it settled would not change now, which is why most quads are left out.
#pragma once

#include <cstdint>
#include <vector>

#include "core/bit_plane.h"
#include "core/geometry.h"
#include "core/parallel.h"
#include "sim/rows/block_queries.h"
#include "sim/cells/material_table.h"
#include "sim/cells/state.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

// Steps are that many ticks apart, and fall between those of levelling.h.
inline constexpr int kWetTicks = 4;
inline constexpr int kWetPhase = 2;

// The offsets of the quads.
inline constexpr int kQuadOffsets = 4;

// Grains dry at every so-many-th tick.
inline constexpr int kDryTicks = 64;

class Wetting {
 public:
  // Takes a cursor of the map.
  Wetting(GridSize size, ActivityMap& activity);

  // Call it when the materials are others.
  void set_materials(const MaterialTable& table, ActivityMap& activity);

  // Whether there is anything to do before the state's next tick.
  bool is_due(const SandboxState& state) const { return absorbs_ && state.tick % kWetTicks == kWetPhase; }

  // What is due before tick number state.tick: the quads' step, and drying. Looks at quads in blocks that have changed
  // in this cycle of offsets or in the one before, and marks the cells that it changes.
  void run(SandboxState& state, const MaterialTable& table, const BlockQueries& queries, ActivityMap& activity,
           Parallel& parallel);

 private:
  struct Quad;
  // What a step works on.
  struct Work {
    SandboxState& state;
    const MaterialTable& table;
    const BlockQueries& queries;
    ActivityMap& activity;
  };

  void begin_cycle(ActivityMap& activity);
  void settle_rows(const Work& work, int y, int offset);
  bool settle(Quad& quad) const;
  void dry_row(const Work& work, int y);

  GridSize size_;
  ActivityMap::Cursor cursor_;  // what has changed in this cycle of offsets
  bool absorbs_ = false;
  WetSets sets_;
  std::vector<uint64_t> dry_limit_;  // of each material, for a dice word every kDryTicks ticks
  BitPlane before_;                  // what had changed in the cycle before; a bit for each block
  std::vector<uint8_t> row_before_;
};

}  // namespace quicksand
