#include "view/effects_chooser.h"

#include <catch2/catch.hpp>

using namespace quicksand;

namespace {

// Draws `frames` frames on a machine that draws the coarsest preset in so many seconds and each finer one at three
// times the cost of the one before.
std::string_view preset_after(EffectsChooser& chooser, double seconds, int frames) {
  for (int i = 0; i < frames; ++i) {
    double took = seconds;
    for (size_t preset = 0; preset < chooser.preset(); ++preset) took *= 3;
    chooser.frame_took(took);
  }
  return kEffectsPresets[chooser.preset()].name;
}

}  // namespace

TEST_CASE("a slow machine gets few effects at once, a fast one all of them soon") {
  EffectsChooser slow;
  CHECK(preset_after(slow, 0.05, 6) == "low");
  EffectsChooser middling;
  CHECK(preset_after(middling, 0.004, 400) == "medium");
  EffectsChooser fast;
  CHECK(preset_after(fast, 0.00001, 400) == "ultra");
}

TEST_CASE("a preset that proves too slow is given up soon, and not tried again for long") {
  // Fast enough to be tempted, but the next preset costs fifteen times as much.
  EffectsChooser chooser;
  int slow_frames = 0;
  for (int i = 0; i < 3000; ++i) {
    const bool is_high = kEffectsPresets[chooser.preset()].name == "high";
    slow_frames += is_high ? 1 : 0;
    chooser.frame_took(is_high ? 0.075 : 0.005);
  }
  CHECK(slow_frames > 0);
  CHECK(slow_frames <= 6);
  CHECK(kEffectsPresets[chooser.preset()].name == "medium");
}

TEST_CASE("the preset settles, follows a machine that becomes slower, and forgives a single slow frame") {
  EffectsChooser chooser;
  const std::string_view settled = preset_after(chooser, 0.0003, 400);
  CHECK(settled == "very-high");
  for (int i = 0; i < 200; ++i) CHECK(preset_after(chooser, 0.0003, 1) == settled);
  chooser.frame_took(0.4);
  CHECK(preset_after(chooser, 0.0003, 1) == settled);
  CHECK(preset_after(chooser, 0.02, 8) != settled);
}
