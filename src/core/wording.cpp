#include "core/wording.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/printable.h"

namespace quicksand {
namespace {

template <class Words>
std::string nearest_word(std::string_view word, const Words& candidates) {
  std::string_view best;
  int best_distance = static_cast<int>(std::max<size_t>(word.size() / 2, 2)) + 1;
  for (const auto& candidate : candidates) {
    const size_t longer = std::max(word.size(), candidate.size());
    if (longer - std::min(word.size(), candidate.size()) >= static_cast<size_t>(best_distance)) continue;  // no less
    const int distance = edit_distance(word, candidate);
    if (distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  return best.empty() ? "" : " (did you mean " + in_quotes(best) + "?)";
}

}  // namespace

std::string in_quotes(std::string_view text) {
  constexpr size_t kMost = 80;  // no name of ours is longer
  return "\"" + printable(text, kMost) + "\"";
}

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 0; i < a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i) + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const int replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::string suggestion(std::string_view word, std::span<const std::string> candidates) {
  return nearest_word(word, candidates);
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  return nearest_word(word, candidates);
}

}  // namespace quicksand
