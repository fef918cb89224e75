// What a trace says (cell_trace.h), in words for people.
#pragma once

#include <string>
#include <vector>

#include "sim/cells/state.h"
#include "sim/falling/reference_fall.h"
#include "sim/rows/row_watch.h"
#include "sim/tick/pass_work.h"

namespace quicksand {

// A cell in the row that was traced, and the materials of that row as they were before.
struct RowPlace {
  const MaterialTable* table = nullptr;
  CellPos cell;
  std::vector<MaterialId> row;
};

// "(12, 34)".
std::string text_of(CellPos cell);
// "12.5".
std::string decimal(double value, int digits = 1);

// Of a cell that is still where the trace says it is.
std::vector<std::string> words_of_fall(const PassWork& work, CellPos cell, const FallTrace& fall);
// Of a powder, whether its bank gives way to the sides.
std::vector<std::string> words_of_slope(bool left, bool right);
// Of the cell's own row.
std::vector<std::string> words_of_row(const RowPlace& place, const RowTrace& trace);
// Of the row above, from which something may sink into the cell.
std::vector<std::string> words_of_row_above(const RowPlace& place, const SinkTrace& sink);

// What a pass has changed of what a cell holds; empty: nothing that is worth a word.
std::string words_of_change(const SandboxState& state, const MaterialTable& table, const CellBytes& before,
                            const CellBytes& now);
// What came into a place that was empty is no longer there.
std::string words_of_leaving(const MaterialTable& table, MaterialId gone);
// It is no more, and `now` stands in its place.
std::string words_of_end(const MaterialTable& table, MaterialId before, MaterialId now);

}  // namespace quicksand
