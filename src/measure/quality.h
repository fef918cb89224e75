// `quicksand --quality`: how well a set of materials behaves, as a report card. Where the game promises a bound, the
// card says whether it is kept.
#pragma once

#include <optional>
#include <string>

#include "core/result.h"

namespace quicksand {

struct QualityRequest {
  std::string materials = "core";   // a name or a file
  std::optional<std::string> json;  // also writes the figures there
  bool brief = false;               // one seed instead of five, and fewer caves
};

// Prints a table to stdout, and returns how many of its figures are out of bounds. Fails if the materials or the file
// cannot be used.
Result<int> run_quality(const QualityRequest& request);

}  // namespace quicksand
