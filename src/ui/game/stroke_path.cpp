#include "ui/game/stroke_path.h"

#include <algorithm>
#include <cmath>

#include "core/check.h"

namespace quicksand {
CellPos cell_at(Point place) {
  constexpr double kFar = 1 << 24;  // farther than any world
  const auto whole = [&](double v) { return static_cast<int>(std::floor(std::clamp(v, -kFar, kFar))); };
  return {whole(place.x), whole(place.y)};
}

void StrokePath::begin(Point at) {
  at_ = at;
  left_.clear();
  late_ = 0;
}

void StrokePath::add(Point to) {
  const Point last = left_.empty() ? at_ : left_.back();
  if (distance(last, to) > 0) left_.push_back(to);
}

double StrokePath::length_left() const {
  double length = 0;
  Point from = at_;
  for (const Point& to : left_) {
    length += distance(from, to);
    from = to;
  }
  return length;
}

std::vector<CellPos> StrokePath::step(int steps_left) {
  QS_CHECK(steps_left >= 1, "a step is one of those left");
  std::vector<CellPos> cells;
  // The last step goes to the very end, whatever the rounding.
  double length = steps_left == 1 ? HUGE_VAL : late_ + (length_left() - late_) / steps_left;
  late_ = 0;
  size_t passed = 0;
  while (passed < left_.size()) {
    const Point to = left_[passed];
    const double part = distance(at_, to);
    if (part > length) {
      const double share = length / part;
      at_ = {at_.x + share * (to.x - at_.x), at_.y + share * (to.y - at_.y)};
      cells.push_back(cell_at(at_));
      break;
    }
    length -= part;
    at_ = to;
    cells.push_back(cell_at(at_));
    ++passed;
  }
  left_.erase(left_.begin(), left_.begin() + static_cast<std::ptrdiff_t>(passed));
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

}  // namespace quicksand
