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
    if (undersides_.size() == size) return take_back(0);
    undersides_ = Plane<int32_t>(size);
    columns_.clear();
    changes_.clear();
  }

  // Something with that underside covers the column.
  void lower(CellPos cell, int32_t underside) {
    int32_t& known = undersides_[cell];
    const int32_t now = std::clamp(underside, 0, kFullHeight) + 1;
    if (known != 0 && known <= now) return;
    if (known == 0) columns_.push_back(cell);
    changes_.push_back({cell, known});
    known = now;
  }

  // What has been lowered since mark() gave that is as it was.
  size_t mark() const { return changes_.size(); }
  void take_back(size_t mark) {
    for (; changes_.size() > mark; changes_.pop_back()) {
      const Change& last = changes_.back();
      undersides_[last.cell] = last.before;
      if (last.before == 0) columns_.pop_back();
    }
  }

  // Calls action(CellPos) for each column that has been lowered since; for some more than once.
  template <class Action>
  void for_each_lowered(size_t mark, const Action& action) const {
    for (size_t i = mark; i < changes_.size(); ++i) action(changes_[i].cell);
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
  struct Change {
    CellPos cell;
    int32_t before;
  };

  std::vector<CellPos> columns_;
  std::vector<Change> changes_;  // in the order in which they were made
  Plane<int32_t> undersides_;  // and one; 0: nothing covers the column
};

}  // namespace quicksand
