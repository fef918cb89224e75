// Reads objects of a JSON file by tables of properties (core/property.h).
//
// read_properties() goes through a table: what is missing, of a wrong type, out of range or against a condition of its
// row is reported with its place, and gets its default. There is one read_value() for each kind; a kind that only one
// file format has may have its read_value() beside the reader of that format.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/property.h"
#include "io/json_reader.h"
#include "sim/cells/material_properties.h"
#include "sim/cells/reaction_properties.h"
#include "view/look.h"

namespace quicksand {

struct PropertyContext {
  JsonReader& reader;
  std::span<const std::string> names{};  // of the file's materials, by number
  std::span<const std::string> tags{};   // that any of them has
};

// The parts that need no types. All report what is wrong to the reader and return nothing, or false, then.
std::optional<size_t> read_word(JsonReader& reader, const JsonValue& value, std::string_view key,
                                std::span<const std::string_view> words);
std::optional<size_t> read_case(JsonReader& reader, const JsonValue& value, std::string_view key,
                                std::span<const std::string_view> words);
std::optional<Rgb> read_colour(JsonReader& reader, const JsonValue& value, std::string_view key);
std::optional<std::array<double, 2>> read_real_pair(JsonReader& reader, const JsonValue& value, std::string_view key,
                                                    double least, double most, std::string_view unit);
// 1 to kMaxNameLength of a-z, 0-9, - and _.
bool is_plain_name(std::string_view name);
// The same, or two of them as mod:name.
bool is_material_name(std::string_view name);
std::optional<MaterialId> read_other_material(const PropertyContext& context, const JsonValue& value,
                                              std::string_view key);
std::optional<std::vector<Dissolves>> read_rarities(const PropertyContext& context, const JsonValue& value,
                                                    std::string_view key);
std::optional<std::vector<std::string>> read_tags(JsonReader& reader, const JsonValue& value, std::string_view key);
std::optional<std::vector<std::string>> read_texts(JsonReader& reader, const JsonValue& value, std::string_view key,
                                                   size_t most);
std::optional<Products> read_products(const PropertyContext& context, const JsonValue& value, std::string_view key);
std::optional<std::array<std::string, 2>> read_sides(const PropertyContext& context, const JsonValue& value,
                                                     std::string_view key);
// Whether the value is an array of two; `of` says of what, in a message.
bool is_pair(JsonReader& reader, const JsonValue& value, std::string_view key, std::string_view of);
void check_missing(JsonReader& reader, const JsonValue& object, std::string_view key,
                   const PropertyConditions& conditions);
// Of an object of several files laid over one another, what a mistake about a key and others is due to: what a later file
// says of a key that the message names, or of any, if there is one such file; else the key's own value. Without the
// later file all was right.
const JsonValue& cause_of(const JsonValue& object, std::string_view key, std::string_view message);
bool check_conditions(JsonReader& reader, const JsonValue& object, const JsonValue& value, std::string_view key,
                      const PropertyConditions& conditions);

// The keys that an object of this table may have; of cases those of the word that the object has, or of all words where
// it has none of them.
template <class Rows>
void add_keys(const Rows& rows, const JsonValue& object, std::vector<std::string_view>& keys);

template <class Kind, class Check, class Default>
void add_row_keys(const Property<Kind, Check, Default>& row, const JsonValue&, std::vector<std::string_view>& keys) {
  keys.push_back(row.key);
}
template <class Rows, class From, class Into>
void add_row_keys(const Inline<Rows, From, Into>& row, const JsonValue& object, std::vector<std::string_view>& keys) {
  add_keys(row.rows, object, keys);
}
template <class Member, class... Tables, class Check, class Default>
void add_row_keys(const Property<Cases<Member, Tables...>, Check, Default>& row, const JsonValue& object,
                  std::vector<std::string_view>& keys) {
  keys.push_back(row.key);
  const JsonValue* const word = object.find(row.key);
  const auto& words = row.kind.words;
  const bool is_known = word && std::find(words.begin(), words.end(), word->string()) != words.end();
  size_t index = 0;
  const auto add = [&](const auto& table) {
    if (!is_known || word->string() == words[index]) add_keys(table, object, keys);
    ++index;
  };
  std::apply([&](const auto&... table) { (add(table), ...); }, row.kind.tables);
}

template <class Rows>
void add_keys(const Rows& rows, const JsonValue& object, std::vector<std::string_view>& keys) {
  std::apply([&](const auto&... row) { (add_row_keys(row, object, keys), ...); }, rows);
}

template <class Rows>
std::vector<std::string_view> keys_of(const Rows& rows, const JsonValue& object = {}) {
  std::vector<std::string_view> keys;
  add_keys(rows, object, keys);
  return keys;
}

// Reads an object into its owner. Unknown keys are the caller's: JsonReader::check_keys(object, keys_of(rows, object)).
template <class Rows, class Owner>
void read_properties(const PropertyContext& context, const JsonValue& object, const Rows& rows, Owner& owner);

// --- A value of each kind. False: it was reported, and the member stays as it is.

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key, const Flag<Member>& kind,
                Owner& owner) {
  if (!context.reader.expect(value, JsonValue::Type::kBoolean, key)) return false;
  store(std::invoke(kind.member, owner), value.boolean);
  return true;
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key, const Whole<Member>& kind,
                Owner& owner) {
  const auto number = context.reader.whole_number(value, key, kind.least, kind.most);
  if (number) store(std::invoke(kind.member, owner), *number);
  return number.has_value();
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key, const Real<Member>& kind,
                Owner& owner) {
  const auto number = context.reader.number(value, key, kind.least, kind.most);
  if (number) store(std::invoke(kind.member, owner), *number);
  return number.has_value();
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key, const Fixed<Member>& kind,
                Owner& owner) {
  const auto number = context.reader.number(value, key, kind.least, kind.most);
  // What is little is not nothing.
  const auto steps_of = [&](double wanted) {
    const double steps = std::floor(wanted * kind.steps + 0.5);
    return steps == 0 && wanted != 0 ? std::copysign(1.0, wanted) : steps;
  };
  if (number) store(std::invoke(kind.member, owner), steps_of(*number));
  return number.has_value();
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key, const Text<Member>& kind,
                Owner& owner) {
  if (!context.reader.expect(value, JsonValue::Type::kString, key)) return false;
  std::invoke(kind.member, owner) = value.string();
  return true;
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key, const Texts<Member>& kind,
                Owner& owner) {
  auto texts = read_texts(context.reader, value, key, kind.most);
  if (texts) std::invoke(kind.member, owner) = std::move(*texts);
  return texts.has_value();
}

