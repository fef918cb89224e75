// Who may touch whom in one tick, and what their contacts remember from tick to tick (GrainContact): pairs of grains, and
// each grain with the eight cells around it. Each pair stands here once, so that both of it see the same.
//
// Nothing here depends on threads: pairs rise by their first grain and are added up in their order.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/parallel.h"
#include "sim/grains/contact.h"
#include "sim/grains/contact_pairs.h"
#include "sim/grains/grain_index.h"
#include "sim/grains/grains.h"
#include "sim/grains/relative_speeds.h"

namespace quicksand {

// What contact needs to know of materials.
struct ContactMaterials {
  std::array<float, 256> mass{};
  std::array<Roughness, 256> roots{};  // of what materials are among themselves, the square roots

  // The geometric mean of both: what is slippery is so on anything.
  Roughness between(uint32_t one, uint32_t other) const {
    const Roughness& a = roots[one];
    const Roughness& b = roots[other];
    return {a.fixed * b.fixed, a.sliding * b.sliding, a.rolling * b.rolling};
  }
};

class ContactList {
 public:
  // A tick begins: who may touch whom in it. The spans have one item for each grain: how it begins the tick, and its
  // middle as it is in the middle of the tick. Of grains that hang together all sleep or none: none falls asleep but
  // where it may; two that sleep are no pair. `width` is the world's, in cells.
  void find(Grains& grains, std::span<const Disc> discs, std::span<const float> middle_x,
            std::span<const float> middle_y, int width, bool may_fall_asleep, FindNear find_near, Parallel& parallel);

  // Then: counts their pairs. Takes one thread, and does not need fill()'s stiffness.
  void number_pairs();

  // Then: their pairs, with what they remember. `stiffness` has one item for each grain (stiffness_for()); of a contact it
  // is the mean of the two.
  void fill(const Grains& grains, std::span<const Disc> discs, std::span<const float> stiffness,
            const ContactMaterials& materials, Parallel& parallel);

  // A substep: works out what each pair asks for.
  void push(const std::vector<Disc>& discs, const Substeps& steps, PushPairs push_pairs, Parallel& parallel);
  // What all pairs of a grain ask of it, in sum.
  ContactPush push_on(size_t grain) const {
    const FirstPairs& first = first_pairs_[grain];
    FourFloats as_one{};
    FourFloats as_other{};
    for (uint32_t k = 0; k < kUnasked; ++k) {
      as_one += push_at(first.higher[k]);
      as_other += push_at(first.lower[k]);
    }
    const PairRange& begin = pairs_of_[grain];
    const PairRange& end = pairs_of_[grain + 1];
    for (uint32_t pair = begin.higher + kUnasked; pair < end.higher; ++pair) as_one += push_at(offset_of(pair));
    for (uint32_t k = begin.lower + kUnasked; k < end.lower; ++k) as_other += push_at(offset_of(lower_pairs_[k]));
    as_one += as_other * FourFloats{-1, -1, 1, -1};
    ContactPush sum;
    std::memcpy(&sum, &as_one, sizeof(sum));
    return sum;
  }
  // Of each grain, not 0: it lies among others, be they pressed together or not. What flies has fewer around it.
  std::span<const uint8_t> lies() const { return lies_; }
  // Whether it is in no pair.
  bool is_alone(size_t grain) const { return neighbour_count_[grain] == 0; }

  // What a grain remembers of the cells around it: kFaces springs, row by row, without one for its own cell. has_faces()
  // is for the caller to keep: 0 promises that none of them is drawn out.
  Spring* faces(size_t grain) { return &faces_[grain * kFaces]; }
  uint8_t& has_faces(size_t grain) { return has_faces_[grain]; }

  // Those that the grain may touch; of one that sleeps, those that are awake.
  std::span<const uint32_t> neighbours(size_t grain) const {
    return {&neighbours_[grain * kMostNeighbours], neighbour_count_[grain]};
  }

  // The tick ends: keeps what the contacts that there are now remember, and those between grains that sleep.
  void remember(Grains& grains, Parallel& parallel);

 private:
  // A grain has so many pairs of either kind at most, in most heaps: as many are added up without asking, since nobody
  // can foretell how many there are.
  static constexpr uint32_t kUnasked = 4;
  // Where what they ask for stands, in bytes, so that it is one instruction to add it; of pairs that it lacks, what asks
  // for nothing.
  struct FirstPairs {
    uint32_t higher[kUnasked];
    uint32_t lower[kUnasked];
  };
  static uint32_t offset_of(uint32_t pair) { return pair * static_cast<uint32_t>(sizeof(ContactPush)); }
  FourFloats push_at(uint32_t offset) const {
    static_assert(sizeof(ContactPush) == sizeof(FourFloats) && alignof(ContactPush) == alignof(FourFloats));
    const char* const at = reinterpret_cast<const char*>(pushes_.data()) + offset;
    FourFloats push;
    std::memcpy(&push, __builtin_assume_aligned(at, alignof(FourFloats)), sizeof(push));
    return push;
  }

  // Where those of a grain begin; they end where the next grain's do.
  struct PairRange {
    uint32_t higher;  // pairs with grains of higher numbers
    uint32_t lower;   // in lower_pairs_
  };

  // Contacts that are remembered: the first so many.
  struct Found {
    std::vector<GrainContact> contacts;
    size_t count = 0;
  };

  void make_room(size_t count);
  void find_starts(const Grains& grains);
  void find_neighbours(const Grains& grains, std::span<const Disc> discs, std::span<const float> middle_x,
                       std::span<const float> middle_y, size_t i, FindNear find_near);
  void drop_one_sided(Parallel& parallel);
  bool any_wakes(const Grains& grains) const;
  void sleep_by_islands(Grains& grains);
  void drop_asleep(const Grains& grains, Parallel& parallel);
  template <class Kept>
  void keep_if(size_t i, const Kept& kept);
  void fill_pairs(const Grains& grains, std::span<const Disc> discs, std::span<const float> stiffness,
                  const ContactMaterials& materials, size_t i);
  Spring spring_of(const Grains& grains, uint32_t one, uint32_t other) const;

  GrainIndex index_;
  RelativeSpeeds speeds_;
  // Of each grain.
  std::vector<uint8_t> neighbour_count_;
  std::vector<uint32_t> neighbours_;      // kMostNeighbours
  std::vector<uint8_t> lies_;
  std::vector<uint8_t> is_crowded_;       // it has more neighbours than it can know
  std::vector<uint16_t> kept_;            // a bit for each neighbour: it knows this one, too
  std::vector<uint32_t> island_;          // a grain of the same island with a lower number, or itself
  std::vector<uint8_t> is_awake_;         // the island of this number
  std::vector<PairRange> pairs_of_;       // and the end
  std::vector<uint32_t> lower_pairs_;     // numbers of pairs with grains of lower numbers
  std::vector<FirstPairs> first_pairs_;
  std::vector<Spring> faces_;             // kFaces
  std::vector<uint8_t> has_faces_;        // one of them may be drawn out
  std::vector<uint32_t> contact_starts_;  // in Grains::contacts, and the end; none: there are no contacts
  // Of each pair (ContactPairs).
  std::vector<uint32_t> one_, other_;
  std::vector<float> mass_, stiffness_, slide_give_, roll_give_, fixed_, sliding_, rolling_, slide_, roll_;
  std::vector<ContactPush> pushes_;  // and one more that asks for nothing
  std::vector<Found> found_;         // by each job
  std::vector<size_t> first_found_;  // where they come to lie in Grains::contacts, and the end
};

}  // namespace quicksand
