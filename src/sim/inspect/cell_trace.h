// What the next tick does with one cell, pass by pass, and why: for people who ask why it does not move.
//
// It is no forecast by other rules: a copy of the state runs the tick, with all its passes. The cell is followed by a
// plane more, which no rule reads and which goes with its cell through every move (cells/cell_planes.h). What falling
// and the rows decide about it is told by these rules themselves (falling/reference_fall.h, rows/row_watch.h): the
// scalar kernel's, which run the rows that the cell takes part in. What commands and sources change before the tick is
// not known here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/cells/state.h"
#include "sim/falling/reference_fall.h"
#include "sim/rows/row_watch.h"

namespace quicksand {

// What has become of it.
enum class CellFate : uint8_t {
  kCell,      // a cell, at `at`
  kAirborne,  // a grain in the air, over `at`
  kGone       // another material stands where it was last, or nothing
};

struct CellStep {
  std::string_view pass;
  CellFate fate = CellFate::kCell;
  CellPos from;
  CellPos at;
  std::string change;  // "becomes steam"; empty: it has only moved
};

struct CellTrace {
  CellFate fate = CellFate::kCell;
  CellPos at;                     // after the tick
  std::vector<CellStep> steps;    // of the passes that did something with it, in their order
  std::vector<std::string> why;   // in words, in the order of the passes
  std::optional<FallTrace> fall;  // none: it was gone, or in the air, or void
  std::optional<RowTrace> row;    // likewise, or no row looked
  CellPos before_rows;            // where it was then
};

// A larger world is not copied: memory, and time.
inline constexpr int64_t kMostTracedCells = int64_t{1} << 24;

// Of the cell, or, where that is void, of a grain in the air over it, if there is one; else of what comes into the
// void. Worlds of at most kMostTracedCells. `after`: where it is not null, it becomes the state after the tick; tests
// compare.
CellTrace trace_cell(const SandboxState& state, const MaterialTable& table, CellPos cell,
                     std::optional<SandboxState>* after = nullptr);

}  // namespace quicksand
