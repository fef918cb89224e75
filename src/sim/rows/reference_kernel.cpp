#include "sim/rows/reference_kernel.h"

#include <algorithm>
#include <utility>

#include "sim/cells/dice.h"
#include "sim/tick/freeze.h"
#include "sim/rows/sideways.h"

namespace quicksand {
namespace {

constexpr uint8_t kUnclaimed = 255;

// Processes one row. Lives for one row; holds what its steps share.
class RowStep {
 public:
  RowStep(const PassWork& work, const Plane<uint8_t>& active, const Plane<uint8_t>& held, Plane<uint8_t>& touched, int y)
      : state_(work.state),
        table_(work.materials),
        y_(y),
        width_(work.state.size.width),
        material_(work.state.material().row(y)),
        below_(work.state.material().row(y + 1)),
        grain_seed_(work.state.grain_seed().row(y)),
        wetness_(work.state.wetness().row(y)),
        held_(held.row(y)),
        touched_plane_(touched),
        touched_(touched.row(y)),
        touched_below_(touched.row(y + 1)),
        active_(active.row(y)),
        active_below_(active.row(y + 1)) {}

  // Steps a to c of the row. The scratch rows hold anything before and after.
  void run(int8_t* displacement, uint8_t* claim) {
    if (state_.gravity == 0) return;
    exchange_with_row_below(reinterpret_cast<uint8_t*>(displacement));
    if (mark_sideways(displacement, claim)) transfer_sideways(displacement, claim);
  }

 private:
  uint32_t key(Purpose purpose) const { return row_key(state_.seed, state_.tick, purpose, y_); }

  // dice[x] = dice_byte(row, x), four at a time: they share one hash. Writes up to three bytes past the row's end.
  void fill_dice(uint32_t row, uint8_t* dice) const {
    for (int x = 0; x < width_; x += 4)
      for (int i = 0; i < 4; ++i)
        dice[x + i] = static_cast<uint8_t>(mix32(row + static_cast<uint32_t>(x) / 4) >> 8 * i);
  }

  // Step a. The dice come first, and the conditions are joined without branches: they are hard to predict.
  void exchange_with_row_below(uint8_t* dice) {
    fill_dice(key(kDiceSink), dice);
    for (int x = 0; x < width_; ++x) {
      const bool free = ((active_[x] | active_below_[x]) != 0) & ((touched_[x] | touched_below_[x] | held_[x]) == 0);
      // Into void it falls or rises, and has done so (falling/falling.h, falling/buoyancy.h).
      const bool sinks = (material_[x] != kVoid) & (below_[x] != kVoid);
      if (!(free & sinks & (dice[x] < table_.sink_chance(material_[x], below_[x])))) continue;
      state_.cells.swap({x, y_}, {x, y_ + 1});
      touched_[x] = touched_below_[x] = 1;
    }
  }

  // The signed distance of the cell's choice; 0 to stay.
  int choose_displacement(int x) const {
    const MaterialId self = material_[x];
    const uint8_t dice = dice_byte(side_key_, x);
    // A reach of 8 is 8 or 7, by the dice.
    const int short_by = (dice >> 1) % 2;

    SideView left = look_sideways(table_, rows_.at(x), touched_rows_.at(x), -1, short_by);
    SideView right = look_sideways(table_, rows_.at(x), touched_rows_.at(x), 1, short_by);
    if (left.slip && dice >= table_.slip_chance(self, material_[x - 1])) left = {};
    if (right.slip && dice >= table_.slip_chance(self, material_[x + 1])) right = {};

    if (left.drop > 0 && right.drop > 0) return dice % 2 == left_parity_ ? -left.drop : right.drop;
    if (left.drop > 0) return -left.drop;
    if (right.drop > 0) return right.drop;
    if (!drifts(table_.phase(self))) return 0;
    // It so keeps its way for a while, and spreads much faster than by dice thrown anew each tick.
    const SideView& ahead = flow_.goes_right(grain_seed_[x]) ? right : left;
    if (ahead.clear > 0) return &ahead == &left ? -left.clear : right.clear;
    return &ahead == &left ? right.clear : -left.clear;
  }

  // Step b. Returns whether any cell wants to move. Afterwards claim[place] is the best priority among the cells that
  // want that place: near ones first, and between equals the left or the right one, by the row's dice.
  bool mark_sideways(int8_t* displacement, uint8_t* claim) {
    bool any = false;
    for (int x = 0; x < width_; ++x) {
      const MaterialId self = material_[x];
      const bool mobile = active_[x] != 0 && (touched_[x] | held_[x]) == 0 && table_.phase(self) != Phase::kStatic &&
                          (table_.friction(self) > 0 || wetness_[x] > 0);
      displacement[x] = mobile ? static_cast<int8_t>(choose_displacement(x)) : int8_t{0};
      any |= displacement[x] != 0;
    }
    if (!any) return false;

    std::fill_n(claim, width_, kUnclaimed);
    for (int x = 0; x < width_; ++x) {
      if (displacement[x] == 0) continue;
      uint8_t& best = claim[x + displacement[x]];
      best = std::min(best, priority(displacement[x]));
    }
    return true;
  }

