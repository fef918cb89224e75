// Which of 64 pairs of cells at once are worth a closer look: a few bits for each material, which kernels compare.
//
// Seven bits cannot tell some hundred materials and thousands of reactions apart, but few of these are in one place at
// one time. So the bits are dealt out among the materials that have been met: two of these pass if they react, and, only
// where the bits do not suffice, some that do not. Whoever asks about a block that holds a stranger is told so, asks with
// all_sets(), in which everybody has bits, and notes the stranger.
//
// Determinism: what passes is looked at exactly, so the filter has an influence on the time that it takes alone.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "core/shared_flag.h"
#include "sim/cells/reaction_table.h"
#include "sim/rows/block_queries.h"

namespace quicksand {

class MeetingFilter {
 public:
  // Forgets whom it has met. Call it when the materials are others.
  void set_table(const ReactionTable& table, int materials);

  // Two that have been met, and react, have a bit in common, of the one's `starts` and the other's `joins`; strangers are
  // marked.
  const MeetingSets& sets() const { return sets_; }
  // The same as if all had been met.
  const MeetingSets& all_sets() const { return all_sets_; }

  // Those that have not been met, and react at all.
  bool has_strangers() const { return has_strangers_; }
  const BlockSet& strangers() const { return strangers_; }

  // A stranger is here. Several threads may call it.
  void note(MaterialId id) {
    noted_[id].raise();
    any_noted_.raise();
  }

  // Takes in those that were noted, and forgets all at times: what was there once may be gone. Whether the sets are
  // others now. Call it before each tick, with an equal table.
  bool update(const ReactionTable& table, uint64_t tick);

 private:
  using Materials = std::bitset<256>;

  void find_sets(const ReactionTable& table);
  void deal_bits();
  bool is_exact(const ReactionTable& table) const;

  int size_ = 0;
  bool tells_all_apart_ = false;  // without knowing who is there
  Materials met_;
  std::array<SharedFlag, 256> noted_;
  SharedFlag any_noted_;
  std::vector<Materials> left_;  // of each, the partners that no bit stands for yet
  MeetingSets sets_;
  MeetingSets all_sets_;
  BlockSet strangers_;
  bool has_strangers_ = false;
};

}  // namespace quicksand
