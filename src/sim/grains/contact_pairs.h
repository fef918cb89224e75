// All pairs of grains that may touch in a tick, as arrays, so that many are worked out at once: in a substep every pair
// says what its contact asks for (contact.h), from where the discs are as the substep begins. No pair waits for another.
//
// push_pairs() is that rule for one pair after the other; kernels have it for as many at once as a vector holds
// (simd_contact-inl.h), and give the same to the last bit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/grains/contact.h"

namespace quicksand {

// Kernels work on so many at once at most: the arrays have as many more items as make them a multiple of this.
inline constexpr size_t kPairsAtOnce = 16;

struct ContactPairs {
  Substeps steps;
  const Disc* discs;
  // An item for each pair: the numbers of its discs, the lower one first; what push_between() wants to know of both; and
  // how rough they are.
  const uint32_t* one;
  const uint32_t* other;
  const float* mass;
  const float* stiffness;
  const float* slide_give;
  const float* roll_give;
  const float* fixed;
  const float* sliding;
  const float* rolling;
  // What the contact remembers.
  float* slide;
  float* roll;
  // What it asks for.
  ContactPush* pushes;
};

// Works out the pairs [first, end), both multiples of kPairsAtOnce. Two threads may work on different ones.
using PushPairs = void (*)(const ContactPairs& pairs, size_t first, size_t end);

inline void push_pairs(const ContactPairs& pairs, size_t first, size_t end) {
  for (size_t i = first; i < end; ++i) {
    Spring spring{pairs.slide[i], pairs.roll[i]};
    pairs.pushes[i] = push_between(pairs.discs[pairs.one[i]], pairs.discs[pairs.other[i]],
                                   {pairs.mass[i], pairs.stiffness[i], pairs.slide_give[i], pairs.roll_give[i]},
                                   pairs.steps, {pairs.fixed[i], pairs.sliding[i], pairs.rolling[i]}, spring);
    pairs.slide[i] = spring.slide;
    pairs.roll[i] = spring.roll;
  }
}

}  // namespace quicksand
