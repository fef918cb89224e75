// Writes owners as JSON by tables of properties (core/property.h); read_properties() reads it back. Everything is
// written that a file can say, also where it equals its default, so that a file means the same when a default changes.
#pragma once

#include "core/property.h"
#include "io/json_text.h"
#include "sim/cells/material_properties.h"
#include "sim/cells/reaction_properties.h"
#include "view/look.h"

namespace quicksand {

template <class Rows, class Owner>
void write_properties(const Rows& rows, const Owner& owner, Json& object, std::span<const std::string> names = {});

// The parts that need no types, as every property is of a type of its own.
Json pair_as_json(int64_t first, int64_t second);
Json pair_as_json(double first, double second);
Json colour_as_json(Rgb colour);
Json tags_as_json(const std::vector<std::string>& tags);
Json rarities_as_json(const std::vector<Dissolves>& rarities, std::span<const std::string> names);
Json products_as_json(const Products& products, std::span<const std::string> names);
Json both_as_json(const std::array<Products, 2>& products, std::span<const std::string> names);
Json heat_as_json(const std::array<int, 2>& heat);
// Unless it is null.
void put_value(std::string_view key, Json value, Json& object);
// What says nothing beside, or without, another key is left out.
void drop_idle(std::string_view key, const PropertyConditions& conditions, Json& object);

// --- The value of each kind. Null: there is nothing to write. `names` are of the file's materials, by number.

template <class Kind, class Owner>
Json write_value(const Kind& kind, const Owner& owner, std::span<const std::string>) {
  const auto& member = std::invoke(kind.member, owner);
  return is_present(member) ? Json(present_value(member)) : Json();
}

// A number that a file cannot hold is one that has not been set.
template <class Member, class Owner>
Json write_value(const Whole<Member>& kind, const Owner& owner, std::span<const std::string>) {
  const auto& member = std::invoke(kind.member, owner);
  if (!is_present(member)) return nullptr;
  const auto value = static_cast<int64_t>(present_value(member));
  return value < kind.least || value > kind.most ? Json() : Json(value);
}

template <class Member, class Owner>
Json write_value(const Real<Member>& kind, const Owner& owner, std::span<const std::string>) {
  const auto& member = std::invoke(kind.member, owner);
  return is_present(member) ? Json(present_value(member)) : Json();
}

template <class Member, class Owner>
Json write_value(const Fixed<Member>& kind, const Owner& owner, std::span<const std::string>) {
  const auto& member = std::invoke(kind.member, owner);
  return is_present(member) ? Json(static_cast<double>(present_value(member)) / kind.steps) : Json();
}

template <class Member>
std::string_view word_of(const Member& member, std::span<const std::string_view> words) {
  if constexpr (std::is_same_v<Member, std::string>)
    return member;
  else
    return words[static_cast<size_t>(member)];
}

template <class Member, class Owner>
Json write_value(const OneOf<Member>& kind, const Owner& owner, std::span<const std::string>) {
  return word_of(std::invoke(kind.member, owner), kind.words);
}

template <class Member, class Owner>
Json write_value(const HexColour<Member>& kind, const Owner& owner, std::span<const std::string>) {
  return colour_as_json(std::invoke(kind.member, owner));
}

template <class Member, class Owner>
Json write_value(const WholePair<Member>& kind, const Owner& owner, std::span<const std::string>) {
  const auto& [first, second] = std::invoke(kind.member, owner);
  return pair_as_json(int64_t{first}, int64_t{second});
}

template <class Member, class Owner>
Json write_value(const RealPair<Member>& kind, const Owner& owner, std::span<const std::string>) {
  const auto& member = std::invoke(kind.member, owner);
  if (!member) return nullptr;
  const auto& [first, second] = *member;
  return pair_as_json(double{first}, double{second});
}

template <class Member, class Owner>
Json write_value(const OtherMaterial<Member>& kind, const Owner& owner, std::span<const std::string> names) {
  const MaterialId id = std::invoke(kind.member, owner);
  return id == kVoid ? Json() : Json(names[id]);
}

template <class Member, class Owner>
Json write_value(const Rarities<Member>& kind, const Owner& owner, std::span<const std::string> names) {
  return rarities_as_json(std::invoke(kind.member, owner), names);
}

template <class Member, class Owner>
Json write_value(const Texts<Member>& kind, const Owner& owner, std::span<const std::string>) {
  return std::invoke(kind.member, owner);
}

template <class Member, class Owner>
Json write_value(const Tags<Member>& kind, const Owner& owner, std::span<const std::string>) {
  return tags_as_json(std::invoke(kind.member, owner));
}

template <class Member, class Owner>
Json write_value(const Becomes<Member>& kind, const Owner& owner, std::span<const std::string> names) {
  const Products& products = std::invoke(kind.member, owner);
  return products.empty() ? Json() : products_as_json(products, names);
}

template <class Member, class Owner>
Json write_value(const Sides<Member>& kind, const Owner& owner, std::span<const std::string>) {
  return std::invoke(kind.member, owner);
}

template <class Member, class Owner>
Json write_value(const BothBecome<Member>& kind, const Owner& owner, std::span<const std::string> names) {
  return both_as_json(std::invoke(kind.member, owner), names);
}

template <class Member, class Owner>
Json write_value(const HeatPair<Member>& kind, const Owner& owner, std::span<const std::string>) {
  return heat_as_json(std::invoke(kind.member, owner));
}

template <class Member, class Owner>
Json write_value(const Range<Member>& kind, const Owner& owner, std::span<const std::string>) {
  const auto& range = std::invoke(kind.member, owner);
  if (!range) return nullptr;
  return pair_as_json((*range)[0] / kind.steps, (*range)[1] / kind.steps);
}

template <class Owner>
Json write_value(const Constant& kind, const Owner&, std::span<const std::string>) {
  return kind.value;
}

template <class Owner>
Json write_value(const Ignored&, const Owner&, std::span<const std::string>) {
  return nullptr;
}

template <class Member, class Rows, class Owner>
Json write_value(const Object<Member, Rows>& kind, const Owner& owner, std::span<const std::string> names) {
  const auto& member = std::invoke(kind.member, owner);
  if (!is_present(member)) return nullptr;
  Json object = Json::object();
  write_properties(kind.rows, present_value(member), object, names);
  return object;
}

template <class Member, class Rows, class Owner>
Json write_value(const List<Member, Rows>& kind, const Owner& owner, std::span<const std::string> names) {
  Json list;
  for (const auto& item : std::invoke(kind.member, owner))
    write_properties(kind.rows, item, list.emplace_back(Json::object()), names);
  return list;
}

// --- A row.

template <class Kind, class Check, class Default, class Owner>
void write_row(const Property<Kind, Check, Default>& row, const Owner& owner, Json& object,
               std::span<const std::string> names) {
  put_value(row.key, write_value(row.kind, owner, names), object);
}
// A list of none is left out, unless a file is wrong without it.
template <class Member, class Rows, class Check, class Default, class Owner>
void write_row(const Property<List<Member, Rows>, Check, Default>& row, const Owner& owner, Json& object,
               std::span<const std::string> names) {
  const Json list = write_value(row.kind, owner, names);
  put_value(row.key, list.is_null() && row.conditions.required ? Json::array() : list, object);
}
template <class Member, class... Tables, class Check, class Default, class Owner>
void write_row(const Property<Cases<Member, Tables...>, Check, Default>& row, const Owner& owner, Json& object,
               std::span<const std::string> names) {
  const std::string_view word = word_of(std::invoke(row.kind.member, owner), row.kind.words);
  put_value(row.key, word, object);
  size_t index = 0;
  const auto write = [&](const auto& table) {
    if (row.kind.words[index++] == word) write_properties(table, owner, object, names);
  };
  std::apply([&](const auto&... table) { (write(table), ...); }, row.kind.tables);
}
template <class Rows, class From, class Into, class Owner>
void write_row(const Inline<Rows, From, Into>& row, const Owner& owner, Json& object,
               std::span<const std::string> names) {
  write_properties(row.rows, row.from(owner), object, names);
}

template <class Kind, class Check, class Default>
void drop_row(const Property<Kind, Check, Default>& row, Json& object) {
  drop_idle(row.key, row.conditions, object);
}
template <class Rows, class From, class Into>
void drop_row(const Inline<Rows, From, Into>&, Json&) {}

template <class Rows, class Owner>
void write_properties(const Rows& rows, const Owner& owner, Json& object, std::span<const std::string> names) {
  std::apply([&](const auto&... row) { (write_row(row, owner, object, names), ...); }, rows);
  std::apply([&](const auto&... row) { (drop_row(row, object), ...); }, rows);
}

}  // namespace quicksand
