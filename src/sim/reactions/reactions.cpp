#include "sim/reactions/reactions.h"

#include <algorithm>

#include "core/ones.h"
#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/cells/rules.h"
#include "sim/reactions/cell_change.h"

namespace quicksand {
namespace {

// In which of four ticks cells are looked at for themselves.
constexpr uint64_t kAgePhase = 3;

HeatRun heat_run(SandboxState& state, int x, int y) {
  return {state.material().row(y) + x, state.cells[kHeatLowPlane].row(y) + x, state.cells[kHeatHighPlane].row(y) + x};
}

void note_change(TickEvents& events, const MaterialTable& table, CellPos cell, MaterialId former, MaterialId now) {
  if (now == kVoid) events.removals.add(cell);
  const bool was_dense = former != kVoid && table.phase(former) != Phase::kGas;
  if (was_dense && (now == kVoid || table.phase(now) == Phase::kGas)) events.fizzes.add(cell);
}

}  // namespace

Reactions::Reactions(GridSize size, ActivityMap& activity)
    : size_(size),
      cursor_(activity.add_cursor("reactions")),
      before_(blocks_of(size)),
      row_before_(static_cast<size_t>(size.height) + 1) {}

void Reactions::set_materials(const MaterialTable& table, ActivityMap& activity) {
  reacts_ = table.reactions().has_meetings() || table.reactions().has_decays() || table.heat().has_transitions();
  activity.set_listening(cursor_, reacts_);
  filter_.set_table(table.reactions(), table.size());
  ambient_ = -1;
}

void Reactions::run(const PassWork& work, const BlockQueries& queries, Parallel& parallel, Blasts& blasts,
                    Charge& charge) {
  ActivityMap& activity = work.activity;
  activity.set_listening(cursor_, true);
  activity.gather();
  const uint64_t tick = work.state.tick;
  const HeatTable& heat = work.materials.heat();
  if (filter_.update(work.materials.reactions(), tick) || ambient_ != work.state.ambient) find_sets(work);
  if (!any_before_ && !activity.any_changed(cursor_)) return;
  if (tick % kMeetingTicks == 0) begin_cycle(activity);
  const Step step{work,
                  queries,
                  blasts,
                  charge,
                  tick_key(work.state.seed, tick),
                  has_melting_ || has_heat(work.state),
                  has_timers(work.state)};
  const int chunks = (size_.height + kChunkRows - 1) / kChunkRows;
  const auto for_each_row = [&](int first, int stride, const auto& action) {
    parallel.for_each_from_below(chunks, [&](int chunk) {
      const int end = std::min((chunk + 1) * kChunkRows, size_.height);
      for (int y = chunk * kChunkRows + first; y < end; y += stride) action(y);
    });
  };
  const ReactionTable& table = work.materials.reactions();
  if (table.has_meetings() || step.has_heat || step.has_timers) {
    const Pairing pairing = pairing_of(tick);
    if (pairing.upright)
      for_each_row(pairing.offset, 2, [&](int y) {
        if (y + 1 < size_.height) meet_upright(step, y);
      });
    else
      for_each_row(0, 1, [&](int y) { meet_beside(step, y, pairing.offset); });
  }
  const bool ages = table.has_decays() || heat.has_transitions() || step.has_heat || step.has_timers;
  if (!ages || tick % kMeetingTicks != kAgePhase) return;
  work.activity.gather();  // what has met just now ages like all else
  for_each_row(0, 1, [&](int y) { age_row(step, y); });
}

void Reactions::find_sets(const PassWork& work) {
  const HeatTable& heat = work.materials.heat();
  ambient_ = work.state.ambient;
  sets_ = filter_.sets();
  all_sets_ = filter_.all_sets();
  has_melting_ = changes_at_ambient_ = false;
  for (int id = 0; id < work.materials.size(); ++id) {
    const auto material = static_cast<MaterialId>(id);
    changes_at_ambient_ |= heat.is_noticed(material, ambient_);
    if (heat.apparent(material, ambient_) == ambient_) continue;
    sets_.starts[material] |= kMarkedStart;
    all_sets_.starts[material] |= kMarkedStart;
    has_melting_ = true;
  }
}

// Where something may yet react, or burn, or decay.
void Reactions::keep(ActivityMap& activity, int y, int word, uint64_t pending) {
  if (pending == 0) return;
  if (!acts_.is_raised()) acts_.raise();  // other threads read it
  activity.keep(cursor_, y, word, pending);
}

// What has changed becomes what had changed.
void Reactions::begin_cycle(ActivityMap& activity) {
  is_quiet_ = !acts_.is_raised() && activity.times_changed() == times_changed_;
  times_changed_ = activity.times_changed();
  acts_.lower();
  any_before_ = false;
  for (int y = 0; y < size_.height; ++y) {
    uint8_t& row_before = row_before_[static_cast<size_t>(y)];
    const bool changed = activity.row_changed(cursor_, y);
    if (changed || row_before != 0) std::copy_n(activity.changed(cursor_, y), activity.words(), before_.row(y));
    row_before = changed ? 1 : 0;
    any_before_ |= changed;
  }
  activity.clear(cursor_);
}

bool Reactions::may_act(const ActivityMap& activity, int y) const {
  return activity.row_changed(cursor_, y) || row_before_[static_cast<size_t>(y)] != 0;
}

uint64_t Reactions::near(const ActivityMap& activity, int y, int word) const {
  return activity.changed(cursor_, y)[word] | before_.row(y)[word];
}

// A word of blocks in which the plane may hold anything, now: in this tick, too, that may have come there. The word
// past the last is 0.
uint64_t Reactions::used_blocks(const Step& step, int plane, int y, int word) {
  const BitPlane& used = step.work.state.cells.used(plane);
  return word < used.words() ? used.row(y)[word] : 0;
}

// The same of what is warmer or colder than its surroundings.
uint64_t Reactions::warm_blocks(const Step& step, int y, int word) {
  return used_blocks(step, kHeatLowPlane, y, word) | used_blocks(step, kHeatHighPlane, y, word);
}

// Heat has flowed there, or may.
void Reactions::note_heat(const Step& step, int y, int block) {
  const CellPos first{block * kBlockCells, y};
  if (first.x >= size_.width) return;
  step.work.state.cells.note_used(kHeatLowPlane, first);
  step.work.state.cells.note_used(kHeatHighPlane, first);
  step.work.activity.keep(cursor_, y, block / 64, uint64_t{1} << block % 64);
}

// The pairs of row y whose first columns are even, or odd with an offset of 1.
void Reactions::meet_beside(const Step& step, int y, int offset) {
  ActivityMap& activity = step.work.activity;
  if (!may_act(activity, y)) return;
  SandboxState& state = step.work.state;
  const uint32_t key = row_key(step.tick_key, kDiceMeet, y);
  const uint32_t product_key = row_key(step.tick_key, kDiceProduct, y);
  const uint32_t heat_key = row_key(step.tick_key, kDiceHeat, y);
  const uint32_t flame_key = row_key(step.tick_key, kDiceFlame, y);
  for (int word = 0; word < activity.words(); ++word) {
    uint64_t blocks = near(activity, y, word);
    // A block's last pair reaches into the next block.
    if (offset != 0) blocks = (blocks | blocks >> 1 | near(activity, y, word + 1) << 63) & activity.valid(word);
    uint64_t warm = warm_blocks(step, y, word);
    if (offset != 0) warm |= warm >> 1 | warm_blocks(step, y, word + 1) << 63;
    const MaterialId* const firsts = state.material().row(y) + word * 64 * kBlockCells + offset;
    uint64_t timed = step.has_timers ? used_blocks(step, kTimerPlane, y, word) : 0;
    if (offset != 0 && step.has_timers) timed |= timed >> 1 | used_blocks(step, kTimerPlane, y, word + 1) << 63;
    const uint64_t starting = step.queries.starting(firsts, firsts + 1, blocks, sets_);
    uint64_t pending = 0;
    for (const int bit : ones(blocks & (starting | warm | timed))) {
      const int block = word * 64 + bit;
      const int x = block * kBlockCells;
      const MeetingCells cells = meeting(step, {x, y}, {x + offset, y}, {x + offset + 1, y}, key);
      if (((warm >> bit & 1) != 0 || cells.marked) &&
          step.queries.conduct_beside(heat_run(state, x + offset, y), heat_key, x, step.work.materials.heat(),
                                      state.ambient)) {
        note_heat(step, y, block);
        if (offset != 0) note_heat(step, y, block + 1);
      }
      uint64_t pairs = 0x5555555555555555;  // by their first cells
      if (step.has_timers && (burning(step, y, block) | (offset != 0 ? burning(step, y, block + 1) & 1 : 0)) != 0) {
        pending |= uint64_t{1} << bit;
        pairs &= ~flame_beside(step, y, x + offset, flame_key);
      }
      if (!any_possible(step, cells.may & pairs, {x + offset, y}, {x + offset + 1, y})) continue;
      pending |= uint64_t{1} << bit;
      for (const int i : ones(cells.tried & pairs)) {
        const auto lot = static_cast<uint32_t>(x + i);
        const CellPos first{x + i + offset, y};
        meet(step, first, {first.x + 1, y}, dice_word(key, lot), dice_word(product_key, lot));
      }
    }
    keep(activity, y, word, pending);
  }
}

// Of the pairs of 64 cells from x on; those in which a flame came out, by their first cells. They do not meet in this
// tick: they are not what kernels have looked at.
uint64_t Reactions::flame_beside(const Step& step, int y, int x, uint32_t flame_key) {
  uint64_t lit = 0;
  const SandboxState& state = step.work.state;
  const MaterialId* const row = state.material().row(y);
  const uint8_t* const timer = state.cells[kTimerPlane].row(y);
  for (int i = x; i < x + kBlockCells; i += 2) {
    const uint32_t dice = dice_word(flame_key, static_cast<uint32_t>(i - x % 2));
    const bool first = timer[i] != 0 && row[i + 1] == kVoid && catch_fire(step, {i, y}, {i + 1, y}, dice);
    const bool second = timer[i + 1] != 0 && row[i] == kVoid && catch_fire(step, {i + 1, y}, {i, y}, dice);
    if (first || second) lit |= uint64_t{1} << (i - x);
  }
  return lit;
}

// The pairs of rows y and y + 1.
void Reactions::meet_upright(const Step& step, int y) {
  ActivityMap& activity = step.work.activity;
  if (!may_act(activity, y) && !may_act(activity, y + 1)) return;
  SandboxState& state = step.work.state;
  const uint32_t key = row_key(step.tick_key, kDiceMeet, y);
  const uint32_t product_key = row_key(step.tick_key, kDiceProduct, y);
  const uint32_t heat_key = row_key(step.tick_key, kDiceHeat, y);
  const uint32_t flame_key = row_key(step.tick_key, kDiceFlame, y);
  const MaterialId* const upper = state.material().row(y);
  const MaterialId* const lower = state.material().row(y + 1);
  for (int word = 0; word < activity.words(); ++word) {
    const uint64_t warm = warm_blocks(step, y, word) | warm_blocks(step, y + 1, word);
    const uint64_t blocks = near(activity, y, word) | near(activity, y + 1, word);
    const int left = word * 64 * kBlockCells;
    const uint64_t timed =
        step.has_timers ? used_blocks(step, kTimerPlane, y, word) | used_blocks(step, kTimerPlane, y + 1, word) : 0;
    const uint64_t starting = step.queries.starting(upper + left, lower + left, blocks, sets_);
    uint64_t pending = 0;
    for (const int bit : ones(blocks & (starting | warm | timed))) {
      const int block = word * 64 + bit;
      const int x = block * kBlockCells;
      const MeetingCells cells = meeting(step, {x, y}, {x, y}, {x, y + 1}, key);
      if (((warm >> bit & 1) != 0 || cells.marked) &&
          step.queries.conduct_upright(heat_run(state, x, y), heat_run(state, x, y + 1), heat_key, x,
                                       step.work.materials.heat(), state.ambient)) {
        note_heat(step, y, block);
        note_heat(step, y + 1, block);
      }
      uint64_t pairs = ~uint64_t{0};  // in which no flame comes out: as in flame_beside()
      const uint64_t above = step.has_timers ? burning(step, y, block) : 0;
      const uint64_t below = step.has_timers ? burning(step, y + 1, block) : 0;
      if ((above | below) != 0) {
        pending |= uint64_t{1} << bit;
        const uint64_t out_below = above & ~step.queries.nonzero(lower + x);
        const uint64_t out_above = below & ~step.queries.nonzero(upper + x);
        for (const int i : ones(out_below))
          if (catch_fire(step, {x + i, y}, {x + i, y + 1}, dice_word(flame_key, static_cast<uint32_t>(x + i))))
            pairs &= ~(uint64_t{1} << i);
        for (const int i : ones(out_above))
          if (catch_fire(step, {x + i, y + 1}, {x + i, y}, dice_word(flame_key, static_cast<uint32_t>(x + i))))
            pairs &= ~(uint64_t{1} << i);
      }
      if (!any_possible(step, cells.may & pairs, {x, y}, {x, y + 1})) continue;
      pending |= uint64_t{1} << bit;
      for (const int i : ones(cells.tried & pairs)) {
        const auto lot = static_cast<uint32_t>(x + i);
        meet(step, {x + i, y}, {x + i, y + 1}, dice_word(key, lot), dice_word(product_key, lot));
      }
    }
    keep(activity, y, word, pending);
  }
}

// Of 64 pairs, those that may react. `block`: the first of the 64 dice, and of the blocks of both, or of the first of
// two blocks.
MeetingCells Reactions::meeting(const Step& step, CellPos block, CellPos first, CellPos second, uint32_t key) {
  const Plane<MaterialId>& material = step.work.state.material();
  const auto at = [&](CellPos cell) { return material.row(cell.y) + cell.x; };
  const MeetingCells cells = step.queries.meeting(at(first), at(second), key, block.x, sets_);
  if (!cells.marked || !filter_.has_strangers()) return cells;
  bool any = false;
  const auto look_for_strangers = [&](CellPos in) {
    for (const int i : ones(step.queries.cells_in(at(in), filter_.strangers()))) {
      filter_.note(at(in)[i]);
      any = true;
    }
  };
  look_for_strangers(block);
  if (second.y != block.y) look_for_strangers({block.x, second.y});
  // The last pair reaches into the next block.
  else if (first.x != block.x && block.x + kBlockCells < size_.width)
    look_for_strangers({block.x + kBlockCells, block.y});
  return any ? step.queries.meeting(at(first), at(second), key, block.x, all_sets_) : cells;
}

// Whether two that meet there, and are so wet and warm, may react so.
bool Reactions::is_possible(const Step& step, const Meeting& meeting, CellPos first, CellPos second) {
  if (!(first.x == second.x ? meeting.upright : meeting.side_by_side)) return false;
  if (meeting.condition == 0) return true;
  const SandboxState& state = step.work.state;
  const MeetingCondition& condition = step.work.materials.reactions().condition(meeting.condition);
  const CellPos cell = meeting.of_second ? second : first;
  const auto lies_in = [](int value, const std::array<int, 2>& range) {
    return value >= range[0] && value <= range[1];
  };
  return lies_in(state.wetness()[cell], condition.wetness) && lies_in(state.temperature(cell), condition.temperature) &&
         lies_in(state.cells[kTimerPlane][cell], condition.timer);
}

// Whether any of these pairs, by the columns of their first cells less x, may react as they are.
bool Reactions::any_possible(const Step& step, uint64_t pairs, CellPos first, CellPos second) {
  const ReactionTable& table = step.work.materials.reactions();
  const Plane<MaterialId>& material = step.work.state.material();
  for (const int i : ones(pairs)) {
    const CellPos one{first.x + i, first.y};
    const CellPos other{second.x + i, second.y};
    bool any = false;
    table.for_each_meeting(material[one], material[other],
                           [&](const Meeting& meeting) { return any = is_possible(step, meeting, one, other); });
    if (any) return true;
  }
  return false;
}

void Reactions::meet(const Step& step, CellPos first, CellPos second, uint32_t dice, uint32_t product_dice) {
  const Plane<MaterialId>& material = step.work.state.material();
  uint64_t left = dice;
  step.work.materials.reactions().for_each_meeting(material[first], material[second], [&](const Meeting& meeting) {
    if (!is_possible(step, meeting, first, second)) return false;
    if (left >= meeting.limit) {
      left -= meeting.limit;
      return false;
    }
    if (meeting.swaps) {
      step.work.state.cells.swap(first, second);
      step.work.activity.mark(first);
      step.work.activity.mark(second);
      return true;
    }
    const uint32_t other_dice = mix32(product_dice);
    become(step, first, meeting.first.choose(product_dice), static_cast<uint8_t>(product_dice), meeting.first_heat);
    become(step, second, meeting.second.choose(other_dice), static_cast<uint8_t>(other_dice), meeting.second_heat);
    return true;
  });
}

// Cells of a row by themselves.
void Reactions::age_row(const Step& step, int y) {
  ActivityMap& activity = step.work.activity;
  if (!may_act(activity, y)) return;
  SandboxState& state = step.work.state;
  const ReactionTable& table = step.work.materials.reactions();
  const HeatTable& heat = step.work.materials.heat();
  const uint32_t key = row_key(step.tick_key, kDiceDecay, y);
  const uint32_t product_key = row_key(step.tick_key, kDiceProduct, y);
  const MaterialId* const row = state.material().row(y);
  for (int word = 0; word < activity.words(); ++word) {
    const uint64_t may_change = changes_at_ambient_      ? ~uint64_t{0}
                                : heat.has_transitions() ? warm_blocks(step, y, word)
                                                         : 0;
    uint64_t pending = 0;
    for (const int bit : ones(near(activity, y, word))) {
      const int x = (word * 64 + bit) * kBlockCells;
      if ((may_change >> bit & 1) != 0 || step.has_timers) {
        const uint64_t noticed = step.queries.changing(heat_run(state, x, y), heat, state.ambient);
        for (const int i : ones(noticed)) {
          if (x + i >= size_.width) break;
          const uint16_t before = state.temperature({x + i, y});
          const uint32_t dice = dice_word(product_key, static_cast<uint32_t>(x + i));
          if (!heat.is_changing(row[x + i], before)) {
            pending |= uint64_t{1} << bit;
            if (step.work.materials.blasts().explodes(row[x + i]))
              step.blasts.add({x + i, y});
            else
              burn(step, {x + i, y}, before, dice);
            continue;
          }
          const HeatTable::Change change = heat.change(row[x + i], before, dice);
          // It may yet become another, by other dice.
          if (change.into == kSame || change.into == row[x + i]) pending |= uint64_t{1} << bit;
          become(step, {x + i, y}, change.into, static_cast<uint8_t>(dice), change.temperature - before);
        }
        // What has become too cold goes out. What has been set off explodes.
        for (const int i : ones(step.has_timers ? burning(step, y, word * 64 + bit) & ~noticed : 0))
          if (step.work.materials.blasts().explodes(row[x + i]))
            step.blasts.add({x + i, y});
          else if (heat.burning(row[x + i]).shortest > 0)
            state.cells[kTimerPlane].row(y)[x + i] = 0;
      }
      if (step.has_heat || step.has_timers) forget_unused(step, y, x);
      if (!table.has_decays()) continue;
      const MeetingCells cells = step.queries.decaying(row + x, key, x, table.decay_sets());
      for (const int i : ones(cells.may)) {
        const bool acts_uncharged = step.work.materials.charge().is_looked_at(row[x + i]) &&
                                    state.cells[kTimerPlane].row(y)[x + i] == 0;
        if (table.decay_limit(row[x + i]) == 0 && !acts_uncharged) continue;
        pending |= uint64_t{1} << bit;
        break;
      }
      for (const int i : ones(cells.tried)) {
        const auto lot = static_cast<uint32_t>(x + i);
        const MaterialId id = row[x + i];
        const uint32_t product_dice = dice_word(product_key, lot);
        if (step.work.materials.charge().is_looked_at(id) && state.cells[kTimerPlane].row(y)[x + i] == 0)
          step.charge.add({x + i, y});
        if (dice_word(key, lot) >= table.decay_limit(id)) continue;
        become(step, {x + i, y}, table.decay(id).choose(product_dice), static_cast<uint8_t>(product_dice), 0);
      }
    }
    keep(activity, y, word, pending);
  }
}

// Planes that hold nothing there any more.
void Reactions::forget_unused(const Step& step, int y, int x) {
  CellPlanes& cells = step.work.state.cells;
  const int block = x / kBlockCells;
  for (const uint8_t plane : {kHeatLowPlane, kHeatHighPlane, kTimerPlane})
    if (cells.is_used(plane, {x, y}) && step.queries.nonzero(cells[plane].row(y) + x) == 0)
      cells.set_used(plane, y, block / 64, uint64_t{1} << block % 64, 0);
}

// The cells of the block that burn.
uint64_t Reactions::burning(const Step& step, int y, int block) const {
  const CellPos first{block * kBlockCells, y};
  const CellPlanes& cells = step.work.state.cells;
  if (first.x >= size_.width || !cells.is_used(kTimerPlane, first)) return 0;
  return step.queries.nonzero(cells[kTimerPlane].row(y) + first.x);
}

// A cell that is so hot that it burns.
void Reactions::burn(const Step& step, CellPos cell, uint16_t temperature, uint32_t dice) {
  SandboxState& state = step.work.state;
  const BurningLaw& law = step.work.materials.heat().burning(state.material()[cell]);
  uint8_t& timer = state.cells[kTimerPlane][cell];
  if (timer == 0) {
    timer = law.timer(state.grain_seed()[cell]);
    state.cells.note_used(kTimerPlane, cell);
  } else if (dice < law.step_limit && --timer == 0) {
    become(step, cell, law.leaves.choose(mix32(dice)), static_cast<uint8_t>(dice), 0);
    return;
  }
  // Rounded by the dice, so that the heat of a second is right on average.
  const int heat = (law.heat + static_cast<int>(mix32(dice ^ kDiceHeat) % kStepsASecond)) / kStepsASecond;
  become(step, cell, kSame, 0, std::clamp(law.hottest - temperature, 0, heat));
}

// A flame comes out of what burns, where it lies open. Whether it did.
bool Reactions::catch_fire(const Step& step, CellPos burning, CellPos open, uint32_t dice) {
  const BurningLaw& law = step.work.materials.heat().burning(step.work.state.material()[burning]);
  if (dice >= law.flame_limit) return false;
  become(step, open, law.flame, static_cast<uint8_t>(mix32(dice)), 0);
  if (step.work.events) step.work.events->flames.add(open);
  return true;
}

void Reactions::become(const Step& step, CellPos cell, MaterialId material, uint8_t seed, int heat) {
  SandboxState& state = step.work.state;
  const MaterialId former = state.material()[cell];
  if (material == kSame || material == former) {
    if (heat == 0 || former == kVoid) return;
    const uint16_t excess = excess_of(warmed(state.temperature(cell), heat), state.ambient);
    state.cells[kHeatLowPlane][cell] = static_cast<uint8_t>(excess);
    state.cells[kHeatHighPlane][cell] = static_cast<uint8_t>(excess >> 8);
    note_heat(step, cell.y, cell.x / kBlockCells);
    return;
  }
  state.cells.put(cell, changed_cell(state, step.work.materials, cell, material, seed, heat));
  step.work.activity.mark(cell);
  if (step.work.events) note_change(*step.work.events, step.work.materials, cell, former, material);
}

}  // namespace quicksand
