#include "sim/grains/relative_speeds.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace quicksand {
namespace {

constexpr float kNone = std::numeric_limits<float>::lowest();
constexpr FourFloats kOfNone{kNone, kNone, kNone, kNone};

FourFloats greater_of(const FourFloats& one, const FourFloats& other) { return one > other ? one : other; }

}  // namespace

void RelativeSpeeds::build(std::span<const float> x, std::span<const float> y, std::span<const Disc> discs, int width) {
  const auto buckets = std::bit_ceil(static_cast<uint32_t>(std::max<size_t>(64, discs.size() / 4)));
  mask_ = buckets - 1;
  stride_ = static_cast<uint32_t>(static_cast<float>(width) / kSide) + 4;
  greatest_.assign(buckets, kOfNone);
  for (size_t i = 0; i < discs.size(); ++i) {
    FourFloats& greatest = greatest_[bucket_of(square_of(x[i]), square_of(y[i]))];
    greatest = greater_of(greatest, FourFloats{discs[i].vx, discs[i].vy, -discs[i].vx, -discs[i].vy});
  }
  spread(1);
  spread(stride_);
}

void RelativeSpeeds::spread(uint32_t by) {
  of_three_.resize(greatest_.size());
  for (uint32_t bucket = 0; bucket < greatest_.size(); ++bucket)
    of_three_[bucket] =
        greater_of(greatest_[bucket], greater_of(greatest_[(bucket - by) & mask_], greatest_[(bucket + by) & mask_]));
  greatest_.swap(of_three_);
}

float RelativeSpeeds::most_against(float x, float y, float vx, float vy) const {
  const FourFloats greatest =
      greater_of(FourFloats{vx, vy, -vx, -vy}, greatest_[bucket_of(square_of(x), square_of(y))]);
  const float sideways = std::max(greatest[0] - vx, greatest[2] + vx);
  const float upright = std::max(greatest[1] - vy, greatest[3] + vy);
  return std::sqrt(sideways * sideways + upright * upright);
}

}  // namespace quicksand
