#include "sim/liquid/pore_network.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "sim/cells/cell_planes.h"

namespace quicksand {

PoreNetwork::PoreNetwork(GridSize size)
    : size_(size),
      blocks_(blocks_of(size).width),
      first_in_block_(static_cast<size_t>(size.height) * static_cast<size_t>(blocks_), kNone) {
  // Room for what ticks usually need, so that they seldom have to ask for memory: for beds of which every fourth cell is
  // another powder. What is not used costs none.
  constexpr size_t kMostRoom = size_t{1} << 18;
  const size_t room = std::min(static_cast<size_t>(size.cells() / 4) + 64, kMostRoom);
  runs_.reserve(room);
  exits_.reserve(room);
  least_.reserve(2 * room);
  to_flood_.reserve(2 * room);
  order_.reserve(room);
  to_visit_.reserve(room);
  ranges_.reserve(room);
  networks_.reserve(room);
  starts_.reserve(static_cast<size_t>(size.height) + 2);
}

void PoreNetwork::clear() {
  for (const Node& node : runs_) first_in_block_[place(node.y, node.block)] = kNone;
  runs_.clear();
  exits_.clear();
  networks_.clear();
  least_.clear();
}

PoreNetwork::Run PoreNetwork::run_at(int y, int block, int bit) const {
  Run run = first_in_block_[place(y, block)];
  while (run != kNone && (node(run).cells >> bit & 1) == 0) run = node(run).next_in_block;
  return run;
}

uint64_t PoreNetwork::known_in(int y, int block) const {
  uint64_t known = 0;
  for (Run run = first_in_block_[place(y, block)]; run != kNone; run = node(run).next_in_block)
    known |= node(run).cells;
  return known;
}

// One for each row of ones.
void PoreNetwork::add_runs(int y, int block, uint64_t cells) {
  Run& first = first_in_block_[place(y, block)];
  while (cells != 0) {
    const uint64_t run = runs_with(cells & (~cells + 1), cells);
    runs_.push_back({.y = y, .block = block, .cells = run, .next_in_block = first});
    first = static_cast<Run>(runs_.size()) - 1;
    node(first).root = first;
    cells &= ~run;
  }
}

PoreNetwork::Run PoreNetwork::find_root(Run run) {
  while (node(run).root != run) {
    node(run).root = node(node(run).root).root;
    run = node(run).root;
  }
  return run;
}

// The union of the lower one becomes a part of that of the upper one, which is not lower.
void PoreNetwork::join_below(Run upper, Run lower) {
  upper = find_root(upper);
  lower = find_root(lower);
  if (upper == lower) return;
  node(lower).parent = node(lower).root = upper;
}

// Brings all runs from this one on into order_, row by row from below.
void PoreNetwork::order_rows(Run first_run) {
  const auto end = static_cast<Run>(runs_.size());
  int top = size_.height;
  int bottom = 0;
  for (Run run = first_run; run < end; ++run) {
    top = std::min(top, node(run).y);
    bottom = std::max(bottom, node(run).y);
  }
  starts_.assign(static_cast<size_t>(bottom - top) + 2, 0);  // of each row in order_, from below
  for (Run run = first_run; run < end; ++run) ++starts_[static_cast<size_t>(bottom - node(run).y) + 1];
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  order_.resize(static_cast<size_t>(end - first_run));
  for (Run run = first_run; run < end; ++run) order_[starts_[static_cast<size_t>(bottom - node(run).y)]++] = run;
}

// Joins all runs from this one on. So the root of a union is always in its highest row so far.
void PoreNetwork::join(Run first_run) {
  order_rows(first_run);
  for (const Run run : order_) {
    const Node& here = node(run);
    if ((here.cells & 1) != 0 && here.block > 0)
      if (const Run beside = run_at(here.y, here.block - 1, 63); beside != kNone) join_below(beside, run);
    if (here.y + 1 == size_.height) continue;
    for (Run below = first_in_block_[place(here.y + 1, here.block)]; below != kNone; below = node(below).next_in_block)
      if ((node(below).cells & here.cells) != 0) join_below(run, below);
  }
}

// Leaves in order_ each run right before all that are below it in the tree.
void PoreNetwork::order_tree(Run first_run) {
  to_visit_.clear();
  for (Run run = first_run; run < static_cast<Run>(runs_.size()); ++run) {
    if (node(run).parent == kNone)
      to_visit_.push_back(run);
    else
      node(run).sibling = std::exchange(node(node(run).parent).child, run);
  }
  order_.clear();
  while (!to_visit_.empty()) {
    const Run run = to_visit_.back();
    to_visit_.pop_back();
    order_.push_back(run);
    Node& here = node(run);
    here.jump = run;
    if (here.parent != kNone) {
      const Node& parent = node(here.parent);
      const Node& far = node(parent.jump);
      here.depth = parent.depth + 1;
      here.jump = parent.depth - far.depth == far.depth - node(far.jump).depth ? far.jump : here.parent;
    }
    for (Run child = here.child; child != kNone; child = node(child).sibling) to_visit_.push_back(child);
  }
}

void PoreNetwork::include_children() {
  for (size_t i = order_.size(); i-- > 0;) {
    const Node& here = node(order_[i]);
    if (here.parent != kNone) node(here.parent).last_exit = std::max(node(here.parent).last_exit, here.last_exit);
  }
}

PoreNetwork::Run PoreNetwork::part_below(Run run, int row) const {
  for (;;) {
    const Node& here = node(run);
    if (here.parent == kNone) return run;
    if (node(here.jump).y > row)
      run = here.jump;
    else if (node(here.parent).y > row)
      run = here.parent;
    else
      return run;
  }
}

void PoreNetwork::build_least(size_t first_exit) {
  const size_t exits = exits_.size() - first_exit;
  networks_.push_back({first_exit, exits, least_.size()});
  least_.resize(least_.size() + 2 * exits);
  size_t* const tree = least_.data() + networks_.back().tree;
  for (size_t i = 0; i < exits; ++i) tree[exits + i] = first_exit + i;
  for (size_t i = exits; i-- > 1;)
    tree[i] = exits_[tree[2 * i + 1]].is_before(exits_[tree[2 * i]]) ? tree[2 * i + 1] : tree[2 * i];
}

// `first` is before `last`.
size_t PoreNetwork::least_of(const Network& network, size_t first, size_t last) const {
  const size_t* const tree = least_.data() + network.tree;
  size_t least = first;
  const auto look_at = [&](size_t i) {
    if (exits_[tree[i]].is_before(exits_[least])) least = tree[i];
  };
  size_t left = first - network.first_exit + network.exits;
  size_t right = last - network.first_exit + network.exits;
  for (; left < right; left /= 2, right /= 2) {
    if (left % 2 == 1) look_at(left++);
    if (right % 2 == 1) look_at(--right);
  }
  return least;
}

void PoreNetwork::push_range(size_t first, size_t last, size_t network) {
  if (first == last) return;
  ranges_.push_back({least_of(networks_[network], first, last), first, last, network});
  std::push_heap(ranges_.begin(), ranges_.end(), [&](const Range& a, const Range& b) { return comes_later(a, b); });
}

bool PoreNetwork::pop_range(Range& range) {
  if (ranges_.empty()) return false;
  std::pop_heap(ranges_.begin(), ranges_.end(), [&](const Range& a, const Range& b) { return comes_later(a, b); });
  range = ranges_.back();
  ranges_.pop_back();
  return true;
}

}  // namespace quicksand
