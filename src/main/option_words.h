// What single words of the command line mean: sizes, ranges, cells, numbers, effects. A text that is given back says what
// is wrong with the word; empty: nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "app/headless.h"
#include "core/geometry.h"
#include "view/effects.h"

namespace quicksand {

std::optional<GridSize> parse_size(const std::string& text);    // "800x600"
std::optional<SeedRange> parse_seeds(const std::string& word);  // "1..20"
std::string seeds_problem(const std::string& word);
std::optional<CellPos> parse_cell(const std::string& word);  // "120,80"
std::string time_limit_problem(const std::string& word);     // seconds
std::string ui_scale_problem(const std::string& word);
std::string read_effects(const std::string& word, Effects& effects);  // "high,light=0,bloom=2"

template <class Item>
std::string_view name_of(const Item& item) {
  if constexpr (requires { item.name; })
    return item.name;
  else
    return item.key;
}

// The names of all items, "a, b or c".
template <class Items>
std::string names_of(const Items& items) {
  std::string list;
  for (size_t i = 0; i < items.size(); ++i)
    list += (i == 0 ? "" : i + 1 == items.size() ? " or " : ", ") + std::string(name_of(items[i]));
  return list;
}

}  // namespace quicksand
