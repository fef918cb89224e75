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
#include "core/paint.h"
#include "core/parallel.h"
#include "sim/rows/block_queries.h"
#include "sim/cells/material_table.h"
#include "sim/cells/state.h"

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
  explicit Wetting(GridSize size);

  // Call it when the materials are others.
  void set_materials(const MaterialTable& table);

  // Whether there is anything to do before the state's next tick.
  bool is_due(const SandboxState& state) const { return absorbs_ && state.tick % kWetTicks == kWetPhase; }

  // Notes that cells of row y may have changed, a bit for each block of 64.
  void mark_dirty(int y, const uint64_t* blocks);
  void mark_all_dirty();

  // Notes that these cells were painted: any may be wet now.
  void note_painted(const RowSpan& span);

  // Call it before a tick, to look at what was painted.
  void find_damp(const SandboxState& state);

  // A bit for each block of 64 cells: whether any of them may be wet. Who moves wet cells sets it; it is cleared when
  // grains dry and none of the block is wet any more.
  BitPlane& damp() { return damp_; }

  // What is due before tick number state.tick: the quads' step, and drying. changed() says afterwards in which blocks
  // of a row cells have changed.
  void run(SandboxState& state, const MaterialTable& table, const BlockQueries& queries, Parallel& parallel);
  bool row_changed(int y) const { return row_changed_[static_cast<size_t>(y)] != 0; }
  const uint64_t* changed(int y) const { return changed_.row(y); }

 private:
  struct Quad;

  void settle_rows(SandboxState& state, const MaterialTable& table, const BlockQueries& queries, int y, int offset);
  bool settle(Quad& quad) const;
  void dry_row(SandboxState& state, const MaterialTable& table, int y);
  void set_changed(int y, int x);
  uint64_t valid(int word) const;

  GridSize size_;
  int blocks_;
  bool absorbs_ = false;
  WetSets sets_;
  std::vector<uint64_t> dry_limit_;  // of each material, for a dice word every kDryTicks ticks
  BitPlane damp_;
  BitPlane painted_;
  std::vector<uint8_t> row_painted_;
  bool any_painted_ = false;
  // What has changed in this cycle of offsets and in the one before.
  BitPlane dirty_;
  BitPlane before_;
  std::vector<uint8_t> row_dirty_;
  std::vector<uint8_t> row_before_;
  BitPlane changed_;
  std::vector<uint8_t> row_changed_;
};

}  // namespace quicksand
