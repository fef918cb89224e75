// Where liquid comes out that seeps into permeable powder.
//
// A liquid gets through pores, and through bodies of it that lie between them, as long as they are lower than its own
// surface. So from one body more of a network is within reach than from another. A network is flooded once in a step,
// row by row from below: its parts join as rows are added, and the tree of these joints (after Kruskal) holds the part
// below any row. An exit is asked for by its part of the tree and its rank, of which the least in any part is found in
// logarithmic time. So a step takes about as long as the network has cells, however many bodies touch it.
//
// Nothing here depends on what was asked for before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/geometry.h"
#include "core/ones.h"

namespace quicksand {

class PoreNetwork {
 public:
  explicit PoreNetwork(GridSize size);

  // Cells beside each other in one block that a liquid gets through.
  using Run = int;
  static constexpr Run kNone = -1;

  struct Exit {
    uint64_t rank = 0;
    CellPos cell;

    bool is_before(const Exit& other) const { return rank != other.rank ? rank < other.rank : cell.x < other.cell.x; }
    bool operator==(const Exit&) const = default;
  };

  // Forgets everything. To be called when cells have changed.
  void clear();

  // The run that this cell is in; kNone: it is in none that is known.
  Run run_at(int y, int block, int bit) const;

  uint64_t cells_of(Run run) const { return node(run).cells; }

  // Floods all that is joined with these cells, of a block in the world. `cells_in(y, block)`: where it gets through;
  // `list_exits(y, block, cells, exits)` adds the exits that are next to cells.
  template <class CellsIn, class ListExits>
  void add(int y, int block, uint64_t cells, const CellsIn& cells_in, const ListExits& list_exits);

  // The part that a run is joined with below a row, above which it is not: all parts of the same cells have one name.
  Run part_below(Run run, int row) const;

  // Goes through the exits of parts, by rising rank, as long as `take(exit)` says so. Some come several times, one
  // right after the other.
  template <class Take>
  void for_each_exit(const std::vector<Run>& parts, const Take& take);

 private:
  struct Node {
    int y;
    int block;
    uint64_t cells;
    Run next_in_block = kNone;
    Run root = kNone;    // of the union so far, by way of others; itself: it is one
    Run parent = kNone;  // in the tree of joints; none: it is the whole network
    Run child = kNone;
    Run sibling = kNone;
    Run jump = kNone;  // an ancestor, by which to climb in few steps
    int depth = 0;
    size_t first_exit = 0;  // of it and all below it in the tree
    size_t last_exit = 0;   // excluded
    size_t network = 0;
  };
  struct Cells {  // of a block
    int y;
    int block;
    uint64_t cells;
  };
  struct Network {  // of its exits the least in each part of a binary tree
    size_t first_exit;
    size_t exits;
    size_t tree;  // where it begins in least_
  };
  struct Range {  // of exits
    size_t least;
    size_t first;
    size_t last;
    size_t network;
  };

  size_t place(int y, int block) const {
    return static_cast<size_t>(y) * static_cast<size_t>(blocks_) + static_cast<size_t>(block);
  }
  Node& node(Run run) { return runs_[static_cast<size_t>(run)]; }
  const Node& node(Run run) const { return runs_[static_cast<size_t>(run)]; }
  bool comes_later(const Range& a, const Range& b) const { return exits_[b.least].is_before(exits_[a.least]); }
  void add_runs(int y, int block, uint64_t cells);
  uint64_t known_in(int y, int block) const;
  Run find_root(Run run);
  void order_rows(Run first_run);
  void join(Run first_run);
  void join_below(Run upper, Run lower);
  void order_tree(Run first_run);
  void include_children();
  void build_least(size_t first_exit);
  size_t least_of(const Network& network, size_t first, size_t last) const;
  void push_range(size_t first, size_t last, size_t network);
  bool pop_range(Range& range);

  GridSize size_;
  int blocks_;
  std::vector<Run> first_in_block_;
  std::vector<Node> runs_;
  std::vector<Exit> exits_;
  std::vector<Network> networks_;
  std::vector<size_t> least_;
  // At work.
  std::vector<Cells> to_flood_;
  std::vector<Run> order_;
  std::vector<size_t> starts_;
  std::vector<Run> to_visit_;
  std::vector<Range> ranges_;
};

template <class CellsIn, class ListExits>
void PoreNetwork::add(int y, int block, uint64_t cells, const CellsIn& cells_in, const ListExits& list_exits) {
  const size_t first_run = runs_.size();
  to_flood_.assign(1, {y, block, cells});
  while (!to_flood_.empty()) {
    const Cells next = to_flood_.back();
    to_flood_.pop_back();
    if (next.y < 0 || next.y >= size_.height || next.block < 0 || next.block >= blocks_) continue;
    const uint64_t left = ~known_in(next.y, next.block);
    const uint64_t found = (next.cells & left) == 0 ? 0 : runs_with(next.cells, cells_in(next.y, next.block) & left);
    if (found == 0) continue;
    add_runs(next.y, next.block, found);
    for (const int row : {next.y - 1, next.y + 1}) to_flood_.push_back({row, next.block, found});
    if ((found & 1) != 0) to_flood_.push_back({next.y, next.block - 1, uint64_t{1} << 63});
    if (found >> 63 != 0) to_flood_.push_back({next.y, next.block + 1, 1});
  }
  join(static_cast<Run>(first_run));
  const size_t first_exit = exits_.size();
  order_tree(static_cast<Run>(first_run));
  for (const Run run : order_) {
    Node& here = node(run);
    here.network = networks_.size();
    here.first_exit = exits_.size();
    list_exits(here.y, here.block, here.cells, exits_);
    here.last_exit = exits_.size();
  }
  include_children();
  build_least(first_exit);
}

template <class Take>
void PoreNetwork::for_each_exit(const std::vector<Run>& parts, const Take& take) {
  ranges_.clear();
  for (const Run part : parts) {
    const Node& top = node(part);
    push_range(top.first_exit, top.last_exit, top.network);
  }
  Range range;
  while (pop_range(range) && take(exits_[range.least])) {
    push_range(range.first, range.least, range.network);
    push_range(range.least + 1, range.last, range.network);
  }
}

}  // namespace quicksand
