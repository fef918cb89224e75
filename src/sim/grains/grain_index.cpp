#include "sim/grains/grain_index.h"

#include <algorithm>
#include <bit>

namespace quicksand {

void GrainIndex::build(std::span<const float> x, std::span<const float> y, std::span<const Disc> discs,
                       std::span<const uint8_t> wetness, int width) {
  const size_t count = x.size();
  const auto buckets = std::bit_ceil(static_cast<uint32_t>(std::max<size_t>(64, 2 * count)));
  mask_ = buckets - 1;
  stride_ = static_cast<uint32_t>(static_cast<float>(width) / kSquareSide) + 4;
  starts_.assign(buckets + 1, 0);
  buckets_.resize(count);
  for (std::vector<uint32_t>* values : {&grain_, &square_, &wetness_}) values->resize(count + kPairsAtOnce);
  for (std::vector<float>* values : {&x_, &y_, &vx_, &vy_, &radius_}) values->resize(count + kPairsAtOnce);
  for (size_t i = 0; i < count; ++i) {
    buckets_[i] = bucket_of(square_of(x[i]), square_of(y[i]));
    ++starts_[buckets_[i] + 1];
  }
  for (uint32_t bucket = 0; bucket < buckets; ++bucket) starts_[bucket + 1] += starts_[bucket];
  // Filled from the back, so that each bucket's start ends up where it belongs, and grains rise within it.
  for (size_t i = count; i-- > 0;) {
    const uint32_t place = --starts_[buckets_[i] + 1];
    const Disc& disc = discs[i];
    grain_[place] = static_cast<uint32_t>(i);
    square_[place] = square_of(y[i]) << 16 | square_of(x[i]);
    wetness_[place] = wetness[i];
    x_[place] = x[i];
    y_[place] = y[i];
    vx_[place] = disc.vx;
    vy_[place] = disc.vy;
    radius_[place] = disc.radius;
  }
  // starts_[b + 1] is now bucket b's start.
  std::copy(starts_.begin() + 1, starts_.end(), starts_.begin());
  starts_.back() = static_cast<uint32_t>(count);
}

}  // namespace quicksand
