#include "ui/panels/icons.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <vector>

namespace quicksand {
namespace {

constexpr float kUnits = 16;

// Takes a number off the front; false: there is none.
bool take_number(std::string_view& text, float& number) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return true;
}

}  // namespace

void draw_icon(ImDrawList& list, std::string_view icon, ImVec2 at, float side, ImU32 colour) {
  const float unit = side / kUnits;
  // Of whole pixels: ImGui draws these with half as many triangles.
  const float thick = std::max(1.0F, std::round(1.4F * unit));
  while (!icon.empty()) {
    const char what = icon.front();
    icon.remove_prefix(1);
    if (what == ' ') continue;
    std::vector<float> numbers;
    for (float number = 0; take_number(icon, number);) numbers.push_back(number);
    const auto place = [&](size_t i) { return ImVec2{at.x + numbers[i] * unit, at.y + numbers[i + 1] * unit}; };
    if (what == 'M' || what == 'P') {
      for (size_t i = 0; i + 1 < numbers.size(); i += 2) list.PathLineTo(place(i));
      while (!icon.empty() && icon.front() == ' ') icon.remove_prefix(1);
      const bool closes = !icon.empty() && icon.front() == 'Z';
      if (what == 'P')
        list.PathFillConvex(colour);
      else
        list.PathStroke(colour, closes ? ImDrawFlags_Closed : ImDrawFlags_None, thick);
    } else if ((what == 'C' || what == 'D') && numbers.size() == 3) {
      if (what == 'C')
        list.AddCircle(place(0), numbers[2] * unit, colour, 0, thick);
      else
        list.AddCircleFilled(place(0), numbers[2] * unit, colour);
    }
  }
}

}  // namespace quicksand
