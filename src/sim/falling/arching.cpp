#include "sim/falling/arching.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/ones.h"
#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/tick/kernel.h"

namespace quicksand {
namespace {

// Ones from one place to the one before another; 0 <= first < end <= 64.
uint64_t ones_from(int first, int end) { return ~uint64_t{0} >> (64 - (end - first)) << first; }

// Runs of ones of `cells` by what is at their ends.
struct BoundRuns {
  uint64_t after_rest;  // that begin after a grain at rest
  uint64_t after_fixed;
  uint64_t before_rest;  // that end before one
  uint64_t before_fixed;
};

// From seeds at the first and the last cells of runs, all of them, in steps that are twice as wide each time.
void fill_runs(uint64_t cells, BoundRuns& runs) {
  uint64_t up = cells;
  uint64_t down = cells;
  for (int step = 1; step < 64 && (up | down) != 0; step *= 2) {
    runs.after_rest |= up & runs.after_rest << step;
    runs.after_fixed |= up & runs.after_fixed << step;
    runs.before_rest |= down & runs.before_rest >> step;
    runs.before_fixed |= down & runs.before_fixed >> step;
    up &= up << step;
    down &= down >> step;
  }
}

}  // namespace

// v^2 = 2 g (n - 1/2), where the gain of a tick is g in kOneRow-ths of a row.
int arch_speed(int gravity, int share, int n) {
  const int64_t square = int64_t{kSpeedGain} * kOneRow * (2 * n - 1) * gravity * share / (kGravityUnit * 100);
  return std::clamp(root(static_cast<int>(square)), 1, 255);
}

int Arches::place_of(CellPos cell) const {
  const auto bit = [&](const BitPlane& plane, int x) {
    return x >= 0 && (plane.row(cell.y)[x / 64] >> x % 64 & 1) != 0;
  };
  for (int n = 1; n <= kWidestArch; ++n)
    for (const int side : {-1, 1}) {
      // The same arch as far as here, as there is no gap.
      bool is_one = true;
      for (int i = 1; i < n && is_one; ++i) is_one = bit(cells, cell.x + side * i);
      if (is_one && bit(ends, cell.x + side * (n - 1))) return n;
    }
  return kWidestArch + 1;
}

Arching::Arching(GridSize size) : arches_(size), has_arches_(static_cast<size_t>(size.height)) {}

void Arching::set_materials(const MaterialTable& table) {
  sets_ = {};
  any_powder_ = false;
  gravity_ = 0;
  for (int i = 0; i < table.size(); ++i) {
    const auto id = static_cast<MaterialId>(i);
    shares_[id] = table[id].falls;
    if (table.phase(id) == Phase::kStatic) sets_.kind[id] = kLeaningStatic;
    if (table.phase(id) == Phase::kPowder) sets_.kind[id] = kLeaningPowder;
    any_powder_ = any_powder_ || table.phase(id) == Phase::kPowder;
  }
}

void Arching::set_gravity(int gravity) {
  if (gravity_ == gravity) return;
  gravity_ = gravity;
  for (int n = 1; n <= kWidestArch; ++n)
    for (size_t id = 0; id < shares_.size(); ++id)
      arches_.speeds[static_cast<size_t>(n)].of[id] =
          sets_.kind[id] == kLeaningPowder ? static_cast<uint8_t>(arch_speed(gravity, shares_[id], n)) : 0;
}

// A row at work.
class Arching::Row {
 public:
  Row(Arching& arching, const SandboxState& state, const Kernel& kernel, int y)
      : sets_(arching.sets_),
        kernel_(kernel),
        queries_(kernel.queries()),
        any_wet_(state.cells.is_ever_used(kWetnessPlane)),
        y_(y),
        here_(state.material().row(y)),
        below_(state.material().row(y + 1)),
        speed_(state.cells[kSpeedPlane].row(y)),
        found_(arching.arches_.cells.row(y)),
        ends_(arching.arches_.ends.row(y)) {}

  // Returns whether there are any.
  bool run(const uint64_t* near, int words) {
    LeaningView views[64];
    for (int word = 0; word < words; ++word) {
      if (near[word] == 0) continue;
      const ptrdiff_t x = word * 64 * kBlockCells;
      const uint64_t moving = queries_.leaning(here_ + x, below_ + x, speed_ + x, near[word], sets_, views);
      for (const int bit : ones(moving)) look_at((word * 64 + bit) * kBlockCells, views[bit]);
    }
    if (open_first_ != kNone) end_open();
    return any_ != 0;
  }

