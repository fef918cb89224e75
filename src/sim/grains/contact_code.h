// What kernels do of contact (contact.h), each with code of its own that gives the same to the last bit.
#pragma once

#include "sim/grains/contact_pairs.h"
#include "sim/grains/disc_motion.h"
#include "sim/grains/near_grains.h"

namespace quicksand {

struct ContactCode {
  FindNear find_near;
  PushPairs push_pairs;
  MoveDiscs move_discs;
};

// One after the other.
inline constexpr ContactCode kContactCode{find_near, push_pairs, move_discs};

}  // namespace quicksand
