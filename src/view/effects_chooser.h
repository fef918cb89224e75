// Chooses the effects by how long frames take: a fast machine gets all of them, a slow one stays playable.
#pragma once

#include <cstddef>

#include "view/effects.h"

namespace quicksand {

class EffectsChooser {
 public:
  // An index of kEffectsPresets.
  size_t preset() const { return preset_; }
  const Effects& effects() const { return kEffectsPresets[preset_].effects; }

  // A picture with these effects took so many seconds to draw. A few that are too slow lower the preset; many fast ones
  // raise it, for a trial. What has proved too slow is not tried again soon. `world_waits`: the world needs the time.
  void frame_took(double seconds, bool world_waits = false) {
    if (skip_ > 0) {  // the first frames of a preset make room for it
      --skip_;
      return;
    }
    if (patience_ > 0 && --patience_ == 0) most_ = kEffectsPresets.size() - 1;
    const double slow = world_waits ? kSlowWhereWorldWaits : kSlow;
    slow_frames_ = seconds > slow ? slow_frames_ + 1 : 0;
    fast_frames_ = seconds < kFast && !world_waits ? fast_frames_ + 1 : 0;
    if (slow_frames_ >= kEnoughSlow && preset_ > 0) {
      const size_t steps = seconds > 4 * slow && preset_ > 1 ? 2 : 1;
      most_ = preset_ - 1;
      patience_ = kPatience;
      change(preset_ - steps);
    } else if (fast_frames_ >= kEnoughFast && preset_ < most_) {
      change(preset_ + 1);
    }
  }

 private:
  static constexpr double kSlow = 0.040;  // seconds
  static constexpr double kSlowWhereWorldWaits = 0.010;
  static constexpr double kFast = 0.006;  // the next preset may take three times as long and still be fast enough
  static constexpr int kEnoughSlow = 3;
  static constexpr int kEnoughFast = 40;
  static constexpr int kPatience = 3000;  // frames until a preset that was too slow is tried again

  void change(size_t preset) {
    preset_ = preset;
    fast_frames_ = slow_frames_ = 0;
    skip_ = 2;
  }

  size_t preset_ = 1;
  size_t most_ = kEffectsPresets.size() - 1;
  int patience_ = 0;
  int fast_frames_ = 0;
  int slow_frames_ = 0;
  int skip_ = 2;
};

}  // namespace quicksand
