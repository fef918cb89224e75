// The reference kernel: plain scalar C++ that defines the sandbox's rules.
//
// A tick, for the whole world:
//   0. Every few ticks, levels (levelling.h) and wetness (wetting.h).
//   1. Freeze. Cells whose rules cannot change anything are not simulated (freeze.h).
//   2. Rows, from top to bottom, in bands (bands.h). For all cells of a row at once, so that the order of x has no
//      influence and a row can be processed in vectors:
//      a. Vertical: the cell changes places with the one below if that is a lighter fluid, by the dice, unless
//         cohesion holds it (wetness.h). Grains fall, dense grains sink, gases rise: it is the same exchange.
//      b. Dissolve: the cell removes each of its four neighbours by the dice of its dissolve table
//         (turned_quarters() in dice.h); it may fade.
//      c. Sideways, mark: the cell looks left and right as far as its friction reaches and chooses a place.
//      d. Sideways, transfer: every place takes one of the cells that claim it.
//   3. Border: an open border swallows what has reached it.
//
// A cell takes part in at most one event a tick: whatever moved, was moved or was dissolved is *touched*, and no
// further event uses a touched cell. A place that was just left counts as touched too, which thins falling columns to
// half density, the look of the source. Because events read untouched cells only, they read the state at the start of
// the tick, and freezing by that state is exact.
//
// Source: "Sand And Below revealed" (Phoenix's tech blog, 2008). What differs from it: paths are checked to their end;
// powders and liquids move sideways only to drop; dense cells slip sideways into liquids too; gases rise;
// liquids find their level.
#pragma once

#include <cstdint>

#include "core/plane.h"
#include "sim/tick/bands.h"
#include "sim/tick/kernel.h"
#include "sim/liquid/levelling.h"
#include "sim/moisture/wetting.h"

namespace quicksand {

class ReferenceKernel final : public Kernel {
 public:
  explicit ReferenceKernel(GridSize size);

  std::string_view name() const override { return "reference"; }
  void run_tick(SandboxState& state, const MaterialTable& table, Parallel& parallel) override;

  void wake(const RowSpan&) override {}  // it freezes anew in every tick
  bool will_look_at(CellPos) const override { return true; }

  // With false the freeze step marks every cell active.
  void set_sleeping(bool sleeping) override { freezing_ = sleeping; }

 private:
  void freeze(const SandboxState& state, const MaterialTable& table, Parallel& parallel);

  void level_and_wet(SandboxState& state, const MaterialTable& table, Parallel& parallel);

  bool freezing_ = true;
  Levelling levelling_;
  Wetting wetting_;
  uint64_t tables_hash_ = 0;
  Plane<uint8_t> active_;
  Plane<uint8_t> touched_;
  Plane<int8_t> displacement_;  // a row for every band
  Plane<uint8_t> claim_;        // a row for every band
  Plane<uint8_t> held_;         // a row for every band
};

}  // namespace quicksand
