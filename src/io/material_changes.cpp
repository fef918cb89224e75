#include "io/material_changes.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "io/json_text.h"

namespace quicksand {
namespace {

constexpr std::string_view kForm = "MATERIAL.KEY=VALUE, like sand.friction=2";

// Its material, key and part; nothing: it is no such path.
std::optional<MaterialChange> parse_path(std::string_view path) {
  std::vector<std::string> words;
  for (size_t from = 0; from <= path.size();) {
    const size_t dot = std::min(path.find('.', from), path.size());
    words.emplace_back(path.substr(from, dot - from));
    from = dot + 1;
  }
  const bool has_empty = std::ranges::any_of(words, [](const std::string& word) { return word.empty(); });
  if (words.size() < 2 || words.size() > 3 || has_empty) return std::nullopt;
  MaterialChange change;
  change.material = words[0];
  change.key = words[1];
  if (words.size() == 3) change.part = words[2];
  return change;
}

// What is wrong with the change, whatever the materials; empty: nothing.
std::string problem_of(const MaterialChange& change) {
  return change.key == "name" ? "the name of a material cannot be changed" : "";
}

Json json_of(const JsonValue& value) {
  switch (value.type) {
    case JsonValue::Type::kNull:
      return nullptr;
    case JsonValue::Type::kBoolean:
      return value.boolean;
    case JsonValue::Type::kInteger:
      return value.integer;
    case JsonValue::Type::kReal:
      return value.real();
    case JsonValue::Type::kString:
      return value.string();
    case JsonValue::Type::kArray: {
      Json list = Json::array();
      for (const JsonValue& item : value.items()) list.push_back(json_of(item));
      return list;
    }
    case JsonValue::Type::kObject: {
      Json object = Json::object();
      for (const JsonMember& member : value.members()) object[member.key] = json_of(member.value);
      return object;
    }
  }
  return nullptr;
}

// Such as water, #ff0000 and chem:nitro.
bool is_bare_word(std::string_view text) {
  const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_'; };
  return !text.empty() && (text[0] == '#' || std::isalpha(static_cast<unsigned char>(text[0]))) &&
         std::ranges::all_of(text.substr(1), [&](char c) { return is_letter(c) || c == ':'; });
}

void set_place(JsonValue& value, const JsonPlace& place) {
  value.place = place;
  for (JsonValue& item : value.each_item()) set_place(item, place);
  for (JsonMember& member : value.each_member()) {
    member.place = place;
    set_place(member.value, place);
  }
}

JsonValue text_value(const std::string& text) {
  JsonValue value;
  value.own_string() = text;
  return value;
}

JsonValue object_of(std::vector<JsonMember> members) {
  JsonValue value;
  value.own_members() = std::move(members);
  return value;
}

}  // namespace

Result<MaterialChange> parse_material_change(const std::string& text) {
  const size_t equals = text.find('=');
  std::optional<MaterialChange> change = parse_path(std::string_view(text).substr(0, equals));
  if (equals == std::string::npos || equals + 1 == text.size() || !change)
    return fail("'" + text + "' is not of the form " + std::string(kForm));
  if (const std::string problem = problem_of(*change); !problem.empty()) return fail("'" + text + "': " + problem);
  const std::string word = text.substr(equals + 1);
  const Result<JsonValue> value = parse_json(word, "");
  if (!value && !is_bare_word(word))
    return fail("'" + text + "': the value is " + value.failure().diagnostics.front().message);
  change->value = json_line(value ? json_of(*value) : Json(word));
  change->file = "--set " + text;
  return std::move(*change);
}

void add_changes(std::vector<MaterialChange>& changes, const std::vector<MaterialChange>& further) {
  for (const MaterialChange& change : further) {
    std::erase_if(changes, [&](const MaterialChange& before) { return before.path() == change.path(); });
    changes.push_back(change);
  }
}

MaterialLayer layer_of(const MaterialChange& change, int source) {
  Result<JsonValue> value = parse_json(change.value, change.file);
  QS_CHECK(value, "a change of a material is no JSON");
  if (!change.part.empty()) value = object_of({{change.part, {}, std::move(*value)}});
  JsonValue list;
  list.own_items().push_back(
      object_of({{"name", {}, text_value(change.material)}, {change.key, {}, std::move(*value)}}));
  JsonValue document =
      object_of({{"format", {}, text_value(std::string(kMaterialFormat))}, {"materials", {}, std::move(list)}});
  set_place(document, {change.line, change.column, source});
  return {change.file, "", std::move(document), true};
}

Result<MaterialSet> with_changes(const MaterialSet& set, const std::vector<MaterialChange>& changes) {
  Result<JsonValue> document = parse_json(material_text(set), set.name);
  if (!document) return document.failure();
  std::vector<MaterialLayer> layers;
  layers.push_back({set.name, "", std::move(*document)});
  for (const MaterialChange& change : changes) layers.push_back(layer_of(change, static_cast<int>(layers.size())));
  Result<MaterialSet> changed = parse_materials(std::move(layers));
  if (!changed) return changed.failure();
  changed->name = set.name;
  changed->warnings = set.warnings;
  changed->placeholders = set.placeholders;
  return changed;
}

std::optional<std::vector<MaterialChange>> read_changes(JsonReader& reader, const JsonValue& value,
                                                        std::string_view key) {
  if (!reader.expect(value, JsonValue::Type::kObject, key)) return std::nullopt;
  if (value.members().size() > kMostMaterialChanges) {
    reader.report(value.members()[kMostMaterialChanges],
                  in_quotes(key) + " has more than " + std::to_string(kMostMaterialChanges) + " changes");
    return std::nullopt;
  }
  std::vector<MaterialChange> changes;
  bool good = true;
  for (const JsonMember& member : value.members()) {
    std::optional<MaterialChange> change = parse_path(member.key);
    const std::string problem = change
                                    ? problem_of(*change)
                                    : in_quotes(member.key) + " must be like \"sand.friction\": a material and its key";
    if (!problem.empty()) {
      reader.report(member, problem);
      good = false;
      continue;
    }
    change->value = json_line(json_of(member.value));
    change->file = reader.file();
    change->line = member.place.line;
    change->column = member.place.column;
    changes.push_back(std::move(*change));
  }
  if (!good) return std::nullopt;
  return changes;
}

}  // namespace quicksand
