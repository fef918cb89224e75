// JSON that knows where it stands in its file, so that a mistake in it can be shown as file:line:column.
//
// Parsing is nlohmann-json's (its SAX interface); `//` comments are allowed. Two things that a JSON library lets pass
// are errors here: a key that stands twice in an object, and a number with a fraction where a whole one is needed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace quicksand {

struct JsonMember;

// Where something stands. Both count from 1.
struct JsonPlace {
  int line = 0;
  int column = 0;
  int source = 0;  // which of several files: as parse_json() was told
};

struct JsonValue {
  enum class Type { kNull, kBoolean, kInteger, kReal, kString, kArray, kObject };

  Type type = Type::kNull;
  JsonPlace place;
  bool boolean = false;
  int64_t integer = 0;  // kInteger
  double real = 0;      // kInteger and kReal
  std::string string;
  std::vector<JsonValue> items;     // kArray
  std::vector<JsonMember> members;  // kObject, in the file's order

  // The value of a member, or null.
  const JsonValue* find(std::string_view key) const;
  JsonValue* find(std::string_view key);

  // What it is, for an error message: "a string", "an array", …
  std::string_view type_name() const;
};

struct JsonMember {
  std::string key;
  JsonPlace place;
  JsonValue value;
};

// Reads a document. `file` is used in messages only; `source` becomes that of all places in it.
Result<JsonValue> parse_json(std::string_view text, const std::string& file, int source = 0);

}  // namespace quicksand
