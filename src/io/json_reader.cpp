#include "io/json_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>

#include "core/printable.h"
#include "io/json_text.h"

namespace quicksand {
namespace {

// What other games, and other spellings, call keys of ours.
// clang-format off
constexpr std::pair<std::string_view, std::string_view> kForeignWords[] = {
    {"color", "colour"},          {"weight", "density"},       {"mass", "density"},         {"viscosity", "friction"},
    {"flammable", "burns"},       {"flammability", "burns"},   {"burn", "burns"},           {"burntime", "burns"},
    {"fire", "burns"},            {"melts", "hot"},            {"boils", "hot"},            {"hightemperature", "hot"},
    {"temphigh", "hot"},          {"statehigh", "hot"},        {"freezes", "cold"},         {"lowtemperature", "cold"},
    {"templow", "cold"},          {"statelow", "cold"},        {"temp", "temperature"},     {"heatconduct", "conducts"},
    {"conductivity", "conducts"}, {"corrodes", "dissolves"},   {"eats", "dissolves"},       {"lifetime", "decays"},
    {"life", "decays"},           {"explosive", "explodes"},   {"explosion", "explodes"},   {"conduct", "electric"},
    {"charge", "electric"},       {"glow", "emission"},        {"light", "emission"},       {"solid", "static"},
    {"state", "static"},          {"parent", "inherits"},      {"base", "inherits"},        {"desc", "description"},
    {"title", "label"},           {"displayname", "label"},    {"chance", "per_second"},    {"probability", "per_second"},
    {"rate", "per_second"},       {"input", "if"},             {"output", "then"},          {"products", "then"},
    {"temperaturehigh", "hot"},   {"temperaturelow", "cold"},  {"slope", "repose_degrees"}, {"angle", "repose_degrees"}};
// clang-format on

// What a key that is not known was meant to be; empty: nobody can tell.
std::string hint_for(std::string_view key, std::span<const std::string_view> known) {
  std::string plain;
  for (const char letter : key)
    if (letter != '_' && letter != '-')
      plain += static_cast<char>(letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter);
  for (const auto& [foreign, ours] : kForeignWords)
    if (plain == foreign && std::ranges::find(known, ours) != known.end())
      return " (here it is " + in_quotes(ours) + ")";
  return suggestion(key, known);
}

}  // namespace

bool is_utf8(const std::string& text) {
  try {
    return !Json(text).dump().empty();
  } catch (const Json::type_error&) {
    return false;
  }
}

std::string number_text(double value) {
  const double size = std::abs(value);
  const bool is_short = size == 0 || (size >= 1e-9 && size < 1e15);
  char digits[32];
  const auto format = is_short ? std::chars_format::fixed : std::chars_format::scientific;
  return {digits, std::to_chars(digits, digits + sizeof digits, value, format).ptr};
}

Failure JsonReader::failure() const {
  std::vector<Finding> sorted = findings_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Finding& a, const Finding& b) {
    return std::tuple(a.place.source, a.place.line, a.place.column) <
           std::tuple(b.place.source, b.place.line, b.place.column);
  });
  // What materials inherit is read again with each of them.
  const auto is_same = [](const Finding& a, const Finding& b) {
    return std::tuple(a.place.source, a.place.line, a.place.column, a.message) ==
           std::tuple(b.place.source, b.place.line, b.place.column, b.message);
  };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), is_same), sorted.end());
  Failure failure;
  for (Finding& finding : sorted)
    failure.diagnostics.push_back({files_[static_cast<size_t>(finding.place.source)], finding.place.line,
                                   finding.place.column, std::move(finding.message)});
  return failure;
}

void JsonReader::report(const JsonPlace& place, std::string_view message) {
  constexpr size_t kMostMessage = 2000;  // characters: with a list of all keys
  if (!is_full()) findings_.push_back({place, printable(message, kMostMessage)});
}

