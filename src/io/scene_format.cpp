#include "io/scene_format.h"

namespace quicksand {

std::optional<std::vector<NamedEntry>> read_names(JsonReader& reader, const JsonValue& value, std::string_view key) {
  std::vector<NamedEntry> names;
  bool good = true;
  const auto add = [&](const JsonValue& name) {
    good &= reader.expect(name, JsonValue::Type::kString, key);
    names.push_back({name.string, name.place.line, name.place.column});
  };
  if (value.type != JsonValue::Type::kArray) {
    add(value);
  } else if (value.items.empty()) {
    reader.report(value, in_quotes(key) + " is an empty array");
    good = false;
  } else {
    for (const JsonValue& name : value.items) add(name);
  }
  if (!good) return std::nullopt;
  return names;
}

OrderedJson write_names(const std::vector<NamedEntry>& names) {
  if (names.size() == 1) return names.front().name;
  OrderedJson list;
  for (const NamedEntry& entry : names) list.push_back(entry.name);
  return list;
}

OrderedJson schema_of_names() {
  OrderedJson one{{"type", "string"}};
  OrderedJson several{{"type", "array"}, {"items", one}, {"minItems", 1}};
  OrderedJson schema;
  schema["anyOf"] = OrderedJson::array({std::move(one), std::move(several)});
  return schema;
}

bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key, const OntoWhat&,
                ScenePaint& paint) {
  if (!context.reader.expect(value, JsonValue::Type::kString, key)) return false;
  if (value.string == "any") return true;
  paint.command.onto = value.string == "empty" ? Onto::kEmpty : Onto::kEntry;
  if (paint.command.onto == Onto::kEntry) paint.onto = {value.string, value.place.line, value.place.column};
  return true;
}

OrderedJson write_value(const OntoWhat&, const ScenePaint& paint, std::span<const std::string>) {
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

OrderedJson schema_value(const OntoWhat&, const ScenePaint&) { return {{"type", "string"}}; }

}  // namespace quicksand
