// What kernels do of contact (contact.h), each with code of its own that gives the same to the last bit.
#pragma once

#include "sim/grains/contact_pairs.h"
#include "sim/grains/disc_motion.h"

namespace quicksand {

struct ContactCode {
  PushPairs push_pairs;
  MoveDiscs move_discs;
};

// One after the other.
inline constexpr ContactCode kContactCode{push_pairs, move_discs};

}  // namespace quicksand
