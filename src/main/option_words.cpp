#include "main/option_words.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <sstream>

#include "app/open_world.h"

namespace quicksand {
namespace {

constexpr uint64_t kMostSeeds = 10'000;
constexpr double kMostSeconds = 1e9;

// Written with digits and a point alone; none: it is not.
std::optional<double> plain_number(const std::string& word) {
  char* end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  const bool is_number = !word.empty() && word.find_first_not_of("0123456789.") == std::string::npos && *end == '\0';
  return is_number ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<GridSize> parse_size(const std::string& text) {
  GridSize size;
  char extra = 0;
  if (std::sscanf(text.c_str(), "%5dx%5d%c", &size.width, &size.height, &extra) != 2) return std::nullopt;
  if (text.find_first_not_of("0123456789x") != std::string::npos || !is_world_size(size)) return std::nullopt;
  return size;
}

std::optional<SeedRange> parse_seeds(const std::string& word) {
  const size_t dots = word.find("..");
  if (dots == std::string::npos) return std::nullopt;
  const auto number = [](const std::string& text) -> std::optional<uint64_t> {
    const bool digits = !text.empty() && text.size() <= 19 && text.find_first_not_of("0123456789") == std::string::npos;
    return digits ? std::optional(std::stoull(text)) : std::nullopt;
  };
  const auto first = number(word.substr(0, dots));
  const auto last = number(word.substr(dots + 2));
  if (!first || !last || *last < *first || *last > kMostSeed || *last - *first >= kMostSeeds) return std::nullopt;
  return SeedRange{*first, *last};
}

std::string seeds_problem(const std::string& word) {
  if (parse_seeds(word)) return "";
  return "'" + word + "' is not a range of at most " + std::to_string(kMostSeeds) + " seeds, like 1..20";
}

std::optional<CellPos> parse_cell(const std::string& word) {
  const size_t comma = word.find(',');
  const auto number = [](const std::string& text) {
    const bool digits = !text.empty() && text.size() <= 5 && text.find_first_not_of("0123456789") == std::string::npos;
    return digits ? std::stoi(text) : -1;
  };
  if (comma == std::string::npos) return std::nullopt;
  const CellPos cell{number(word.substr(0, comma)), number(word.substr(comma + 1))};
  return cell.x >= 0 && cell.y >= 0 ? std::optional(cell) : std::nullopt;
}

std::string time_limit_problem(const std::string& word) {
  const std::optional<double> seconds = plain_number(word);
  return seconds && *seconds <= kMostSeconds ? "" : "'" + word + "' is not a number of seconds, like 2.5";
}

std::string ui_scale_problem(const std::string& word) {
  const std::optional<double> scale = plain_number(word);
  return scale && *scale >= 1 && *scale <= 3 ? "" : "'" + word + "' is not a number from 1 to 3, like 1.5";
}

std::string read_effects(const std::string& word, Effects& effects) {
  std::istringstream parts(word);
  std::string part;
  std::set<std::string_view> named;
  for (bool is_first = true; std::getline(parts, part, ','); is_first = false) {
    const size_t equals = part.find('=');
    if (is_first && equals == std::string::npos) {
      const auto preset = find_effects_preset(part);
      if (!preset) return "there is no preset '" + part + "'; it is " + names_of(kEffectsPresets);
      effects = kEffectsPresets[*preset].effects;
      continue;
    }
    const auto row = std::find_if(kEffectProperties.begin(), kEffectProperties.end(),
                                  [&](const auto& one) { return one.key == part.substr(0, equals); });
    if (row == kEffectProperties.end())
      return "there is no effect '" + part + "'; there is " + names_of(kEffectProperties);
    if (!named.insert(row->key).second) return "'" + std::string(row->key) + "' is named twice";
    const std::string number = equals == std::string::npos ? "" : part.substr(equals + 1);
    const int value = number.size() == 1 && number[0] >= '0' && number[0] <= '9' ? number[0] - '0' : -1;
    if (value < row->kind.least || value > row->kind.most)
      return "'" + part + "' must be like " + std::string(row->key) + "=N, with N from " +
             std::to_string(row->kind.least) + " to " + std::to_string(row->kind.most);
    effects.*(row->kind.member) = value;
  }
  return "";
}

}  // namespace quicksand
