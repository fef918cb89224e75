// A note that stands in the world: no cell, and no part of its state.
#pragma once

#include <cstddef>
#include <string>

#include "core/geometry.h"

namespace quicksand {

inline constexpr size_t kMostSigns = 500;
inline constexpr size_t kMostSignBytes = 200;  // of a sign's text, as UTF-8

struct Sign {
  CellPos at;
  std::string text;

  bool operator==(const Sign&) const = default;
};

}  // namespace quicksand
