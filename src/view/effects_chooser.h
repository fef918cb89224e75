// Chooses the effects by how long frames take: a fast machine gets all of them, a slow one stays playable.
#pragma once

#include <array>
#include <cstddef>

#include "view/effects.h"

namespace quicksand {

class EffectsChooser {
 public:
  // An index of kEffectsPresets.
  size_t preset() const { return preset_; }
  const Effects& effects() const { return kEffectsPresets[preset_].effects; }

  // A picture with these effects took so many seconds to draw. Pictures that are too slow lower the preset soon, as far
  // as it must be; only many fast ones raise it, so that it does not swing to and fro.
  void frame_took(double seconds) {
    if (skip_ > 0) {  // the first frame of a preset makes room for it
      --skip_;
      return;
    }
    slow_frames_ = seconds > kSlow ? slow_frames_ + 1 : 0;
    if (slow_frames_ >= kEnoughSlow) {
      size_t preset = preset_;
      for (double expected = seconds; expected > kSlow && preset > 0; --preset) expected /= kCost[preset];
      return change(preset);
    }
    const bool has_next = preset_ + 1 < kEffectsPresets.size();
    fast_frames_ = has_next && seconds * kCost[preset_ + 1] < kFast ? fast_frames_ + 1 : 0;
    if (fast_frames_ >= kEnoughFast) change(preset_ + 1);
  }

 private:
  // How much longer a preset takes than the one before. Measured with an OpenGL on the processor (tests/bench/
  // render_benchmark.cpp), where it matters.
  static constexpr std::array<double, kEffectsPresets.size()> kCost{1, 1.5, 10, 3, 3};
  static constexpr double kSlow = 0.030;  // seconds
  static constexpr double kFast = 0.012;  // that the next preset may be expected to take
  static constexpr int kEnoughSlow = 3;
  static constexpr int kEnoughFast = 40;

  void change(size_t preset) {
    preset_ = preset;
    fast_frames_ = slow_frames_ = 0;
    skip_ = 2;
  }

  size_t preset_ = 1;
  int fast_frames_ = 0;
  int slow_frames_ = 0;
  int skip_ = 2;
};

}  // namespace quicksand
