// Checks a JSON value against a JSON Schema: the keywords that the game's own schemas use, and no others.
#pragma once

#include <regex.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "io/json_document.h"

namespace quicksand {

inline bool equal(const JsonValue& a, const JsonValue& b) {
  if (a.type != b.type) return false;
  return a.boolean == b.boolean && a.real() == b.real() && a.string() == b.string() && a.items().empty() && b.items().empty();
}

// Whole numbers are compared as such: a double does not hold all of them.
inline bool is_less(const JsonValue& a, const JsonValue& b) {
  const bool are_whole = a.type == JsonValue::Type::kInteger && b.type == JsonValue::Type::kInteger;
  return are_whole ? a.integer < b.integer : a.real() < b.real();
}

inline bool has_type(const JsonValue& value, std::string_view type) {
  using Type = JsonValue::Type;
  const bool is_whole =
      value.type == Type::kInteger || (value.type == Type::kReal && value.real() == std::floor(value.real()));
  if (type == "object") return value.type == Type::kObject;
  if (type == "array") return value.type == Type::kArray;
  if (type == "string") return value.type == Type::kString;
  if (type == "null") return value.type == Type::kNull;
  if (type == "boolean") return value.type == Type::kBoolean;
  if (type == "integer") return is_whole;
  if (type == "number") return value.type == Type::kInteger || value.type == Type::kReal;
  FAIL("the checker knows no type " << type);
  return false;
}

// As POSIX's extended expressions, in which the schemas' patterns mean the same. GCC 12 warns inside std::regex where
// sanitizers are on (bug 105562).
inline bool matches(const std::string& text, const std::string& pattern) {
  regex_t expression;
  REQUIRE(::regcomp(&expression, pattern.c_str(), REG_EXTENDED | REG_NOSUB) == 0);
  regmatch_t range{0, static_cast<regoff_t>(text.size())};  // there may be a NUL in it
  const bool matches = ::regexec(&expression, text.c_str(), 1, &range, REG_STARTEND) == 0;
  ::regfree(&expression);
  return matches;
}

bool validates(const JsonValue& value, const JsonValue& schema);

inline bool members_validate(const JsonValue& value, const JsonValue& schema) {
  const JsonValue* const properties = schema.find("properties");
  const JsonValue* const others = schema.find("additionalProperties");
  const JsonValue* const names = schema.find("propertyNames");
  for (const JsonMember& member : value.members()) {
    JsonValue name;
    name.own_string() = member.key;
    if (names && !validates(name, *names)) return false;
    const JsonValue* const own = properties ? properties->find(member.key) : nullptr;
    if (own ? !validates(member.value, *own) : others && !validates(member.value, *others)) return false;
  }
  return true;
}

inline bool keyword_holds(const JsonValue& value, const JsonValue& schema, const JsonMember& keyword) {
  using Type = JsonValue::Type;
  const std::string& key = keyword.key;
  const JsonValue& says = keyword.value;
  const auto holds = [&](const JsonValue& other) { return validates(value, other); };
  const bool is_number = value.type == Type::kInteger || value.type == Type::kReal;
  for (const char* const annotation : {"$schema", "title", "description", "default"})
    if (key == annotation) return true;
  if (key == "type") return has_type(value, says.string());
  if (key == "const") return equal(value, says);
  if (key == "enum")
    return std::any_of(says.items().begin(), says.items().end(), [&](auto& one) { return equal(value, one); });
  if (key == "minimum") return !is_number || !is_less(value, says);
  if (key == "maximum") return !is_number || !is_less(says, value);
  if (key == "pattern") return value.type != Type::kString || matches(value.string(), says.string());
  if (key == "items")
    return std::all_of(value.items().begin(), value.items().end(), [&](auto& item) { return validates(item, says); });
  if (key == "minItems") return value.type != Type::kArray || value.items().size() >= static_cast<size_t>(says.integer);
  if (key == "minProperties") return value.members().size() >= static_cast<size_t>(says.integer) || value.type != Type::kObject;
  if (key == "maxProperties") return value.members().size() <= static_cast<size_t>(says.integer);
  if (key == "uniqueItems") {
    for (size_t i = 1; i < value.items().size(); ++i)
      for (size_t other = 0; other < i; ++other)
        if (equal(value.items()[i], value.items()[other])) return false;
    return true;
  }
  if (key == "maxItems") return value.items().size() <= static_cast<size_t>(says.integer);
  if (key == "required")
    return value.type != Type::kObject ||
           std::all_of(says.items().begin(), says.items().end(), [&](auto& one) { return value.find(one.string()); });
  if (key == "properties") return members_validate(value, schema);
  if (key == "additionalProperties" || key == "propertyNames") return members_validate(value, schema);
  if (key == "anyOf") return std::any_of(says.items().begin(), says.items().end(), holds);
  if (key == "allOf") return std::all_of(says.items().begin(), says.items().end(), holds);
  if (key == "not") return !holds(says);
  if (key == "if") return validates(value, *schema.find(holds(says) ? "then" : "else"));
  if (key == "then" || key == "else") return true;  // by "if"
  FAIL("the checker does not know the keyword " << key);
  return false;
}

inline bool validates(const JsonValue& value, const JsonValue& schema) {
  if (schema.type == JsonValue::Type::kBoolean) return schema.boolean;
  return std::all_of(schema.members().begin(), schema.members().end(),
                     [&](const JsonMember& keyword) { return keyword_holds(value, schema, keyword); });
}

inline JsonValue parsed(const std::string& text) {
  Result<JsonValue> value = parse_json(text, "text");
  INFO(text);
  REQUIRE(value.ok());
  return *value;
}

}  // namespace quicksand
