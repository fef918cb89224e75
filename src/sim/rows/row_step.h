// The steps of one row, cell by cell: the plain code that defines them (reference_kernel.h). The watch is told what
// they decide about a cell (row_watch.h).
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/plane.h"
#include "sim/cells/dice.h"
#include "sim/rows/row_watch.h"
#include "sim/rows/sideways.h"
#include "sim/tick/pass_work.h"

namespace quicksand {

// Processes one row. Lives for one row; holds what its steps share.
template <class Watch>
class RowStep {
 public:
  RowStep(const PassWork& work, const Plane<uint8_t>& active, const Plane<uint8_t>& held, Plane<uint8_t>& touched,
          int y, Watch& watch)
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
        active_below_(active.row(y + 1)),
        watch_(watch) {}

  // Steps a to c of the row. The scratch rows hold anything before and after.
  void run(int8_t* displacement, uint8_t* claim) {
    if (state_.gravity == 0) return;
    exchange_with_row_below(reinterpret_cast<uint8_t*>(displacement));
    if (mark_sideways(displacement, claim)) transfer_sideways(displacement, claim);
  }

 private:
  static constexpr uint8_t kUnclaimed = 255;

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
      const bool now = free & sinks & (dice[x] < table_.sink_chance(material_[x], below_[x]));
      if constexpr (Watch::kWatches)
        if (x == watch_.x)
          watch_.trace.sink = {material_[x],
                               below_[x],
                               (touched_[x] | touched_below_[x]) != 0,
                               held_[x] != 0,
                               dice[x],
                               table_.sink_chance(material_[x], below_[x]),
                               now};
      if (!now) continue;
      state_.cells.swap({x, y_}, {x, y_ + 1});
      touched_[x] = touched_below_[x] = 1;
    }
  }

  SideView look(int x, int side, int short_by, uint8_t dice) const {
    if constexpr (Watch::kWatches)
      if (x == watch_.x) {
        SideTrace& trace = watch_.trace.sides[side < 0 ? 0 : 1];
        const SideView view = look_sideways(table_, rows_.at(x), touched_rows_.at(x), side, short_by, trace);
        trace.place = view.drop > 0 ? view.drop : drifts(table_.phase(material_[x])) ? view.clear : 0;
        if (view.slip) trace.slip_dice = dice;
        if (view.slip) trace.slip_chance = table_.slip_chance(material_[x], material_[x + side]);
        return view;
      }
    return look_sideways(table_, rows_.at(x), touched_rows_.at(x), side, short_by);
  }

  // The signed distance of the cell's choice; 0 to stay.
  int choose_displacement(int x) const {
    const MaterialId self = material_[x];
    const uint8_t dice = dice_byte(side_key_, x);
    // A reach of 8 is 8 or 7, by the dice.
    const int short_by = (dice >> 1) % 2;

    SideView left = look(x, -1, short_by, dice);
    SideView right = look(x, 1, short_by, dice);
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
      if constexpr (Watch::kWatches)
        if (x == watch_.x) {
          watch_.trace.touched = touched_[x] != 0;
          watch_.trace.held = held_[x] != 0;
          watch_.trace.is_loose =
              table_.phase(self) != Phase::kStatic && (table_.friction(self) > 0 || wetness_[x] > 0);
          watch_.trace.looked = mobile;
          watch_.trace.displacement = displacement[x];
        }
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
      if constexpr (Watch::kWatches)
        if (place != x) watch_transfer(x, place, displacement, claim);
      if (place == x || claim[place] != priority(displacement[x]) || displacement[place] != 0) continue;
      state_.cells.swap({x, y_}, {place, y_});
      touched_[x] = touched_[place] = 1;
    }
  }

  void watch_transfer(int x, int place, const int8_t* displacement, const uint8_t* claim) const {
    const bool won = claim[place] == priority(displacement[x]);
    const bool done = won && displacement[place] == 0;
    if (place == watch_.x && done) watch_.trace.taken_by = x - place;
    if (x != watch_.x) return;
    watch_.trace.lost = !won;
    watch_.trace.occupied = won && displacement[place] != 0;
    watch_.trace.moved = done;
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
  Watch& watch_;
};

}  // namespace quicksand
