// The reference kernel: plain scalar C++ that defines the rules of a row.
//
//   1. Freeze. Cells whose rules cannot change anything are not simulated (freeze.h).
//   2. Rows, from top to bottom, in bands (bands.h). For all cells of a row at once, so that the order of x has no
//      influence and a row can be processed in vectors:
//      a. Vertical: the cell changes places with the one below if that is a lighter gas or liquid, by the dice, unless
//         cohesion holds it (wetness.h). Dense grains sink, gases rise: it is the same exchange. Into void things fall,
//         and have done so before the rows (falling/falling.h).
//      b. Sideways, mark: the cell looks left and right as far as its friction reaches and chooses a place.
//      c. Sideways, transfer: every place takes one of the cells that claim it.
//
// A cell takes part in at most one event a tick: whatever moved or was moved is *touched*, and no
// further event uses a touched cell; nor a place that was just left, which counts as touched too. Because events read
// untouched cells only, they read the state at which the rows began, and freezing by that state is exact.
//
// Source: "Sand And Below revealed" (Phoenix's tech blog, 2008). What differs from it: paths are checked to their end;
// what nothing holds up falls as one, and the faster the longer, where the source's columns thin out to half density;
// powders and liquids move sideways only to drop; dense cells slip sideways into liquids too; gases rise;
// liquids find their level.
#pragma once

#include <cstdint>

#include <memory>
#include <vector>

#include "core/plane.h"
#include "sim/falling/reference_fall.h"
#include "sim/tick/kernel.h"

namespace quicksand {

class ReferenceKernel final : public Kernel {
 public:
  explicit ReferenceKernel(GridSize size);

  std::string_view name() const override { return "reference"; }
  void set_materials(const MaterialTable&) override {}
  const BlockQueries& queries() const override { return kScalarQueries; }
  const ContactCode& contact_code() const override { return kContactCode; }
  void begin_tick(const FallWork& work, Parallel& parallel) override;
  void fall(const FallWork& work, const FallPart& part) override;
  uint64_t held(int y, int block) const override { return nonzero_scalar(held_.row(y) + block * kBlockCells); }
  uint64_t overwet(const SandboxState& state, const MaterialTable& table, int y, int block) const override;
  uint64_t clings(const SandboxState& state, const MaterialTable& table, int y, int block) const override;
  uint64_t touched(int y, int block) const override { return nonzero_scalar(touched_.row(y) + block * kBlockCells); }
  void touch(const RowSpan& span) override;
  int begin_rows(const PassWork& work, Parallel& parallel) override;
  void run_rows(const PassWork& work, int worker, int first_row, int end_row) override;
  bool will_look_at(const ActivityMap&, ActivityMap::Cursor, CellPos) const override { return true; }

  // With false the freeze step marks every cell active.
  void set_sleeping(bool sleeping) override { freezing_ = sleeping; }
  bool sleeps() const override { return false; }  // it freezes anew in every tick

 private:
  // Rows for one worker, one item a cell.
  struct Scratch {
    explicit Scratch(GridSize size) : displacement({size.width, 1}), claim({size.width, 1}) {}
    Plane<int8_t> displacement;
    Plane<uint8_t> claim;
  };

  bool freezing_ = true;
  Plane<uint8_t> active_;
  Plane<uint8_t> touched_;
  Plane<uint8_t> held_;  // by cohesion, before anything falls
  std::vector<FallingCell> falling_;  // of each column
  std::vector<Scratch> scratch_;
};

}  // namespace quicksand
