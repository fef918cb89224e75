// Columns that bodies shut in: nothing covers them, but from there no way over columns like them, of eight neighbours,
// leads to the open field. Holes in a body, what lies between bodies that touch, a corner of walls or rock behind one.
//
// Each row of a box falls into runs of open columns, and runs that touch those of the row above are joined. So each
// column is looked at once; all else is done by runs, of which there are few.
//
// Roofs that are high shut in nothing that lies below them. Up to which level a pocket is open, the highest of the ways
// out says: they are followed under the highest roofs first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/geometry.h"
#include "dunes/dune_state.h"
#include "dunes/nearest_free.h"
#include "dunes/roofs.h"

namespace quicksand {

class Pockets {
 public:
  // `is_open` has a byte for each column of the box, row by row. Outside of the box, as far as the field reaches, all
  // is open; the field must contain the box. Where no open column of the box leads there, the largest part of what is
  // open counts as the open field.
  void find(const CellBox& box, const CellBox& field, const std::vector<uint8_t>& is_open);

  // Of the last find(), row by row.
  const std::vector<CellPos>& columns() const { return columns_; }

  // For each of columns(): the highest level below which a way leads from it to the open field, under what covers the
  // columns of the way; 0: there is none.
  const std::vector<int32_t>& find_ways_out(const DuneState& state, const Roofs& roofs);

 private:
  struct Run {
    int y;
    int first;
    int end;
    uint32_t joined_to;   // an earlier run of the same part; the first: itself
    int64_t columns = 0;  // of the first: of the whole part
    bool leads_out = false;
    bool is_pocket = false;
  };

  struct Way {
    int32_t level;
    CellPos to;
  };

  size_t index_of(CellPos cell) const { return index_in(box_, cell); }
  void find_way_out(CellPos start, const DuneState& state, const Roofs& roofs);
  void list(const Way& way);
  int32_t go_on(const Way& way, const DuneState& state, const Roofs& roofs);
  void list_runs(const CellBox& box, const CellBox& field, const std::vector<uint8_t>& is_open);
  uint32_t first_of(uint32_t run);
  void join(uint32_t one, uint32_t other);

  CellBox box_;
  std::vector<Run> runs_;
  std::vector<CellPos> columns_;
  std::vector<int32_t> levels_;     // for each column of the box the highest of its ways out, where it is known
  std::vector<uint8_t> is_listed_;  // for each column of the box: in ways_ or passed_
  std::vector<Way> ways_;           // that may go on; a heap, the highest on top
  std::vector<Way> passed_;         // where it has come by
  std::vector<int32_t> ways_out_;
};

}  // namespace quicksand
