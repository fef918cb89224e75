#include "dunes/nearest_free.h"

#include <cmath>
#include <cstdlib>

namespace quicksand {

void NearestFree::find(const CellBox& box, const std::vector<uint8_t>& is_free) {
  box_ = box;
  width_ = box.right - box.left;
  height_ = box.bottom - box.top;
  const auto count = static_cast<size_t>(width_) * static_cast<size_t>(height_);
  rows_.assign(count, -1);
  columns_.assign(count, -1);
  is_row_found_.assign(static_cast<size_t>(height_), 0);
  find_in_columns(is_free);
}

std::optional<CellPos> NearestFree::of(CellPos cell) {
  const int y = cell.y - box_.top;
  uint8_t& is_found = is_row_found_[static_cast<size_t>(y)];
  if (is_found == 0) find_in_row(y);
  is_found = 1;
  const size_t row = static_cast<size_t>(y) * static_cast<size_t>(width_);
  const int x = columns_[row + static_cast<size_t>(cell.x - box_.left)];
  if (x < 0) return std::nullopt;
  return CellPos{box_.left + x, box_.top + rows_[row + static_cast<size_t>(x)]};
}

void NearestFree::find_in_columns(const std::vector<uint8_t>& is_free) {
  const auto at = [&](int x, int y) {
    return static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x);
  };
  for (int y = 0; y < height_; ++y)
    for (int x = 0; x < width_; ++x) rows_[at(x, y)] = is_free[at(x, y)] != 0 ? y : y > 0 ? rows_[at(x, y - 1)] : -1;
  for (int y = height_ - 2; y >= 0; --y)
    for (int x = 0; x < width_; ++x) {
      const int below = rows_[at(x, y + 1)];
      int& here = rows_[at(x, y)];
      if (below <= y) continue;  // it is what is seen above as well
      // Of two that are as near every other column takes the upper one, so that no side gets more.
      const bool is_nearer = here < 0 || below - y < y - here || (below - y == y - here && x % 2 == 0);
      if (is_nearer) here = below;
    }
}

void NearestFree::find_in_row(int y) {
  const size_t row = static_cast<size_t>(y) * static_cast<size_t>(width_);
  envelope_.clear();
  for (int x = 0; x < width_; ++x) {
    const int nearest = rows_[row + static_cast<size_t>(x)];
    if (nearest < 0) continue;
    const int64_t low = int64_t{nearest - y} * (nearest - y);
    // From which column on it is lower than the last one: (x - a)² + la > (x - b)² + lb.
    int first = 0;
    while (!envelope_.empty()) {
      const Parabola& last = envelope_.back();
      const int64_t above = low + int64_t{x} * x - last.low - int64_t{last.x} * last.x;
      const int64_t slope = 2 * int64_t{x - last.x};
      const int64_t whole = above / slope - (above % slope < 0 ? 1 : 0);  // rounded down
      first = static_cast<int>(whole + 1 < 0 ? 0 : whole + 1 > width_ ? width_ : whole + 1);
      if (first > last.first) break;
      envelope_.pop_back();
      first = 0;
    }
    if (first < width_) envelope_.push_back({x, low, first});
  }
  for (size_t k = 0; k < envelope_.size(); ++k) {
    const int end = k + 1 < envelope_.size() ? envelope_[k + 1].first : width_;
    for (int x = envelope_[k].first; x < end; ++x) columns_[row + static_cast<size_t>(x)] = envelope_[k].x;
  }
}

}  // namespace quicksand
