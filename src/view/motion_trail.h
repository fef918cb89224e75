// Where something has moved lately, for the display mode of that name.
#pragma once

#include <cstdint>

#include "core/plane.h"
#include "core/world.h"

namespace quicksand {

class MotionTrail {
 public:
  // Compares the world with what it was in the call before, once a frame. A place with another cell than before, or
  // whose surface has risen or sunk, is hot;
  // all others cool down. After a longer while all is cold.
  void follow(const World& world);

  // Of the row's cells: 255 has moved just now, 0 long ago. Valid until the next call of follow().
  // y lies in a world of size().
  const uint8_t* heat(int y) const { return heat_.row(y); }

  // Of the world in the last call; none yet: empty.
  GridSize size() const { return heat_.size(); }

 private:
  uint64_t tick_ = 0;
  Plane<uint8_t> entries_;
  Plane<uint8_t> grain_seeds_;
  Plane<int32_t> heights_;  // in a world that has a surface
  Plane<uint8_t> heat_;
};

}  // namespace quicksand
