// How finely the light is found, chosen by how long frames take: a fast machine gets fine light, a slow one stays
// playable.
#pragma once

#include <array>
#include <cstddef>

namespace quicksand {

class LightQuality {
 public:
  // Texels of light along the longer side of the picture. Each level costs about four times the one before.
  static constexpr std::array<int, 5> kLevels{24, 48, 96, 192, 384};

  int texels() const { return kLevels[level_]; }

  // A frame at this level took so many seconds to draw. A frame that is too slow lowers the level at once, as far as it
  // must; only many fast ones raise it, so that it does not swing to and fro.
  void frame_took(double seconds) {
    if (skip_ > 0) {  // the first frame of a level makes room for it
      --skip_;
      return;
    }
    size_t level = level_;
    for (double expected = seconds; expected > kSlow && level > 0; expected /= kCost) --level;
    if (level < level_) {
      change(level);
      return;
    }
    fast_frames_ = seconds * kCost < kFast ? fast_frames_ + 1 : 0;
    if (fast_frames_ >= kEnough && level_ + 1 < kLevels.size()) change(level_ + 1);
  }

 private:
  static constexpr double kCost = 4;
  static constexpr double kSlow = 0.040;  // seconds
  static constexpr double kFast = 0.012;  // that the next level may be expected to take
  static constexpr int kEnough = 30;

  void change(size_t level) {
    level_ = level;
    fast_frames_ = 0;
    skip_ = 1;
  }

  size_t level_ = 1;
  int fast_frames_ = 0;
  int skip_ = 1;
};

}  // namespace quicksand
