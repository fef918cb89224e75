// How fast grains near a place move against one another: no slower than any two of them, and as a rule not much faster.
//
// By squares of the plane, filed in a table that wraps around: of all grains in one and in those around it the greatest
// speeds to each side.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/grains/contact.h"

namespace quicksand {

class RelativeSpeeds {
 public:
  // The sides of squares, in cells.
  static constexpr float kSide = 4;

  // Takes note of all grains. The spans have one item for each: where it is, and its speed; `width` is the world's, in
  // cells.
  void build(std::span<const float> x, std::span<const float> y, std::span<const Disc> discs, int width);

  // No grain that is nearer than kSide to this place moves faster than this against one of this speed, in cells a tick.
  float most_against(float x, float y, float vx, float vy) const;

 private:
  // No place is so many squares above or left of the world.
  static constexpr int kMargin = 64;

  static uint32_t square_of(float place) { return static_cast<uint32_t>(place * (1 / kSide) + kMargin); }
  uint32_t bucket_of(uint32_t column, uint32_t row) const { return (row * stride_ + column) & mask_; }

  // To each square what the two have that are filed so far from it.
  void spread(uint32_t by);

  uint32_t stride_ = 0;
  uint32_t mask_ = 0;
  std::vector<FourFloats> greatest_;  // to the right, down, to the left, and up
  std::vector<FourFloats> of_three_;  // at work
};

}  // namespace quicksand
