// What weighs on a liquid: lighter liquids that stand on it.
//
// A cell of liquid under `n` rows of a lighter one presses as if it stood higher by n times (density of the lighter one /
// its own). So where oil stands in one arm of a pipe, water rests in the other one so much higher as the oil weighs. How
// many rows stand on a cell is counted up to the top of the whole body that is above it, not of its own column: under a
// roof the pressure is the same as beside it.
//
// Rows are counted downward, in kRowDepth-ths.
#pragma once

#include <cstdint>
#include <vector>

#include "core/geometry.h"
#include "core/plane.h"
#include "sim/cells/cell_planes.h"

namespace quicksand {

inline constexpr int kRowDepth = 256;

class LiquidWeights {
 public:
  // A body of liquid. It stands as high as `top`; what weighs on itself is counted in.
  struct Body {
    int density = 0;
    int top = 0;
    int rises_to = 0;  // the top, after a cell has come up from below
    // So many cells may leave it below, and come up into it, before its top is another one.
    int gives = 0;
    int takes = 0;
    CellPos first;  // in order of rows
  };
  // No body: nothing weighs there.
  static constexpr int kNone = 0;

  explicit LiquidWeights(GridSize size)
      : blocks_(blocks_of(size).width),
        first_entry_(new_zeroed<int>(static_cast<size_t>(blocks_) * static_cast<size_t>(size.height))) {
    bodies_.emplace_back();
    entries_.emplace_back();
  }

  int add() {
    bodies_.emplace_back();
    return static_cast<int>(bodies_.size()) - 1;
  }
  Body& operator[](int body) { return bodies_[static_cast<size_t>(body)]; }
  const Body& operator[](int body) const { return bodies_[static_cast<size_t>(body)]; }
  int count() const { return static_cast<int>(bodies_.size()); }

  // Cells of one block that belong to the body.
  void add_cells(int body, int y, int block, uint64_t cells) {
    int& first = first_entry_[index(y, block)];
    entries_.push_back({index(y, block), cells, body, first});
    first = static_cast<int>(entries_.size()) - 1;
  }

  // Calls action(cells, body) for those of the cells that belong to a body, and returns the others.
  template <class Action>
  uint64_t for_each_body(int y, int block, uint64_t cells, const Action& action) const {
    for (int entry = first_entry_[index(y, block)]; entry != kNoEntry && cells != 0;) {
      const Entry& at = entries_[static_cast<size_t>(entry)];
      if ((cells & at.cells) != 0) action(cells & at.cells, at.body);
      cells &= ~at.cells;
      entry = at.next;
    }
    return cells;
  }

  // The row, in depths, at which a liquid of the density would press as much, without the body, as it does in row y
  // under it.
  int depth_under(int body, int y, int density) const { return lifted((*this)[body].top, body, y, density); }
  // The same for what comes up into row y, where the body has been.
  int depth_within(int body, int y, int density) const { return lifted((*this)[body].rises_to, body, y, density); }

  void clear() {
    for (const Entry& entry : entries_) first_entry_[entry.index] = kNoEntry;
    entries_.resize(1);
    bodies_.resize(1);
  }

 private:
  static constexpr int kNoEntry = 0;
  struct Entry {
    size_t index = 0;
    uint64_t cells = 0;
    int body = kNone;
    int next = kNoEntry;  // of the same block
  };

  size_t index(int y, int block) const {
    return static_cast<size_t>(y) * static_cast<size_t>(blocks_) + static_cast<size_t>(block);
  }

  int lifted(int top, int body, int y, int density) const {
    const int64_t rows = int64_t{y} * kRowDepth - top;
    return y * kRowDepth - static_cast<int>(rows * (*this)[body].density / density);
  }

  int blocks_;
  std::vector<Body> bodies_;
  std::vector<Entry> entries_;     // the first is none
  ZeroedMemory<int> first_entry_;  // by block
};

}  // namespace quicksand
