#include "view/motion_trail.h"

#include "core/check.h"

namespace quicksand {

void MotionTrail::follow(const World& world) {
  const std::vector<PlaneView> planes = world.planes();
  const Plane<uint8_t>* const entries = find_plane(planes, "material");
  const Plane<uint8_t>* const tints = find_plane(planes, "tint");
  QS_CHECK(entries && tints, "this kind of world has no cells that move");
  // Another world, or one that was started anew, has not moved yet.
  const bool begins = !(heat_.size() == world.size()) || world.tick() < tick_ || world.tick() > tick_ + kTicksPerSecond;
  const bool stands = !begins && world.tick() == tick_;  // time was stopped: what was painted is no movement
  tick_ = world.tick();
  if (begins) {
    entries_ = *entries;
    tints_ = *tints;
    heat_ = Plane<uint8_t>(world.size());
    return;
  }
  for (int y = 0; y < world.size().height; ++y) {
    const uint8_t* const entry = entries->row(y);
    const uint8_t* const tint = tints->row(y);
    uint8_t* const old_entry = entries_.row(y);
    uint8_t* const old_tint = tints_.row(y);
    uint8_t* const heat = heat_.row(y);
    for (int x = 0; x < world.size().width; ++x) {
      const bool moved = !stands && (entry[x] != old_entry[x] || tint[x] != old_tint[x]);
      const int cooled = stands ? heat[x] : heat[x] - (heat[x] + 15) / 16;
      heat[x] = static_cast<uint8_t>(moved ? 255 : cooled);
      old_entry[x] = entry[x];
      old_tint[x] = tint[x];
    }
  }
}

}  // namespace quicksand
