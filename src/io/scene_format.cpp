#include "io/scene_format.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "io/assets.h"

namespace quicksand {

std::optional<std::vector<NamedEntry>> read_names(JsonReader& reader, const JsonValue& value, std::string_view key) {
  std::vector<NamedEntry> names;
  bool good = true;
  const auto add = [&](const JsonValue& name) {
    good &= reader.expect(name, JsonValue::Type::kString, key);
    names.push_back({name.string(), name.place.line, name.place.column});
  };
  if (value.type != JsonValue::Type::kArray) {
    add(value);
  } else if (value.items().empty()) {
    reader.report(value, in_quotes(key) + " is an empty array");
    good = false;
  } else {
    for (const JsonValue& name : value.items()) add(name);
  }
  if (!good) return std::nullopt;
  return names;
}

Json write_names(const std::vector<NamedEntry>& names) {
  if (names.size() == 1) return names.front().name;
  Json list;
  for (const NamedEntry& entry : names) list.push_back(entry.name);
  return list;
}

Json schema_of_names() {
  Json one{{"type", "string"}};
  Json several{{"type", "array"}, {"items", one}, {"minItems", 1}};
  Json schema;
  schema["anyOf"] = Json::array({std::move(one), std::move(several)});
  return schema;
}

Json write_changes(const std::vector<MaterialChange>& changes) {
  Json object;
  for (const MaterialChange& change : changes) object[change.path()] = Json::parse(change.value);
  return object;
}

namespace {

// Enough for any shape that somebody draws, and drawn without waiting.
constexpr size_t kMostCorners = 4096;
// A selection has any number of them; so many fill the longest file.
constexpr size_t kMostRuns = kMaxJsonBytes / std::string_view("[0,0,0],").size();

// Items of an array that are arrays of `Count` whole numbers, none farther than a cell may be.
template <size_t Count>
std::optional<std::vector<std::array<int, Count>>> read_tuples(JsonReader& reader, const JsonValue& value,
                                                               std::string_view key, size_t most,
                                                               std::string_view what) {
  if (!reader.expect(value, JsonValue::Type::kArray, key)) return std::nullopt;
  if (value.items().empty() || value.items().size() > most) {
    reader.report(value, in_quotes(key) + " has to have 1 to " + std::to_string(most) + " items");
    return std::nullopt;
  }
  std::vector<std::array<int, Count>> tuples;
  for (const JsonValue& item : value.items()) {
    const auto is_good = [](const JsonValue& number) {
      return number.type == JsonValue::Type::kInteger && number.integer >= -kFarthestCell &&
             number.integer <= kFarthestCell;
    };
    if (item.type != JsonValue::Type::kArray || item.items().size() != Count ||
        !std::ranges::all_of(item.items(), is_good)) {
      reader.report(item, in_quotes(key) + " has items " + std::string(what) + ", of whole numbers from " +
                              std::to_string(-kFarthestCell) + " to " + std::to_string(kFarthestCell));
      return std::nullopt;
    }
    std::array<int, Count>& tuple = tuples.emplace_back();
    for (size_t i = 0; i < Count; ++i) tuple[i] = static_cast<int>(item.items()[i].integer);
  }
  return tuples;
}

Json schema_of_tuples(size_t count, size_t most) {
  const Json number{{"type", "integer"}, {"minimum", -kFarthestCell}, {"maximum", kFarthestCell}};
  const Json one{{"type", "array"}, {"items", number}, {"minItems", count}, {"maxItems", count}};
  return {{"type", "array"}, {"items", one}, {"minItems", 1}, {"maxItems", most}};
}

}  // namespace

std::optional<std::vector<CellPos>> read_places(JsonReader& reader, const JsonValue& value, std::string_view key) {
  const auto tuples = read_tuples<2>(reader, value, key, kMostCorners, "[x, y]");
  if (!tuples) return std::nullopt;
  std::vector<CellPos> places;
  for (const std::array<int, 2>& place : *tuples) places.push_back({place[0], place[1]});
  return places;
}

Json write_places(const std::vector<CellPos>& places) {
  Json list = Json::array();
  for (const CellPos& place : places) list.push_back({place.x, place.y});
  return list;
}

Json schema_of_places() { return schema_of_tuples(2, kMostCorners); }

std::optional<std::vector<RowSpan>> read_runs(JsonReader& reader, const JsonValue& value, std::string_view key) {
  const auto tuples = read_tuples<3>(reader, value, key, kMostRuns, "[y, first x, last x]");
  if (!tuples) return std::nullopt;
  std::vector<RowSpan> runs;
  for (const std::array<int, 3>& run : *tuples) runs.push_back({run[0], run[1], run[2]});
  return runs;
}

Json write_runs(const std::vector<RowSpan>& runs) {
  Json list = Json::array();
  for (const RowSpan& run : runs) list.push_back({run.y, run.first, run.last});
  return list;
}

Json schema_of_runs() { return schema_of_tuples(3, kMostRuns); }

bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key, const OntoWhat&,
                ScenePaint& paint) {
  if (!context.reader.expect(value, JsonValue::Type::kString, key)) return false;
  if (value.string() == "any") return true;
  paint.command.onto = value.string() == "empty" ? Onto::kEmpty : Onto::kEntry;
  if (paint.command.onto == Onto::kEntry) paint.onto = {value.string(), value.place.line, value.place.column};
  return true;
}

Json write_value(const OntoWhat&, const ScenePaint& paint, std::span<const std::string>) {
  switch (paint.command.onto) {
    case Onto::kAny:
      return "any";
    case Onto::kEmpty:
      return "empty";
    case Onto::kEntry:
      return paint.onto.name;
  }
  return nullptr;
}

Json schema_value(const OntoWhat&, const ScenePaint&) { return {{"type", "string"}}; }

}  // namespace quicksand
