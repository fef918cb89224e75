#include "io/property_schema.h"

namespace quicksand {
namespace {

Json having(std::string_view key) { return {{"required", {key}}}; }

// is_material_name().
std::string name_pattern() {
  const std::string part = "[a-z0-9_-]{1," + std::to_string(kMaxNameLength) + "}";
  return "^" + part + "(:" + part + ")?$";
}

Json is_not(Json schema) { return {{"not", std::move(schema)}}; }

}  // namespace

Json ObjectSchema::json() const {
  Json schema{{"type", "object"}};
  if (cases.empty()) {
    schema["properties"] = properties;
    if (!required.empty()) schema["required"] = required;
    if (!rules.empty()) schema["allOf"] = rules;
    schema["additionalProperties"] = false;
    return schema;
  }
  for (const auto& [word, own] : cases) {
    ObjectSchema whole{properties, required, rules, own.cases, own.case_key, own.case_is_optional};
    whole.properties[case_key]["const"] = word;
    whole.properties.update(own.properties);
    const bool is_default = case_is_optional && &own == &cases.front().schema;
    if (!is_default) whole.required.push_back(case_key);
    for (const Json& key : own.required) whole.required.push_back(key);
    for (const Json& rule : own.rules) whole.rules.push_back(rule);
    schema["anyOf"].push_back(whole.json());
  }
  return schema;
}

Json document_schema(std::string_view title, const Json& rules) {
  Json json{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", title}};
  json.update(rules);
  return json;
}

void add_conditions(std::string_view key, const PropertyConditions& conditions, ObjectSchema& schema) {
  if (conditions.required) schema.required.push_back(key);
  const Json is_there = having(key);
  const Json is_absent = is_not(is_there);
  const auto any_of = [&](const Json& a, const Json& b) { schema.rules.push_back({{"anyOf", {a, b}}}); };
  if (!conditions.unless.empty()) {
    Json other = having(conditions.unless);
    other["properties"][std::string(conditions.unless)] = is_not({{"const", false}});
    any_of(is_there, other);
  }
  if (!conditions.with.empty()) {
    Json other = having(conditions.with);
    other["properties"][std::string(conditions.with)]["const"] = conditions.with_word;
    any_of(is_there, is_not(other));
  }
  if (!conditions.needs.empty()) any_of(is_absent, having(conditions.needs));
  for (const std::string_view other : conditions.excludes)
    if (!other.empty()) any_of(is_absent, is_not(having(other)));
}

void add_property(std::string_view key, std::string_view help, const PropertyConditions& conditions, Json value,
                  Json fallback, ObjectSchema& schema) {
  value["description"] = help;
  if (!fallback.is_null()) value["default"] = std::move(fallback);
  schema.properties[std::string(key)] = std::move(value);
  add_conditions(key, conditions, schema);
}

Json schema_of_changes(Json schema) {
  const auto is_said_again = [](std::string_view key) { return key == "format" || key == "name" || key == "if"; };
  const auto or_null = [](Json value) {
    Json either{{"anyOf", {schema_of_changes(value), schema_of_type("null")}}};
    if (value.contains("description")) either["description"] = value["description"];
    return either;
  };
  schema.erase("allOf");
  schema.erase("default");
  if (schema.contains("required")) {
    Json required = Json::array();
    for (const Json& key : schema["required"])
      if (is_said_again(key.get<std::string>())) required.push_back(key);
    schema.erase("required");
    if (!required.empty()) schema["required"] = std::move(required);
  }
  if (schema.contains("properties"))
    for (auto& [key, value] : schema["properties"].items()) value = is_said_again(key) ? value : or_null(value);
  if (schema.contains("additionalProperties") && schema["additionalProperties"].is_object())
    schema["additionalProperties"] = or_null(schema["additionalProperties"]);
  if (schema.contains("items")) schema["items"] = schema_of_changes(schema["items"]);
  if (schema.contains("anyOf"))
    for (Json& choice : schema["anyOf"]) choice = schema_of_changes(choice);
  return schema;
}

Json schema_of_type(const char* type) { return {{"type", type}}; }

Json schema_of_number(int64_t least, int64_t most) {
  return {{"type", "integer"}, {"minimum", least}, {"maximum", most}};
}

Json schema_of_number(double least, double most) { return {{"type", "number"}, {"minimum", least}, {"maximum", most}}; }

Json schema_of_texts(size_t most) { return {{"type", "array"}, {"items", {{"type", "string"}}}, {"maxItems", most}}; }

Json schema_of_colour() { return {{"type", "string"}, {"pattern", "^#[0-9a-fA-F]{6}$"}}; }

Json schema_of_constant(std::string_view value) { return {{"const", value}}; }

Json schema_of_list(Json item, size_t most) {
  Json schema{{"type", "array"}, {"items", std::move(item)}};
  if (most < std::numeric_limits<size_t>::max()) schema["maxItems"] = most;
  return schema;
}

Json schema_of_words(std::span<const std::string_view> words) {
  Json schema;
  for (const std::string_view word : words) schema["enum"].push_back(word);
  return schema;
}

Json schema_of_pair(Json item) {
  return {{"type", "array"}, {"items", std::move(item)}, {"minItems", 2}, {"maxItems", 2}};
}

Json schema_of_name() {
  Json reserved;
  for (const std::string_view word : kBuiltInNames) reserved["enum"].push_back(word);
  for (const std::string_view word : kSceneWords) reserved["enum"].push_back(word);
  return {{"type", "string"}, {"pattern", name_pattern()}, {"not", std::move(reserved)}};
}

Json schema_of_tags() {
  Json tag{{"type", "string"}, {"pattern", name_pattern()}};
  return {{"type", "array"}, {"items", std::move(tag)}, {"uniqueItems", true}};
}

Json schema_of_products() {
  const Json wall = is_not({{"const", "wall"}});
  Json weights{{"type", "object"},
               {"propertyNames", wall},
               {"minProperties", 1},
               {"maxProperties", kMostProducts},
               {"additionalProperties", {{"type", "integer"}, {"minimum", 1}, {"maximum", kMostWeight}}}};
  Json one{{"type", "string"}, {"pattern", "^[^#]"}};
  one.update(wall);
  return {{"anyOf", {std::move(one), std::move(weights)}}};
}

Json schema_of_sides() {
  Json side{{"type", "string"}};
  side.update(is_not({{"const", "wall"}}));
  return schema_of_pair(std::move(side));
}

Json schema_of_rarities() {
  return {{"type", "object"},
          {"propertyNames", is_not(schema_of_words(kBuiltInNames))},
          {"additionalProperties", {{"type", "integer"}, {"minimum", 0}, {"maximum", kMaxRarity}}}};
}

}  // namespace quicksand
