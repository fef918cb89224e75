// What --until waits for: how much there is of a material, like "sand<600".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/world.h"

namespace quicksand {

struct Condition {
  enum class Comparison : uint8_t { kLess, kLessOrEqual, kEqual, kNotEqual, kMore, kMoreOrEqual };

  std::string text;      // as it was given
  std::string material;  // the name of an entry of the palette
  Comparison comparison = Comparison::kEqual;
  int64_t count = 0;
};

// Reads "NAME<N", with <, <=, =, ==, !=, > or >= and a whole number from 0 on.
Result<Condition> parse_condition(const std::string& text);

// Whether the palette has all of their materials.
Status check_conditions(const std::vector<Condition>& conditions, const std::vector<std::string>& entry_names);

// Whether all of them hold now, of cells and grains in the air together. The palette has their materials.
bool all_hold(const std::vector<Condition>& conditions, const World& world);

}  // namespace quicksand