template <class Member>
void store_word(Member& member, std::span<const std::string_view> words, size_t index) {
  if constexpr (std::is_same_v<Member, std::string>)
    member = words[index];
  else
    member = static_cast<Member>(index);
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key, const OneOf<Member>& kind,
                Owner& owner) {
  const auto index = read_word(context.reader, value, key, kind.words);
  if (index) store_word(std::invoke(kind.member, owner), kind.words, *index);
  return index.has_value();
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key,
                const HexColour<Member>& kind, Owner& owner) {
  const auto colour = read_colour(context.reader, value, key);
  if (colour) std::invoke(kind.member, owner) = *colour;
  return colour.has_value();
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key,
                const WholePair<Member>& kind, Owner& owner) {
  const auto numbers = context.reader.whole_numbers(value, key, 2, kind.least, kind.most);
  if (!numbers) return false;
  auto& [first, second] = std::invoke(kind.member, owner);
  store(first, (*numbers)[0]);
  store(second, (*numbers)[1]);
  return true;
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key,
                const RealPair<Member>& kind, Owner& owner) {
  const auto numbers = read_real_pair(context.reader, value, key, kind.least, kind.most, kind.unit);
  if (!numbers) return false;
  auto& [first, second] = std::invoke(kind.member, owner).emplace();
  first = (*numbers)[0];
  second = (*numbers)[1];
  return true;
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key,
                const MaterialName<Member>& kind, Owner& owner) {
  if (!context.reader.expect(value, JsonValue::Type::kString, key)) return false;
  if (!is_material_name(value.string())) {
    context.reader.report(value, "the name " + in_quotes(value.string()) + " must be made of up to " +
                                     std::to_string(kMaxNameLength) + " of the letters a-z, digits, - and _");
    return false;
  }
  std::invoke(kind.member, owner) = value.string();
  return true;
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key,
                const OtherMaterial<Member>& kind, Owner& owner) {
  const auto id = read_other_material(context, value, key);
  if (id) std::invoke(kind.member, owner) = *id;
  return id.has_value();
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key,
                const Rarities<Member>& kind, Owner& owner) {
  auto rarities = read_rarities(context, value, key);
  if (rarities) std::invoke(kind.member, owner) = std::move(*rarities);
  return rarities.has_value();
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key, const Tags<Member>& kind,
                Owner& owner) {
  auto tags = read_tags(context.reader, value, key);
  if (tags) std::invoke(kind.member, owner) = std::move(*tags);
  return tags.has_value();
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key,
                const Becomes<Member>& kind, Owner& owner) {
  auto products = read_products(context, value, key);
  if (products && products->empty()) {
    context.reader.report(value, in_quotes(key) +
                                     " is the material itself, so nothing changes: leave it out, or weigh "
                                     "\"same\" against others");
    return false;
  }
  if (products) std::invoke(kind.member, owner) = std::move(*products);
  return products.has_value();
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key, const Sides<Member>& kind,
                Owner& owner) {
  auto sides = read_sides(context, value, key);
  if (sides) std::invoke(kind.member, owner) = std::move(*sides);
  return sides.has_value();
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key,
                const BothBecome<Member>& kind, Owner& owner) {
  if (!is_pair(context.reader, value, key, "what becomes of the first and of the second")) return false;
  auto first = read_products(context, value.items()[0], key);
  auto second = read_products(context, value.items()[1], key);
  if (first && second) std::invoke(kind.member, owner) = {std::move(*first), std::move(*second)};
  return first && second;
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key,
                const HeatPair<Member>& kind, Owner& owner) {
  const auto numbers = read_real_pair(context.reader, value, key, -kMostReactionHeat, kMostReactionHeat,
                                      "by how many kelvins the first and the second get warmer");
  for (size_t i = 0; numbers && i < 2; ++i)
    std::invoke(kind.member, owner)[i] = static_cast<int>(std::floor((*numbers)[i] * kUnitsPerKelvin + 0.5));
  return numbers.has_value();
}

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key, const Range<Member>& kind,
                Owner& owner) {
  const auto ends = read_real_pair(context.reader, value, key, kind.least, kind.most, "the least and the most");
  if (!ends) return false;
  if ((*ends)[0] > (*ends)[1]) {
    context.reader.report(value, in_quotes(key) + " must have the least first, then the most");
    return false;
  }
  const auto in_steps = [&](double number) { return static_cast<int>(std::floor(number * kind.steps + 0.5)); };
  std::invoke(kind.member, owner) = {in_steps((*ends)[0]), in_steps((*ends)[1])};
  return true;
}