bool JsonReader::takes_memory(const JsonPlace& at, int64_t bytes) {
  taken_ += bytes;
  if (taken_ <= kMostDescribedBytes) return true;
  report(at, "this and what is before it would take more than " + std::to_string(kMostDescribedBytes >> 20) +
                 " MiB of memory");
  return false;
}

void JsonReader::check_keys(const JsonValue& object, std::span<const std::string_view> known) {
  for (const JsonMember& member : object.members()) {
    if (std::ranges::find(known, member.key) != known.end()) continue;
    knows_keys_ = false;
    if (is_full()) return;  // looking for what was meant takes time
    std::string hint = hint_for(member.key, known);
    if (hint.empty()) {
      hint = "; known keys are";
      for (auto key = known.begin(); key != known.end(); ++key)  // of several shapes, which have some in common
        if (std::find(known.begin(), key, *key) == key) hint += (key == known.begin() ? " " : ", ") + std::string(*key);
    }
    report(member, "unknown key " + in_quotes(member.key) + hint);
  }
}

bool JsonReader::expect(const JsonValue& value, JsonValue::Type type, std::string_view name) {
  if (value.type == type) return true;
  JsonValue wanted;
  wanted.type = type;
  report(value,
         in_quotes(name) + " must be " + std::string(wanted.type_name()) + ", not " + std::string(value.type_name()));
  return false;
}

const JsonValue* JsonReader::require(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  if (!value) report(object, "the key " + in_quotes(key) + " is missing");
  return value;
}

std::optional<int64_t> JsonReader::whole_number(const JsonValue& value, std::string_view name, int64_t low,
                                                int64_t high) {
  if (!expect(value, JsonValue::Type::kInteger, name)) return std::nullopt;
  if (value.integer >= low && value.integer <= high) return value.integer;
  report(value, in_quotes(name) + " must be from " + std::to_string(low) + " to " + std::to_string(high) + ", not " +
                    std::to_string(value.integer));
  return std::nullopt;
}

std::optional<double> JsonReader::number(const JsonValue& value, std::string_view name, double low, double high) {
  if (value.type != JsonValue::Type::kReal && value.type != JsonValue::Type::kInteger) {
    report(value, in_quotes(name) + " must be a number, not " + std::string(value.type_name()));
    return std::nullopt;
  }
  if (value.real() >= low && value.real() <= high) return value.real();
  report(value, in_quotes(name) + " must be from " + number_text(low) + " to " + number_text(high) + ", not " +
                    number_text(value.real()));
  return std::nullopt;
}

std::optional<std::vector<int64_t>> JsonReader::whole_numbers(const JsonValue& value, std::string_view name,
                                                              size_t count, int64_t low, int64_t high) {
  if (!expect(value, JsonValue::Type::kArray, name)) return std::nullopt;
  if (value.items().size() != count) {
    report(value, in_quotes(name) + " must be an array of " + std::to_string(count) + " whole numbers, not of " +
                      std::to_string(value.items().size()));
    return std::nullopt;
  }
  std::vector<int64_t> numbers;
  for (const JsonValue& item : value.items())
    if (const auto number = whole_number(item, name, low, high)) numbers.push_back(*number);
  if (numbers.size() != count) return std::nullopt;
  return numbers;
}

int64_t JsonReader::integer(const JsonValue& object, std::string_view key, int64_t missing, int64_t low, int64_t high) {
  const JsonValue* value = object.find(key);
  return value ? whole_number(*value, key, low, high).value_or(missing) : missing;
}

bool JsonReader::check_format(const JsonValue& document, std::string_view format) {
  if (!expect(document, JsonValue::Type::kObject, "the document")) return false;
  const JsonValue* value = require(document, "format");
  if (!value || !expect(*value, JsonValue::Type::kString, "format")) return false;
  if (value->string() == format) return true;
  report(*value, "the format must be " + in_quotes(format) + ", not " + in_quotes(value->string()));
  return false;
}

}  // namespace quicksand
