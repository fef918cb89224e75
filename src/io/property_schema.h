// JSON Schemas (draft 2020-12) made from tables of properties (core/property.h): for editors, and for checking files
// without the game. A schema refuses what can be seen of an object by itself; what depends on other objects (which
// materials there are) or on sums of values only the reader refuses.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/property_writer.h"

namespace quicksand {

// An object's schema as it is put together.
struct ObjectSchema {
  Json properties = Json::object();
  Json required = Json::array();
  Json rules = Json::array();  // all must hold
  struct Case;
  std::vector<Case> cases;  // what stands besides, by the word of `case_key`
  std::string case_key;
  bool case_is_optional = false;  // then the first case holds where the key is absent

  Json json() const;
};

struct ObjectSchema::Case {
  std::string word;
  ObjectSchema schema;
};

// The schema of a whole file, to which these rules apply.
Json document_schema(std::string_view title, const Json& rules);

// Of what is laid over files with that schema (io/material_layers.h): nothing but what says which object is meant has to
// be there, what depends on other keys may depend on those below, and null takes away what lies there.
Json schema_of_changes(Json schema);

// The parts that need no types, as every property is of a type of its own.
void add_conditions(std::string_view key, const PropertyConditions& conditions, ObjectSchema& schema);
void add_property(std::string_view key, std::string_view help, const PropertyConditions& conditions, Json value,
                  Json fallback, ObjectSchema& schema);
Json schema_of_type(const char* type);
Json schema_of_number(int64_t least, int64_t most);
Json schema_of_number(double least, double most);
Json schema_of_texts(size_t most);
Json schema_of_colour();
Json schema_of_constant(std::string_view value);
Json schema_of_list(Json item, size_t most);
Json schema_of_words(std::span<const std::string_view> words);
Json schema_of_pair(Json item);
Json schema_of_name();
Json schema_of_rarities();
Json schema_of_tags();
Json schema_of_products();
Json schema_of_sides();

template <class Owner, class Rows>
void add_rows(const Rows& rows, const Owner& usual, ObjectSchema& schema);

template <class Owner, class Rows>
ObjectSchema schema_of_rows(const Rows& rows, const Owner& usual = Owner()) {
  ObjectSchema schema;
  add_rows(rows, usual, schema);
  return schema;
}

// --- The schema of a value of each kind. `usual` is an owner as it is before a file is read.

template <class Member, class Owner>
Json schema_value(const Flag<Member>&, const Owner&) {
  return schema_of_type("boolean");
}
template <class Member, class Owner>
Json schema_value(const Whole<Member>& kind, const Owner&) {
  return schema_of_number(kind.least, kind.most);
}
template <class Member, class Owner>
Json schema_value(const Real<Member>& kind, const Owner&) {
  return schema_of_number(kind.least, kind.most);
}
template <class Member, class Owner>
Json schema_value(const Fixed<Member>& kind, const Owner&) {
  return schema_of_number(kind.least, kind.most);
}
template <class Member, class Owner>
Json schema_value(const Text<Member>&, const Owner&) {
  return schema_of_type("string");
}
template <class Member, class Owner>
Json schema_value(const Texts<Member>& kind, const Owner&) {
  return schema_of_texts(kind.most);
}
template <class Member, class Owner>
Json schema_value(const OneOf<Member>& kind, const Owner&) {
  return schema_of_words(kind.words);
}
template <class Member, class Owner>
Json schema_value(const HexColour<Member>&, const Owner&) {
  return schema_of_colour();
}
template <class Member, class Owner>
Json schema_value(const WholePair<Member>& kind, const Owner&) {
  return schema_of_pair(schema_of_number(kind.least, kind.most));
}
template <class Member, class Owner>
Json schema_value(const RealPair<Member>& kind, const Owner&) {
  return schema_of_pair(schema_of_number(kind.least, kind.most));
}
template <class Member, class Owner>
Json schema_value(const MaterialName<Member>&, const Owner&) {
  return schema_of_name();
}
template <class Member, class Owner>
Json schema_value(const OtherMaterial<Member>&, const Owner&) {
  return schema_of_type("string");
}
template <class Member, class Owner>
Json schema_value(const Rarities<Member>&, const Owner&) {
  return schema_of_rarities();
}
template <class Member, class Owner>
Json schema_value(const Tags<Member>&, const Owner&) {
  return schema_of_tags();
}
template <class Member, class Owner>
Json schema_value(const Becomes<Member>&, const Owner&) {
  return schema_of_products();
}
template <class Member, class Owner>
Json schema_value(const Sides<Member>&, const Owner&) {
  return schema_of_sides();
}
template <class Member, class Owner>
Json schema_value(const BothBecome<Member>&, const Owner&) {
  return schema_of_pair(schema_of_products());
}
template <class Member, class Owner>
Json schema_value(const HeatPair<Member>&, const Owner&) {
  return schema_of_pair(schema_of_number(-kMostReactionHeat, kMostReactionHeat));
}
template <class Member, class Owner>
Json schema_value(const Range<Member>& kind, const Owner&) {
  return schema_of_pair(schema_of_number(kind.least, kind.most));
}
template <class Owner>
Json schema_value(const Constant& kind, const Owner&) {
  return schema_of_constant(kind.value);
}
template <class Owner>
Json schema_value(const Ignored&, const Owner&) {
  return Json::object();
}
template <class Member, class Rows, class Owner>
Json schema_value(const Object<Member, Rows>& kind, const Owner&) {
  using Inner = typename StoredType<std::remove_cvref_t<std::invoke_result_t<Member, Owner&>>>::Type;
  return schema_of_rows<Inner>(kind.rows).json();
}
template <class Member, class Rows, class Owner>
Json schema_value(const List<Member, Rows>& kind, const Owner&) {
  using Item = typename std::remove_cvref_t<std::invoke_result_t<Member, Owner&>>::value_type;
  return schema_of_list(schema_of_rows<Item>(kind.rows).json(), kind.most);
}

// --- A row.

// What holds where the key is absent. Null: there is nothing to say, or it depends on other keys.
template <class Kind, class Check, class Default, class Owner>
Json default_of(const Property<Kind, Check, Default>& row, const Owner& usual) {
  if constexpr (std::is_invocable_v<Default, const Owner&>)
    return nullptr;
  else if constexpr (!std::is_same_v<Default, Nothing>)
    return row.fallback;
  else
    return write_value(row.kind, usual, {});
}

template <class Kind, class Check, class Default, class Owner>
void add_row(const Property<Kind, Check, Default>& row, const Owner& usual, ObjectSchema& schema) {
  add_property(row.key, row.help, row.conditions, schema_value(row.kind, usual),
               row.conditions.required ? Json() : default_of(row, usual), schema);
}
template <class Member, class... Tables, class Check, class Default, class Owner>
void add_row(const Property<Cases<Member, Tables...>, Check, Default>& row, const Owner& usual, ObjectSchema& schema) {
  schema.case_key = row.key;
  schema.case_is_optional = !row.conditions.required;
  schema.properties[std::string(row.key)]["description"] = row.help;
  size_t index = 0;
  const auto add = [&](const auto& table) {
    schema.cases.push_back({std::string(row.kind.words[index++]), schema_of_rows(table, usual)});
  };
  std::apply([&](const auto&... table) { (add(table), ...); }, row.kind.tables);
}
template <class Rows, class From, class Into, class Owner>
void add_row(const Inline<Rows, From, Into>& row, const Owner& usual, ObjectSchema& schema) {
  add_rows(row.rows, row.from(usual), schema);
}

template <class Owner, class Rows>
void add_rows(const Rows& rows, const Owner& usual, ObjectSchema& schema) {
  std::apply([&](const auto&... row) { (add_row(row, usual, schema), ...); }, rows);
}

}  // namespace quicksand