template <class Owner>
bool read_value(const PropertyContext&, const JsonValue&, std::string_view, const Constant&, Owner&) {
  return true;  // JsonReader::check_format() has seen to it
}

template <class Owner>
bool read_value(const PropertyContext&, const JsonValue&, std::string_view, const Ignored&, Owner&) {
  return true;
}

template <class T>
T& emplaced(T& member) {
  return member;
}
template <class T>
T& emplaced(std::optional<T>& member) {
  return member.emplace();
}

template <class Member, class Rows, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key,
                const Object<Member, Rows>& kind, Owner& owner) {
  if (!context.reader.expect(value, JsonValue::Type::kObject, key)) return false;
  context.reader.check_keys(value, keys_of(kind.rows, value));
  read_properties(context, value, kind.rows, emplaced(std::invoke(kind.member, owner)));
  return true;
}

template <class Member, class Rows, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key,
                const List<Member, Rows>& kind, Owner& owner) {
  if (!context.reader.expect(value, JsonValue::Type::kArray, key)) return false;
  if (value.items().size() > kind.most) {
    context.reader.report(value.items()[kind.most],
                          in_quotes(key) + " has more than " + std::to_string(kind.most) + " items");
    return false;
  }
  for (const JsonValue& item : value.items()) {
    auto& item_owner = std::invoke(kind.member, owner).emplace_back();
    if (!context.reader.expect(item, JsonValue::Type::kObject, kind.item)) continue;
    context.reader.check_keys(item, keys_of(kind.rows, item));
    read_properties(context, item, kind.rows, item_owner);
  }
  return true;
}

