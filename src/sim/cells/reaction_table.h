// What follows from the reactions and decays of a set of materials: for any two that meet, and for any by itself, what
// may happen, with which chance, and what comes of it.
//
// A pair of neighbours meets in one of four ticks (reactions/reactions.h), and a cell is looked at for itself as often.
// So chances are those of four ticks: 1 - (1 - p)^4, where p is what the file says of one.
//
// Gases that diffuse change places with what they meet, other gases and void. A cell of one that does so with chance p
// when it meets a neighbour walks at random: of two meetings along a row the second leads on if the first took place,
// and back if it did not, so after n of them its place spreads by n p / (1 - p) square cells.
//
// Determinism: made by + - * / alone.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/cells/reaction.h"

namespace quicksand {

struct Material;

// Ticks between two meetings of the same neighbours.
inline constexpr int kMeetingTicks = 4;

// The chance that what happens in a tick with chance `p` happens in one of kMeetingTicks.
double chance_of_meeting(double p);
// The chance that what has this half-life, in ticks, happens within so many ticks.
double chance_within(double ticks, double half_life);

// What one cell becomes.
class ProductChoice {
 public:
  // No products: it stays what it is.
  explicit ProductChoice(const Products& products = {});

  // By a dice word.
  MaterialId choose(uint32_t word) const {
    for (int i = 0; i < count_; ++i)
      if (word < limit_[static_cast<size_t>(i)]) return material_[static_cast<size_t>(i)];
    return kSame;
  }

  // Calls visit(material, limit) for each product; the chance is that of a dice word below the limit and not below the
  // one before.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (int i = 0; i < count_; ++i) visit(material_[static_cast<size_t>(i)], limit_[static_cast<size_t>(i)]);
  }

 private:
  int count_ = 0;
  std::array<MaterialId, kMostProducts> material_{};
  std::array<uint64_t, kMostProducts> limit_{};  // they rise; the last is 2^32
};

// What may happen where two cells meet. The first is on the left, or above.
struct Meeting {
  uint64_t limit;   // it happens if a dice word is below, after those before it in the chain have been asked
  ProductChoice first;
  ProductChoice second;
  bool side_by_side;  // it may happen between such
  bool upright;       // between one above the other
  int first_heat;     // by how much it gets warmer, in eighths of a kelvin
  int second_heat;
  uint32_t condition;  // its number; 0: none
  bool of_second;      // it is the second that has to be so
  bool swaps;          // they change places, and nothing else
};

// What a cell has to be like: least and most, in the units of cells.
struct MeetingCondition {
  std::array<int, 2> wetness{0, 255};
  std::array<int, 2> temperature{0, 65535};
  std::array<int, 2> timer{0, 255};
};

// For kernels, which look for meetings 64 cells at a time: a byte for each material. Two materials may react only if
// starts[one] & joins[other], or the other way round, is not 0, and the dice byte is at most `most` of both. The
// highest bit of `starts` is free for whoever asks: kernels tell whether any of the cells has it.
inline constexpr uint8_t kMarkedStart = 0x80;
struct alignas(64) MeetingSets {
  std::array<uint8_t, 256> starts{};
  std::array<uint8_t, 256> joins{};
  std::array<uint8_t, 256> most{};
};
// The same for what decays: 0x80 where it does, and the largest dice byte.
struct alignas(64) DecaySets {
  std::array<uint8_t, 256> has{};
  std::array<uint8_t, 256> most{};
};

class ReactionTable {
 public:
  ReactionTable() = default;
  // Sides and tags are known; products are ids of the materials.
  ReactionTable(std::span<const Material> materials, std::span<const Reaction> reactions);

  // Whether any two materials react.
  bool has_meetings() const { return !links_.empty(); }
  bool has_decays() const { return has_decays_; }
  // Whether some reaction of the material asks whether it is charged.
  bool asks_for_charge(MaterialId id) const { return asks_for_charge_[id]; }
  const MeetingCondition& condition(uint32_t number) const { return conditions_[number]; }

  bool may_react(MaterialId one, MaterialId other) const { return first_link(one, other) != kNone; }

  // Calls visit(meeting) for all that may happen between a first and a second cell, in the order of the file, until it
  // returns true.
  template <class Visit>
  void for_each_meeting(MaterialId first, MaterialId second, const Visit& visit) const {
    for (uint32_t i = first_link(first, second); i != kNone; i = links_[i].next)
      if (visit(meetings_[links_[i].meeting])) return;
  }

  // The largest dice byte with which any of it may happen.
  uint8_t most_dice(MaterialId first, MaterialId second) const;

  // A dice word below it: the cell becomes decay(id).choose(another word). 0: it does not decay.
  uint64_t decay_limit(MaterialId id) const { return decay_limit_[id]; }
  const ProductChoice& decay(MaterialId id) const { return decay_[id]; }

  const DecaySets& decay_sets() const { return decay_sets_; }

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  struct Link {
    uint32_t meeting;
    uint32_t next;  // for the same pair; kNone: the last
  };

  uint32_t first_link(MaterialId one, MaterialId other) const {
    return first_link_.empty() ? kNone : first_link_[size_t{one} * size_ + other];
  }
  void add_decay(MaterialId id, double chance, const Products& into);
  void add(std::span<const int> ones, std::span<const int> others, double chance, const Reaction& reaction);
  void add_diffusion(std::span<const Material> materials);
  void link(MaterialId first, MaterialId second, uint32_t meeting);

  size_t size_ = 0;
  std::vector<uint32_t> first_link_;  // of each pair, a row for each first
  std::vector<Link> links_;
  std::vector<Meeting> meetings_;
  std::vector<MeetingCondition> conditions_{1};
  std::array<bool, 256> asks_for_charge_{};
  bool has_decays_ = false;
  std::array<uint64_t, 256> decay_limit_{};
  std::array<ProductChoice, 256> decay_;
  DecaySets decay_sets_;
};

}  // namespace quicksand
