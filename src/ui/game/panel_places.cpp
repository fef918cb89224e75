#include "ui/game/panel_places.h"

#include <algorithm>

namespace quicksand {
namespace {

constexpr std::array<bool Panels::*, kWorldPanels> kOpen{&Panels::physics, &Panels::statistics, &Panels::material,
                                                         &Panels::look};

}  // namespace

void PanelPlaces::arrange(Panels& panels, float width, float gap) {
  for (size_t i = 0; i < kWorldPanels; ++i) {
    const bool open = panels.*kOpen[i];
    if (!open) {
      opened_[i] = 0;
      widths_[i] = 0;
    } else if (opened_[i] == 0) {
      opened_[i] = ++openings_;
    }
  }
  const auto taken = [&] {
    float sum = 0;
    for (size_t i = 0; i < kWorldPanels; ++i)
      if (opened_[i] > 0) sum += widths_[i] + gap;
    return sum;
  };
  const float bar = bar_ > 0 ? bar_ + gap : 0;
  bar_ = 0;
  while (taken() + gap + bar > width) {
    const auto newest = std::ranges::max_element(opened_);
    auto oldest = newest;
    for (auto each = opened_.begin(); each != opened_.end(); ++each)
      if (*each > 0 && *each < *oldest) oldest = each;
    if (oldest == newest) break;  // what was opened last stays
    panels.*kOpen[static_cast<size_t>(oldest - opened_.begin())] = false;
    *oldest = 0;
  }
  float left = gap;
  float right = gap;
  for (size_t i = 0; i < kWorldPanels; ++i) {
    float& edge = stands_left(static_cast<WorldPanel>(i)) ? left : right;
    distances_[i] = edge;
    if (opened_[i] > 0) edge += widths_[i] + gap;
  }
  free_ = {left, std::max(0.0F, width - left - right)};
}

}  // namespace quicksand
