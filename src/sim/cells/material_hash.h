// The hash of a set of materials, made from the rows of their properties: equal for sets under which every world
// behaves alike, names included.
#pragma once

#include <algorithm>
#include <functional>
#include <tuple>
#include <vector>

#include "core/hash.h"
#include "sim/cells/material_properties.h"

namespace quicksand {

template <class Kind>
void add_to_hash(StateHasher& hasher, const auto& owner, const Kind& kind) {
  const auto& member = std::invoke(kind.member, owner);
  if (is_present(member)) hasher.add(static_cast<uint64_t>(present_value(member)));
}

template <class Member>
void add_to_hash(StateHasher& hasher, const Material& material, const MaterialName<Member>& kind) {
  const std::string& name = std::invoke(kind.member, material);
  hasher.add_bytes(name.data(), name.size());
}

// The order in which a file lists victims has no meaning.
template <class Member>
void add_to_hash(StateHasher& hasher, const Material& material, const Rarities<Member>& kind) {
  std::vector<Dissolves> sorted = std::invoke(kind.member, material);
  std::sort(sorted.begin(), sorted.end(), [](auto& a, auto& b) { return a.victim < b.victim; });
  for (const Dissolves& entry : sorted) hasher.add(uint64_t{entry.victim} << 32 | entry.rarity);
}

// Nor has the order of tags.
template <class Member>
void add_to_hash(StateHasher& hasher, const Material& material, const Tags<Member>& kind) {
  std::vector<std::string> sorted = std::invoke(kind.member, material);
  std::sort(sorted.begin(), sorted.end());
  for (const std::string& tag : sorted) hasher.add_bytes(tag.data(), tag.size());
}

inline void add_number(StateHasher& hasher, double number) { hasher.add_bytes(&number, sizeof(number)); }

inline void add_products(StateHasher& hasher, const Products& products) {
  for (const Product& product : products) hasher.add(uint64_t{product.material} << 32 | product.weight);
}

template <class Member>
void add_to_hash(StateHasher& hasher, const auto& owner, const Real<Member>& kind) {
  const auto& member = std::invoke(kind.member, owner);
  if (is_present(member)) add_number(hasher, present_value(member));
}
template <class Member>
void add_to_hash(StateHasher& hasher, const auto& owner, const Becomes<Member>& kind) {
  add_products(hasher, std::invoke(kind.member, owner));
}
template <class Member>
void add_to_hash(StateHasher& hasher, const auto& owner, const Range<Member>& kind) {
  const auto& range = std::invoke(kind.member, owner);
  if (range)
    for (const int end : *range) hasher.add(static_cast<uint64_t>(end));
}
template <class Member, class Rows>
void add_to_hash(StateHasher& hasher, const Material& material, const Object<Member, Rows>& kind) {
  const auto& part = std::invoke(kind.member, material);
  if (part) std::apply([&](const auto&... row) { (add_to_hash(hasher, *part, row.kind), ...); }, kind.rows);
}

// The order of reactions has a meaning.
inline void add_to_hash(StateHasher& hasher, const Reaction& reaction) {
  for (const std::string& side : reaction.sides) hasher.add_bytes(side.data(), side.size());
  for (const Products& products : reaction.then) {
    hasher.add(products.size());
    add_products(hasher, products);
  }
  add_number(hasher, reaction.per_second.value_or(0));
  add_number(hasher, reaction.half_life.value_or(0));
  hasher.add(static_cast<uint64_t>(reaction.where));
  for (const int heat : reaction.heat) hasher.add(static_cast<uint64_t>(heat));
  for (const auto& range : {reaction.wetness, reaction.temperature}) {
    hasher.add(range.has_value());
    for (const int end : range.value_or(std::array<int, 2>{})) hasher.add(static_cast<uint64_t>(end));
  }
  if (reaction.charged) hasher.add(*reaction.charged ? 1 : 2);
}

template <class Kind>
bool differs_from_none(const Material& material, const Kind& kind) {
  StateHasher own, usual;
  add_to_hash(own, material, kind);
  add_to_hash(usual, Material(), kind);
  return own.value() != usual.value();
}

// The first `always` rows count in every material. Later ones count only where a material differs in them from
// Material(), so that a new property changes no hash of a world that does not use it.
template <class Rows>
uint64_t material_hash(const std::vector<Material>& materials, const Rows& rows, size_t always,
                       const std::vector<Reaction>& reactions = {}) {
  StateHasher hasher;
  for (const Material& material : materials) {
    size_t index = 0;
    const auto add = [&](const auto& row) {
      const bool is_late = index++ >= always;
      if (is_late && !differs_from_none(material, row.kind)) return;
      if (is_late) hasher.add_bytes(row.key.data(), row.key.size());
      add_to_hash(hasher, material, row.kind);
    };
    std::apply([&](const auto&... row) { (add(row), ...); }, rows);
  }
  for (const Reaction& reaction : reactions) add_to_hash(hasher, reaction);
  return hasher.value();
}

}  // namespace quicksand
