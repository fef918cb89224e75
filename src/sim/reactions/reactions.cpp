#include "sim/reactions/reactions.h"

#include <algorithm>

#include "core/ones.h"
#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/cells/rules.h"

namespace quicksand {
namespace {

// In which of four ticks cells are looked at for themselves.
constexpr uint64_t kDecayPhase = 3;

}  // namespace

Reactions::Reactions(GridSize size, ActivityMap& activity)
    : size_(size),
      cursor_(activity.add_cursor()),
      before_(blocks_of(size)),
      row_before_(static_cast<size_t>(size.height) + 1) {}

void Reactions::set_materials(const MaterialTable& table, ActivityMap& activity) {
  reacts_ = table.reactions().has_meetings() || table.reactions().has_decays();
  activity.set_listening(cursor_, reacts_);
}

void Reactions::run(const PassWork& work, const BlockQueries& queries, Parallel& parallel) {
  ActivityMap& activity = work.activity;
  activity.gather();
  const uint64_t tick = work.state.tick;
  if (tick % kMeetingTicks == 0) begin_cycle(activity);
  if (!any_before_ && !activity.any_changed(cursor_)) return;
  const Step step{work, queries, tick_key(work.state.seed, tick)};
  const int chunks = (size_.height + kChunkRows - 1) / kChunkRows;
  const auto for_each_row = [&](int first, int stride, const auto& action) {
    parallel.for_each(chunks, [&](int chunk) {
      const int end = std::min((chunk + 1) * kChunkRows, size_.height);
      for (int y = chunk * kChunkRows + first; y < end; y += stride) action(y);
    });
  };
  const ReactionTable& table = work.materials.reactions();
  if (table.has_meetings()) {
    const Pairing pairing = pairing_of(tick);
    if (pairing.upright)
      for_each_row(pairing.offset, 2, [&](int y) {
        if (y + 1 < size_.height) meet_upright(step, y);
      });
    else
      for_each_row(0, 1, [&](int y) { meet_beside(step, y, pairing.offset); });
  }
  if (table.has_decays() && tick % kMeetingTicks == kDecayPhase)
    for_each_row(0, 1, [&](int y) { decay_row(step, y); });
}

// What has changed becomes what had changed.
void Reactions::begin_cycle(ActivityMap& activity) {
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

// The pairs of row y whose first columns are even, or odd with an offset of 1.
void Reactions::meet_beside(const Step& step, int y, int offset) {
  ActivityMap& activity = step.work.activity;
  if (!may_act(activity, y)) return;
  const uint32_t key = row_key(step.tick_key, kDiceMeet, y);
  const uint32_t product_key = row_key(step.tick_key, kDiceProduct, y);
  const MaterialId* const row = step.work.state.material().row(y);
  for (int word = 0; word < activity.words(); ++word) {
    uint64_t blocks = near(activity, y, word);
    // A block's last pair reaches into the next block.
    if (offset != 0) blocks = (blocks | blocks >> 1 | near(activity, y, word + 1) << 63) & activity.valid(word);
    uint64_t pending = 0;
    for (const int bit : ones(blocks)) {
      const int x = (word * 64 + bit) * kBlockCells;
      const MeetingCells cells = step.queries.meeting(row + x + offset, row + x + offset + 1, key, x,
                                                      step.work.materials.reactions().meeting_sets());
      constexpr uint64_t kFirsts = 0x5555555555555555;
      if ((cells.may & kFirsts) == 0) continue;
      pending |= uint64_t{1} << bit;
      for (const int i : ones(cells.tried & kFirsts)) {
        const auto lot = static_cast<uint32_t>(x + i);
        const CellPos first{x + i + offset, y};
        meet(step, first, {first.x + 1, y}, dice_word(key, lot), dice_word(product_key, lot));
      }
    }
    activity.keep(cursor_, y, word, pending);
  }
}

// The pairs of rows y and y + 1.
void Reactions::meet_upright(const Step& step, int y) {
  ActivityMap& activity = step.work.activity;
  if (!may_act(activity, y) && !may_act(activity, y + 1)) return;
  const uint32_t key = row_key(step.tick_key, kDiceMeet, y);
  const uint32_t product_key = row_key(step.tick_key, kDiceProduct, y);
  const MaterialId* const upper = step.work.state.material().row(y);
  const MaterialId* const lower = step.work.state.material().row(y + 1);
  for (int word = 0; word < activity.words(); ++word) {
    uint64_t pending = 0;
    for (const int bit : ones(near(activity, y, word) | near(activity, y + 1, word))) {
      const int x = (word * 64 + bit) * kBlockCells;
      const MeetingCells cells =
          step.queries.meeting(upper + x, lower + x, key, x, step.work.materials.reactions().meeting_sets());
      if (cells.may == 0) continue;
      pending |= uint64_t{1} << bit;
      for (const int i : ones(cells.tried)) {
        const auto lot = static_cast<uint32_t>(x + i);
        meet(step, {x + i, y}, {x + i, y + 1}, dice_word(key, lot), dice_word(product_key, lot));
      }
    }
    activity.keep(cursor_, y, word, pending);
  }
}

void Reactions::meet(const Step& step, CellPos first, CellPos second, uint32_t dice, uint32_t product_dice) {
  const Plane<MaterialId>& material = step.work.state.material();
  const bool upright = first.x == second.x;
  uint64_t left = dice;
  step.work.materials.reactions().for_each_meeting(material[first], material[second], [&](const Meeting& meeting) {
    if (!(upright ? meeting.upright : meeting.side_by_side)) return false;
    if (left >= meeting.limit) {
      left -= meeting.limit;
      return false;
    }
    const uint32_t other_dice = mix32(product_dice);
    become(step, first, meeting.first.choose(product_dice), static_cast<uint8_t>(product_dice));
    become(step, second, meeting.second.choose(other_dice), static_cast<uint8_t>(other_dice));
    return true;
  });
}

void Reactions::decay_row(const Step& step, int y) {
  ActivityMap& activity = step.work.activity;
  if (!may_act(activity, y)) return;
  const ReactionTable& table = step.work.materials.reactions();
  const uint32_t key = row_key(step.tick_key, kDiceDecay, y);
  const uint32_t product_key = row_key(step.tick_key, kDiceProduct, y);
  const MaterialId* const row = step.work.state.material().row(y);
  for (int word = 0; word < activity.words(); ++word) {
    uint64_t pending = 0;
    for (const int bit : ones(near(activity, y, word))) {
      const int x = (word * 64 + bit) * kBlockCells;
      const MeetingCells cells = step.queries.decaying(row + x, key, x, table.decay_sets());
      if (cells.may == 0) continue;
      pending |= uint64_t{1} << bit;
      for (const int i : ones(cells.tried)) {
        const auto lot = static_cast<uint32_t>(x + i);
        const MaterialId id = row[x + i];
        if (dice_word(key, lot) >= table.decay_limit(id)) continue;
        const uint32_t product_dice = dice_word(product_key, lot);
        become(step, {x + i, y}, table.decay(id).choose(product_dice), static_cast<uint8_t>(product_dice));
      }
    }
    activity.keep(cursor_, y, word, pending);
  }
}

// What the cell held is gone, but for wetness that the new material takes up, too, and the speed of what falls on.
void Reactions::become(const Step& step, CellPos cell, MaterialId material, uint8_t seed) {
  SandboxState& state = step.work.state;
  const MaterialTable& table = step.work.materials;
  const MaterialId former = state.material()[cell];
  if (material == kSame || material == former) return;
  CellBytes bytes = state.cells.empty();
  bytes[kMaterialPlane] = material;
  if (material != kVoid) bytes[kGrainSeedPlane] = seed;
  if (table.absorbs(material) != kVoid && table.absorbs(material) == table.absorbs(former))
    bytes[kWetnessPlane] = std::min(state.wetness()[cell], static_cast<uint8_t>(table.wet_max(material)));
  const auto falls = [&](MaterialId id) {
    return table.phase(id) == Phase::kPowder || table.phase(id) == Phase::kLiquid;
  };
  if (falls(material) && falls(former)) bytes[kSpeedPlane] = state.cells[kSpeedPlane][cell];
  state.cells.put(cell, bytes);
  step.work.activity.mark(cell);
  if (step.work.events && material == kVoid) step.work.events->removals.add(cell);
}

}  // namespace quicksand
