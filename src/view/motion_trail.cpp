#include "view/motion_trail.h"

#include <cstdlib>

#include "core/check.h"

namespace quicksand {
namespace {

// A surface has moved when it has risen or sunk by this part of a cell.
constexpr int32_t kSmallestMove = 16;

}  // namespace

void MotionTrail::follow(const World& world) {
  const std::vector<PlaneView> planes = world.planes();
  const Plane<uint8_t>* const entries = find_plane(planes, "material");
  const Plane<uint8_t>* const grain_seeds = find_plane(planes, "grain_seed");
  QS_CHECK(entries && grain_seeds, "this kind of world has no cells that move");
  const PlaneView* const surface = find_surface(planes);
  // Another world, or one that was started anew, has not moved yet.
  const bool begins = !(heat_.size() == world.size()) || world.tick() < tick_ ||
                      world.tick() > tick_ + kTicksPerSecond || (surface && !(heights_.size() == world.size()));
  const bool stands = !begins && world.tick() == tick_;  // time was stopped: what was painted is no movement
  tick_ = world.tick();
  if (begins) {
    entries_ = *entries;
    grain_seeds_ = *grain_seeds;
    heat_ = Plane<uint8_t>(world.size());
    if (surface) heights_ = *surface->fixed;
    return;
  }
  for (int y = 0; y < world.size().height; ++y) {
    const uint8_t* const entry = entries->row(y);
    const uint8_t* const grain_seed = grain_seeds->row(y);
    uint8_t* const old_entry = entries_.row(y);
    uint8_t* const old_grain_seed = grain_seeds_.row(y);
    uint8_t* const heat = heat_.row(y);
    for (int x = 0; x < world.size().width; ++x) {
      bool moved = !stands && (entry[x] != old_entry[x] || grain_seed[x] != old_grain_seed[x]);
      if (surface) {
        int32_t& old_height = heights_[{x, y}];
        const int32_t height = (*surface->fixed)[{x, y}];
        moved |= !stands && std::abs(height - old_height) > surface->one / kSmallestMove;
        old_height = height;
      }
      const int cooled = stands ? heat[x] : heat[x] - (heat[x] + 15) / 16;
      heat[x] = static_cast<uint8_t>(moved ? 255 : cooled);
      old_entry[x] = entry[x];
      old_grain_seed[x] = grain_seed[x];
    }
  }
}

}  // namespace quicksand
