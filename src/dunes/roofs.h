// How low the bodies are that stand over columns: a column has room for sand up to the underside of what covers it.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "dunes/dune_state.h"

namespace quicksand {

class Roofs {
 public:
  bool empty() const { return columns_.empty(); }

  // Each column that something covers, once.
  std::span<const CellPos> columns() const { return columns_; }

  // Nothing covers anything, in a world of that size.
  void clear(GridSize size) {
    if (undersides_.size() == size)
      for (const CellPos cell : columns_) undersides_[cell] = 0;
    else
      undersides_ = Plane<int32_t>(size);
    columns_.clear();
  }

  // Something with that underside covers the column.
  void lower(CellPos cell, int32_t underside) {
    int32_t& known = undersides_[cell];
    if (known == 0) columns_.push_back(cell);
    const int32_t now = std::clamp(underside, 0, kFullHeight) + 1;
    known = known == 0 ? now : std::min(known, now);
  }

  bool covers(CellPos cell) const { return !columns_.empty() && undersides_[cell] != 0; }

  // How high the column may be, in units.
  int32_t over(const DuneState& state, CellPos cell) const {
    return covers(cell) ? std::max(undersides_[cell] - 1, state.ground[cell]) : kFullHeight;
  }

  // How much more sand the column takes.
  int32_t room(const DuneState& state, CellPos cell) const {
    return std::max(over(state, cell) - state.height[cell], 0);
  }

 private:
  std::vector<CellPos> columns_;
  Plane<int32_t> undersides_;  // and one; 0: nothing covers the column
};

}  // namespace quicksand
