// The small parts that sounds are made of. All of them run at kSampleRate, and none allocates.
//
// Sources: George Marsaglia, "Xorshift RNGs" (2003); Andrew Simper, "Solving the continuous SVF equations using
// trapezoidal integration and equivalent currents" (2013).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "sound/sound_frame.h"

namespace quicksand {

// Sounds are added up in blocks of so many samples.
inline constexpr int kBlockSamples = 64;

struct SoundBlock {
  std::array<float, kBlockSamples> left{};
  std::array<float, kBlockSamples> right{};
};

// What a filter or a level has less of is nothing: denormal numbers are slow.
inline constexpr float kInaudible = 1e-9F;
inline float audible(float value) { return std::abs(value) < kInaudible ? 0 : value; }

// The factor a sample by which something falls to 1/e in so many seconds.
inline float decay_of(double seconds) { return static_cast<float>(std::exp(-1 / (seconds * kSampleRate))); }

// From 0 to 1: proportional at first, half at `half`.
inline float saturated(float value, float half) { return value / (value + half); }

// White noise and dice.
class Noise {
 public:
  explicit Noise(uint32_t seed) : state_(seed * 0x9e3779b9U | 1U) {}

  uint32_t word() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return state_;
  }
  float share() { return static_cast<float>(word() >> 8) * 0x1p-24F; }  // 0..1
  float sample() { return 2 * share() - 1; }                            // -1..1

 private:
  uint32_t state_;
};

// A value that follows its target so slowly that no step is heard.
class Ramp {
 public:
  explicit Ramp(double seconds) : weight_(1 - decay_of(seconds)) {}

  void aim(float target) { target_ = target; }
  float next() { return value_ += weight_ * (target_ - value_); }
  // After a block.
  void settle() {
    if (std::abs(value_ - target_) < kSettled) value_ = target_;
  }
  bool is_silent() const { return value_ == 0 && target_ == 0; }

 private:
  static constexpr float kSettled = 1e-6F;

  float weight_;
  float value_ = 0;
  float target_ = 0;
};

// A state variable filter: band-pass, with a gain of 1 at its middle, and low-pass.
class Filter {
 public:
  Filter(double hertz, double quality) { tune(hertz, quality); }

  void tune(double hertz, double quality) {
    const double g = std::tan(3.14159265358979 * std::min(hertz, 0.45 * kSampleRate) / kSampleRate);
    damping_ = static_cast<float>(1 / quality);
    a1_ = static_cast<float>(1 / (1 + g * (g + 1 / quality)));
    a2_ = static_cast<float>(g) * a1_;
    a3_ = static_cast<float>(g) * a2_;
  }
  float band(float input) {
    run(input);
    return damping_ * band_;
  }
  float low(float input) {
    run(input);
    return low_;
  }
  // After a block.
  void settle() {
    first_ = audible(first_);
    second_ = audible(second_);
  }
  void clear() { first_ = second_ = 0; }

 private:
  void run(float input) {
    const float rest = input - second_;
    band_ = a1_ * first_ + a2_ * rest;
    low_ = second_ + a2_ * first_ + a3_ * rest;
    first_ = 2 * band_ - first_;
    second_ = 2 * low_ - second_;
  }

  float damping_ = 1;
  float a1_ = 0, a2_ = 0, a3_ = 0;
  float first_ = 0, second_ = 0;
  float band_ = 0, low_ = 0;
};

// The sine of a phase in turns, from -0.5 to 0.5, to 0.1 %.
inline float sine(float turns) {
  const float parabola = 8 * turns - 16 * turns * std::abs(turns);
  return parabola * (0.775F + 0.225F * std::abs(parabola));
}

}  // namespace quicksand
