#include "sim/grains/heap_weights.h"

#include <algorithm>

#include "sim/grains/contact.h"
#include "sim/grains/grain_materials.h"

namespace quicksand {

void HeapWeights::measure(std::span<const Disc> discs, std::span<const uint8_t> lies, GridSize size, float gravity) {
  order_by_row(discs, lies, size.height);
  columns_.assign(static_cast<size_t>(size.width) + 2, {});
  weights_.assign(discs.size(), 0);
  most_ = 0;
  for (int row = 0; row < size.height; ++row) {
    const std::span<const uint32_t> grains{order_.data() + starts_[static_cast<size_t>(row)],
                                           order_.data() + starts_[static_cast<size_t>(row) + 1]};
    const auto share_of = [&](uint32_t i) { return share_at(discs[i].x, size.width); };
    for (const uint32_t i : grains) {
      const Share share = share_of(i);
      const float load = (1 - share.right) * load_on(share.column, row) + share.right * load_on(share.column + 1, row);
      weights_[i] = gravity * (load / discs[i].mass + 1);
      most_ = std::max(most_, weights_[i]);
    }
    for (const uint32_t i : grains) {
      const Share share = share_of(i);
      add(share.column, row, (1 - share.right) * discs[i].mass, weights_[i]);
      add(share.column + 1, row, share.right * discs[i].mass, weights_[i]);
    }
  }
}

float HeapWeights::most_about(float x) const {
  const Share share = share_at(x, static_cast<int>(columns_.size()) - 2);
  return (1 - share.right) * columns_[share.column].most + share.right * columns_[share.column + 1].most;
}

void HeapWeights::order_by_row(std::span<const Disc> discs, std::span<const uint8_t> lies, int height) {
  const auto row_of = [&](size_t i) { return static_cast<size_t>(std::clamp(cell_of(discs[i].y), 0, height - 1)); };
  starts_.assign(static_cast<size_t>(height) + 1, 0);
  for (size_t i = 0; i < discs.size(); ++i)
    if (lies[i] != 0) ++starts_[row_of(i)];
  for (size_t row = 0; row < static_cast<size_t>(height); ++row) starts_[row + 1] += starts_[row];
  order_.resize(starts_.back());
  // Filled from the back, so that each row's start ends up where it belongs.
  for (size_t i = discs.size(); i-- > 0;)
    if (lies[i] != 0) order_[--starts_[row_of(i)]] = static_cast<uint32_t>(i);
}

HeapWeights::Share HeapWeights::share_at(float x, int width) {
  const float from_middle = std::clamp(x, 0.0F, static_cast<float>(width)) + 0.5F;  // of the one beyond the left border
  const auto column = static_cast<uint32_t>(from_middle);
  return {column, from_middle - static_cast<float>(column)};
}

float HeapWeights::load_on(uint32_t column, int row) const {
  const Column& its = columns_[column];
  return row - its.row > kHeapGap + 1 ? 0.0F : its.load;
}

void HeapWeights::add(uint32_t column, int row, float mass, float weight) {
  Column& its = columns_[column];
  its.load = load_on(column, row) + mass;
  its.row = row;
  its.most = std::max(its.most, weight);
}

}  // namespace quicksand