  uint8_t priority(int displacement) const {
    const bool from_left = displacement > 0;
    const int distance = from_left ? displacement : -displacement;
    return static_cast<uint8_t>(2 * distance + (from_left == left_first_ ? 0 : 1));
  }

  // Step c. A place that holds a fluid is taken only if that fluid does not leave by itself.
  void transfer_sideways(const int8_t* displacement, const uint8_t* claim) {
    for (int x = 0; x < width_; ++x) {
      const int place = x + displacement[x];
      if (place == x || claim[place] != priority(displacement[x]) || displacement[place] != 0) continue;
      state_.cells.swap({x, y_}, {place, y_});
      touched_[x] = touched_[place] = 1;
    }
  }

  SandboxState& state_;
  const MaterialTable& table_;
  const int y_;
  const int width_;
  const MaterialId* const material_;
  const MaterialId* const below_;
  const uint8_t* const grain_seed_;
  const uint8_t* const wetness_;
  const uint8_t* const held_;  // by cohesion
  Plane<uint8_t>& touched_plane_;
  uint8_t* const touched_;
  uint8_t* const touched_below_;
  const RowWindow rows_{state_, y_};
  const TouchedWindow touched_rows_{touched_plane_.row(y_ - 1), touched_, touched_below_, touched_plane_.stride(),
                                    state_.size.height - y_};
  const uint8_t* const active_;
  const uint8_t* const active_below_;
  const uint32_t side_key_ = key(kDiceSide);
  const uint32_t row_dice_ = key(kDiceRow);
  const bool left_first_ = row_dice_ % 2 == 0;
  // Which parity goes left. Not the same in every row: of the small dice with which cells slip, one more is even.
  const int left_parity_ = row_dice_ / 2 % 2;
  const Flow flow_ = flow_of(state_.seed, state_.tick);
};

}  // namespace

ReferenceKernel::ReferenceKernel(GridSize size)
    : active_(size), touched_(size), held_(size), falling_(static_cast<size_t>(size.width)) {}

void ReferenceKernel::begin_tick(const FallWork& work, Parallel& parallel) {
  const GridSize size = work.state.size;
  const bool any_wet = work.state.cells.is_ever_used(kWetnessPlane);
  parallel.for_each(size.height, [&](int y) {
    std::fill_n(touched_.row(y), size.width, uint8_t{0});
    const RowWindow rows(work.state, y);
    for (int x = 0; x < size.width; ++x)
      held_.row(y)[x] = any_wet && is_held(work.materials, rows.at(x)) ? 1 : 0;
  });
}

void ReferenceKernel::fall(const FallWork& work, const FallPart& part) {
  fall_by_cells(work, part, held_, falling_, touched_);
}

uint64_t ReferenceKernel::overwet(const SandboxState& state, const MaterialTable& table, int y, int block) const {
  uint64_t word = 0;
  for (int i = 0; i < kBlockCells; ++i) {
    const int x = block * kBlockCells + i;
    if (is_overwet(table, state.material().row(y)[x], state.wetness().row(y)[x])) word |= uint64_t{1} << i;
  }
  return word;
}

uint64_t ReferenceKernel::clings(const SandboxState& state, const MaterialTable& table, int y, int block) const {
  const RowWindow rows(state, y);
  uint64_t word = 0;
  for (int i = 0; i < kBlockCells; ++i)
    if (quicksand::clings(table, rows.at(block * kBlockCells + i))) word |= uint64_t{1} << i;
  return word;
}

void ReferenceKernel::touch(const RowSpan& span) {
  std::fill(touched_.row(span.y) + span.first, touched_.row(span.y) + span.last + 1, uint8_t{1});
}

// Freezes.
int ReferenceKernel::begin_rows(const PassWork& work, Parallel& parallel) {
  const GridSize size = work.state.size;
  while (static_cast<int>(scratch_.size()) < parallel.threads()) scratch_.emplace_back(size);
  const int blocks = (size.height + kBandRows - 1) / kBandRows;
  parallel.for_each(blocks, [&](int block) {
    const int end = std::min((block + 1) * kBandRows, size.height);
    for (int y = block * kBandRows; y < end; ++y) {
      if (freezing_)
        freeze_row(work.state, work.materials, held_, y, active_.row(y));
      else
        std::fill_n(active_.row(y), size.width, uint8_t{1});
    }
  });
  return size.height;
}

void ReferenceKernel::run_rows(const PassWork& work, int worker, int first_row, int end_row) {
  Scratch& scratch = scratch_[static_cast<size_t>(worker)];
  for (int y = first_row; y < end_row; ++y)
    RowStep(work, active_, held_, touched_, y).run(scratch.displacement.row(0), scratch.claim.row(0));
}

}  // namespace quicksand
