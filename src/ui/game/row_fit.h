// Which items of a row are shown where not all of them fit; the rest go into a menu at its end.
#pragma once

#include <span>
#include <vector>

namespace quicksand {

struct RowItem {
  float width = 0;
  float gap = 0;   // before it; the row's first item needs none
  int weight = 0;  // items with less of it leave the row first; of equals the later one
};

// For each item whether it is shown. The widths of those that are, with their gaps, and where any is missing that of
// the menu, come to `room` at most. An item is not shown where one of more weight is not.
std::vector<bool> fit_row(std::span<const RowItem> items, float room, float menu_width);

}  // namespace quicksand