 private:
  static constexpr int kNone = -1;

  // The 64 cells from x on. Runs may go on from block to block; those are looked at cell by cell.
  void look_at(int x, LeaningView view) {
    if (any_wet_) {
      const uint64_t held = view.moves & kernel_.held(y_, x / kBlockCells);
      view.moves &= ~held;
      view.rests |= held;
    }
    uint64_t moves = view.moves;
    const bool goes_on = open_end_ == x && (moves & 1) != 0;
    if (open_first_ != kNone && !goes_on) end_open();
    if (goes_on) {
      open_end_ = x + std::countr_one(moves);
      if (open_end_ == x + kBlockCells) return;
      moves &= moves + 1;
      if (open_first_ != kNone) end_open();
    }
    uint64_t rests = view.rests << 1;
    uint64_t fixed = view.fixed << 1;
    if ((moves & 1) != 0) (is_at_rest(x - 1) ? rests : fixed) |= is_bound(x - 1) ? 1 : 0;
    const uint64_t firsts = moves & ~(moves << 1);
    if (moves >> (kBlockCells - 1) != 0) {
      const int first = kBlockCells - std::countl_one(moves);
      open_first_ = ((rests | fixed) >> first & 1) != 0 ? x + first : kNone;
      open_end_ = x + kBlockCells;
      moves &= ~ones_from(first, kBlockCells);
    }
    if ((firsts & moves & (rests | fixed)) == 0) return;
    BoundRuns runs{firsts & moves & rests, firsts & moves & fixed, moves & view.rests >> 1, moves & view.fixed >> 1};
    const uint64_t at_ends = runs.after_rest | runs.before_rest;
    fill_runs(moves, runs);
    const uint64_t arches =
        (runs.after_rest & (runs.before_rest | runs.before_fixed)) | (runs.after_fixed & runs.before_rest);
    found_[x / kBlockCells] |= arches;
    ends_[x / kBlockCells] |= arches & at_ends;
    any_ |= arches;
  }

  // Of what does not move.
  bool is_at_rest(int x) const { return sets_.kind[here_[x]] == kLeaningPowder; }
  bool is_bound(int x) const { return sets_.kind[here_[x]] != 0; }

  void end_open() {
    const int first = std::exchange(open_first_, kNone);
    const bool after_rest = is_at_rest(first - 1);
    const bool before_rest = is_at_rest(open_end_);
    if (!is_bound(open_end_) || (!after_rest && !before_rest)) return;
    for (int x = first; x < open_end_;) {
      const int place = x % kBlockCells;
      const int count = std::min(open_end_ - x, kBlockCells - place);
      found_[x / kBlockCells] |= ones_from(place, place + count);
      x += count;
    }
    if (after_rest) ends_[first / kBlockCells] |= uint64_t{1} << first % kBlockCells;
    if (before_rest) ends_[(open_end_ - 1) / kBlockCells] |= uint64_t{1} << (open_end_ - 1) % kBlockCells;
    any_ = 1;
  }

  const LeaningSets& sets_;
  const Kernel& kernel_;
  const BlockQueries& queries_;
  const bool any_wet_;
  const int y_;
  const MaterialId* const here_;
  const MaterialId* const below_;
  const uint8_t* const speed_;
  uint64_t* const found_;
  uint64_t* const ends_;
  uint64_t any_ = 0;
  // A run that reaches the end of the last block, [open_first_, open_end_); kNone: one that has no bound before it.
  int open_first_ = kNone;
  int open_end_ = kNone;
};

void Arching::run(const SandboxState& state, const Kernel& kernel, const BitPlane& near, int first, int end) {
  if (!any_powder_ || state.gravity == 0) return;
  for (int y = first; y < end; ++y)
    if (Row(*this, state, kernel, y).run(near.row(y), near.words())) {
      has_arches_[static_cast<size_t>(y)] = 1;
      arches_.dice[static_cast<size_t>(y)] = dice_byte(row_key(state.seed, state.tick, kDiceArch, y), 0);
    }
}

void Arching::clear() {
  for (size_t y = 0; y < has_arches_.size(); ++y) {
    if (has_arches_[y] == 0) continue;
    arches_.cells.clear_rows(static_cast<int>(y), 1);
    arches_.ends.clear_rows(static_cast<int>(y), 1);
    has_arches_[y] = 0;
  }
}

}  // namespace quicksand
