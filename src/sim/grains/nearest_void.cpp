#include "sim/grains/nearest_void.h"

#include <bit>
#include <utility>

namespace quicksand {

NearestVoid::Numbers::Numbers(int count, bool all) : words_(static_cast<size_t>(count + 63) / 64) {
  if (all)
    for (int number = 0; number < count; ++number) add(number);
}

std::optional<int> NearestVoid::Numbers::nearest(int to) const {
  const auto at = static_cast<std::ptrdiff_t>(to / 64);
  const uint64_t up_to = ~uint64_t{0} >> (63 - to % 64);
  std::optional<int> below;
  for (std::ptrdiff_t word = at; word >= 0 && !below; --word) {
    const uint64_t bits = words_[static_cast<size_t>(word)] & (word == at ? up_to : ~uint64_t{0});
    if (bits != 0) below = static_cast<int>(64 * word) + 63 - std::countl_zero(bits);
  }
  // Farther away than the one below is not looked for.
  const auto end = static_cast<std::ptrdiff_t>(words_.size());
  for (std::ptrdiff_t word = at; word < end && !(below && 64 * word - to >= to - *below); ++word) {
    const uint64_t bits = words_[static_cast<size_t>(word)] & (word == at ? ~up_to : ~uint64_t{0});
    if (bits == 0) continue;
    const int above = static_cast<int>(64 * word) + std::countr_zero(bits);
    return below && to - *below <= above - to ? below : above;
  }
  return below;
}

NearestVoid::NearestVoid(GridSize size, std::function<bool(CellPos)> is_void)
    : size_(size), is_void_(std::move(is_void)), columns_(size.width, true), rows_(static_cast<size_t>(size.width)) {}

std::optional<CellPos> NearestVoid::take(CellPos from) {
  while (const std::optional<int> x = columns_.nearest(from.x)) {
    Numbers& rows = rows_[static_cast<size_t>(*x)];
    if (rows.is_unknown()) {
      rows = Numbers(size_.height, false);
      for (int y = 0; y < size_.height; ++y)
        if (is_void_({*x, y})) rows.add(y);
    }
    if (const std::optional<int> y = rows.nearest(from.y)) {
      rows.drop(*y);
      return CellPos{*x, *y};
    }
    columns_.drop(*x);
  }
  return std::nullopt;
}

}  // namespace quicksand
