// How discs move in a substep that touch nothing but discs: by what their contacts ask for (contact.h), and then on
// into the next substep.
//
// move_discs() is that for one disc after the other; kernels have it for as many at once as a vector holds
// (simd_contact-inl.h), and give the same to the last bit. What comes near cells they leave to GrainFlight.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "sim/grains/contact.h"
#include "sim/grains/grain_settings.h"

namespace quicksand {

// Place and speed of a disc, to be worked out at once.
inline FourFloats motion_of(const Disc& disc) {
  static_assert(offsetof(Disc, x) == 0 && offsetof(Disc, vy) == 3 * sizeof(float));
  FourFloats motion;
  std::memcpy(&motion, &disc, sizeof motion);
  return motion;
}
inline void set_motion(Disc& disc, const FourFloats& motion) { std::memcpy(&disc, &motion, sizeof motion); }

// In a form that needs no branch, unlike std::clamp().
inline float within(float value, float most) { return std::min(std::max(value, -most), most); }

// Corrects a disc in one of so many substeps. Speeds change by the correction alone: far from the origin places are too
// coarse to tell speeds by.
inline void correct(Disc& disc, const Correction& by, float substeps) {
  constexpr float kAny = std::numeric_limits<float>::infinity();
  constexpr FourFloats kMost{kAny, kAny, kMostSpeedBetweenTicks, kMostSpeedBetweenTicks};
  const float squared = by.x * by.x + by.y * by.y;
  const float share = squared > kMostCorrection * kMostCorrection ? kMostCorrection / std::sqrt(squared) : 1.0F;
  const float speed_share = share * substeps;
  FourFloats motion = motion_of(disc);
  motion += FourFloats{by.x, by.y, by.x, by.y} * FourFloats{share, share, speed_share, speed_share};
  motion = motion < -kMost ? -kMost : motion;
  motion = motion > kMost ? kMost : motion;
  set_motion(disc, motion);
  disc.spin = within(disc.spin + by.turn * speed_share, kMostSpin);
}

// Where it would come in the next substep without contact.
inline void go_on(Disc& disc, float pull, float length) {
  disc.vy += pull * length;
  disc.x += disc.vx * length;
  disc.y += disc.vy * length;
}

// Whether it is less than a cell in x and in y from there.
inline bool is_about(const Disc& disc, float x, float y) {
  return std::abs(disc.x - x) < 1 && std::abs(disc.y - y) < 1;
}

// What is left to do of a disc's motion.
enum class MotionLeft : uint8_t {
  kNothing,
  kGoingOn,  // which would bring it out of the open
  kAll       // it is not in the open, and is where it was
};

// What a disc's motion needs to know through all of a tick.
struct DiscCourse {
  float from_x;  // where the tick began
  float from_y;
  float pull;
  uint32_t disc;  // its number
};

struct DiscMotions {
  Substeps steps;
  bool goes_on;  // there is a substep after this one
  Disc* discs;
  // An item for each disc that is moved: its course; whether nothing but discs is near as long as it is about where the
  // tick began (not 0); what its contacts ask for, in sum; and what is left to do then.
  const DiscCourse* courses;
  const uint8_t* is_open;
  const ContactPush* pushes;
  MotionLeft* left;
};

// Moves the discs of the courses [first, end).
using MoveDiscs = void (*)(const DiscMotions& motions, size_t first, size_t end);

inline void move_discs(const DiscMotions& motions, size_t first, size_t end) {
  for (size_t i = first; i < end; ++i) {
    const DiscCourse& course = motions.courses[i];
    Disc& disc = motions.discs[course.disc];
    const auto is_in_the_open = [&](const Disc& at) { return is_about(at, course.from_x, course.from_y); };
    MotionLeft& left = motions.left[i];
    left = MotionLeft::kAll;
    if (motions.is_open[i] == 0 || !is_in_the_open(disc)) continue;
    left = MotionLeft::kNothing;
    correct(disc, correction_of(disc, motions.pushes[i]), static_cast<float>(motions.steps.count));
    if (!motions.goes_on) continue;
    Disc next = disc;
    go_on(next, course.pull, motions.steps.length);
    if (is_in_the_open(next))
      disc = next;
    else
      left = MotionLeft::kGoingOn;
  }
}

}  // namespace quicksand