// --- A default, as a file would have it.

template <class Kind, class Owner, class Value>
void set_default(const Kind& kind, Owner& owner, const Value& value) {
  store(std::invoke(kind.member, owner), value);
}
template <class Member, class Owner>
void set_default(const Fixed<Member>& kind, Owner& owner, double value) {
  store(std::invoke(kind.member, owner), std::floor(value * kind.steps + 0.5));
}

// --- A row, in three passes: constant defaults and what the file says; defaults that follow from that; checks.

template <class Kind, class Check, class Default, class Owner>
bool read_row(const PropertyContext& context, const JsonValue& object, const Property<Kind, Check, Default>& row,
              Owner& owner) {
  if constexpr (!std::is_same_v<Default, Nothing> && !std::is_invocable_v<Default, const Owner&>)
    if (row.conditions.needs.empty() || object.find(row.conditions.needs)) set_default(row.kind, owner, row.fallback);
  const JsonValue* const value = object.find(row.key);
  if (!value) {
    check_missing(context.reader, object, row.key, row.conditions);
    return false;
  }
  return check_conditions(context.reader, object, *value, row.key, row.conditions) &&
         read_value(context, *value, row.key, row.kind, owner);
}
template <class Member, class... Tables, class Check, class Default, class Owner>
bool read_row(const PropertyContext& context, const JsonValue& object,
              const Property<Cases<Member, Tables...>, Check, Default>& row, Owner& owner) {
  const JsonValue* const value = object.find(row.key);
  if (!value) {
    check_missing(context.reader, object, row.key, row.conditions);
    return false;
  }
  const auto chosen = read_case(context.reader, *value, row.key, row.kind.words);
  if (!chosen) return false;
  store_word(std::invoke(row.kind.member, owner), row.kind.words, *chosen);
  size_t index = 0;
  const auto read = [&](const auto& table) {
    if (index++ == *chosen) read_properties(context, object, table, owner);
  };
  std::apply([&](const auto&... table) { (read(table), ...); }, row.kind.tables);
  return true;
}
template <class Rows, class From, class Into, class Owner>
bool read_row(const PropertyContext& context, const JsonValue& object, const Inline<Rows, From, Into>& row,
              Owner& owner) {
  auto inner = row.from(std::as_const(owner));
  read_properties(context, object, row.rows, inner);
  row.into(owner, inner);
  return true;
}

template <class Kind, class Check, class Default, class Owner>
void finish_row(const JsonValue& object, const Property<Kind, Check, Default>& row, Owner& owner, bool was_read) {
  if constexpr (std::is_invocable_v<Default, const Owner&>)
    if (!was_read && (row.conditions.needs.empty() || object.find(row.conditions.needs)))
      set_default(row.kind, owner, row.fallback(std::as_const(owner)));
}
template <class Rows, class From, class Into, class Owner>
void finish_row(const JsonValue&, const Inline<Rows, From, Into>&, Owner&, bool) {}

template <class Kind, class Check, class Default, class Owner>
void check_row(JsonReader& reader, const JsonValue& object, const Property<Kind, Check, Default>& row,
               const Owner& owner, bool was_read) {
  if constexpr (!std::is_same_v<Check, Nothing>) {
    if (!was_read) return;
    const std::string message = row.check(owner);
    if (!message.empty()) reader.report(cause_of(object, row.key, message), message);
  }
}
template <class Rows, class From, class Into, class Owner>
void check_row(JsonReader&, const JsonValue&, const Inline<Rows, From, Into>&, const Owner&, bool) {}

template <class Rows, class Owner>
void read_properties(const PropertyContext& context, const JsonValue& object, const Rows& rows, Owner& owner) {
  std::array<bool, std::tuple_size_v<Rows>> was_read{};
  size_t index = 0;
  std::apply([&](const auto&... row) { ((was_read[index++] = read_row(context, object, row, owner)), ...); }, rows);
  index = 0;
  std::apply([&](const auto&... row) { (finish_row(object, row, owner, was_read[index++]), ...); }, rows);
  index = 0;
  std::apply([&](const auto&... row) { (check_row(context.reader, object, row, owner, was_read[index++]), ...); },
             rows);
}

}  // namespace quicksand
