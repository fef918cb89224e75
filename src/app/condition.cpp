#include "app/condition.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <string_view>

#include "io/json_reader.h"

namespace quicksand {
namespace {

struct SignText {
  std::string_view text;
  Condition::Comparison comparison;
};

// Longer ones first: "<=" begins with "<".
constexpr SignText kSigns[] = {{"<=", Condition::Comparison::kLessOrEqual}, {">=", Condition::Comparison::kMoreOrEqual},
                           {"==", Condition::Comparison::kEqual},       {"!=", Condition::Comparison::kNotEqual},
                           {"<", Condition::Comparison::kLess},         {">", Condition::Comparison::kMore},
                           {"=", Condition::Comparison::kEqual}};

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

bool compare(int64_t a, Condition::Comparison comparison, int64_t b) {
  switch (comparison) {
    case Condition::Comparison::kLess:
      return a < b;
    case Condition::Comparison::kLessOrEqual:
      return a <= b;
    case Condition::Comparison::kEqual:
      return a == b;
    case Condition::Comparison::kNotEqual:
      return a != b;
    case Condition::Comparison::kMore:
      return a > b;
    case Condition::Comparison::kMoreOrEqual:
      return a >= b;
  }
  return false;
}

}  // namespace

Result<Condition> parse_condition(const std::string& text) {
  const auto wrong = [&] {
    return fail("'" + text + "' is not a condition like sand<600, with <, <=, =, !=, > or >=");
  };
  const size_t at = text.find_first_of("<>=!");
  if (at == std::string::npos) return wrong();
  const std::string_view rest = std::string_view(text).substr(at);
  const auto sign = std::ranges::find_if(kSigns, [&](const SignText& one) { return rest.starts_with(one.text); });
  if (sign == std::end(kSigns)) return wrong();
  const std::string_view name = trimmed(std::string_view(text).substr(0, at));
  const std::string_view number = trimmed(rest.substr(sign->text.size()));
  Condition condition{text, std::string(name), sign->comparison, 0};
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), condition.count);
  const bool is_number = error == std::errc() && end == number.data() + number.size() && condition.count >= 0;
  if (name.empty() || !is_number) return wrong();
  return condition;
}

Status check_conditions(const std::vector<Condition>& conditions, const std::vector<std::string>& entry_names) {
  for (const Condition& condition : conditions)
    if (std::ranges::find(entry_names, condition.material) == entry_names.end())
      return fail("--until '" + condition.text + "': there is no material \"" + condition.material +
                  "\" in this world" + suggestion(condition.material, std::span<const std::string>(entry_names)));
  return Done{};
}

bool all_hold(const std::vector<Condition>& conditions, const World& world) {
  const std::vector<std::string>& names = world.entry_names();
  const std::vector<int64_t> cells = world.count_entries();
  const std::vector<int64_t> airborne = world.count_airborne();
  return std::ranges::all_of(conditions, [&](const Condition& condition) {
    const auto entry = static_cast<size_t>(std::ranges::find(names, condition.material) - names.begin());
    const int64_t count = cells[entry] + (airborne.empty() ? 0 : airborne[entry]);
    return compare(count, condition.comparison, condition.count);
  });
}

}  // namespace quicksand
