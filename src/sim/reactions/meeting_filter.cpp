#include "sim/reactions/meeting_filter.h"

#include <algorithm>

namespace quicksand {
namespace {

// The bits of `starts` and `joins` below kMarkedStart.
constexpr int kBits = 7;

// After so many ticks those that have gone do not count any more.
constexpr uint64_t kForgetTicks = 4096;

}  // namespace

void MeetingFilter::set_table(const ReactionTable& table, int materials) {
  size_ = materials;
  left_.resize(static_cast<size_t>(materials));
  for (SharedFlag& flag : noted_) flag.lower();
  any_noted_.lower();
  met_.set();
  find_sets(table);
  all_sets_ = sets_;
  tells_all_apart_ = is_exact(table);
  if (tells_all_apart_) return;
  met_.reset();
  find_sets(table);
}

bool MeetingFilter::update(const ReactionTable& table, uint64_t tick) {
  if (tells_all_apart_) return false;
  const bool forgets = tick % kForgetTicks == 0;
  if (!forgets && !any_noted_.is_raised()) return false;
  if (forgets) met_.reset();
  for (size_t id = 0; id < noted_.size(); ++id) {
    if (noted_[id].is_raised()) met_.set(id);
    noted_[id].lower();
  }
  any_noted_.lower();
  find_sets(table);
  return true;
}

void MeetingFilter::find_sets(const ReactionTable& table) {
  sets_ = {};
  strangers_ = {};
  has_strangers_ = false;
  if (!table.has_meetings()) return;
  for (int i = 0; i < size_; ++i) {
    const auto one = static_cast<MaterialId>(i);
    left_[one].reset();
    for (int k = 0; k < size_; ++k) {
      const auto other = static_cast<MaterialId>(k);
      if (!table.may_react(one, other)) continue;
      if (!met_[one]) {
        strangers_.add(one);
        sets_.starts[one] = kMarkedStart;
        has_strangers_ = true;
        break;
      }
      if (!met_[other]) continue;
      left_[one].set(other);
      sets_.most[one] = std::max(sets_.most[one], table.most_dice(one, other));
    }
  }
  deal_bits();
}

// Of all pairs that react one material has the most partners: it starts, and they join, and so on with what is left. So
// a bit is taken up by each solvent, and not by each thing that is dissolved. Materials with the same partners share a
// bit; when all bits are taken, others do.
void MeetingFilter::deal_bits() {
  for (int kind = 0;; ++kind) {
    size_t starts = 0;
    size_t most = 0;
    for (size_t id = 0; id < left_.size(); ++id)
      if (const size_t count = left_[id].count(); count > most) {
        starts = id;
        most = count;
      }
    if (most == 0) return;
    const auto bit = static_cast<uint8_t>(1U << kind % kBits);
    const Materials partners = left_[starts];
    for (size_t id = 0; id < left_.size(); ++id) {
      if (partners[id]) sets_.joins[id] |= bit;
      if (left_[id] != partners) continue;
      sets_.starts[id] |= bit;
      for (size_t other = 0; other < left_.size(); ++other)
        if (partners[other]) left_[id][other] = left_[other][id] = false;
    }
  }
}

// Whether no two pass that do not react.
bool MeetingFilter::is_exact(const ReactionTable& table) const {
  for (int i = 0; i < size_; ++i)
    for (int k = 0; k < size_; ++k) {
      const bool passes = ((sets_.starts[i] & sets_.joins[k]) | (sets_.joins[i] & sets_.starts[k])) != 0;
      if (passes && !table.may_react(static_cast<MaterialId>(i), static_cast<MaterialId>(k))) return false;
    }
  return true;
}

}  // namespace quicksand
