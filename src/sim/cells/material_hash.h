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
void add_to_hash(StateHasher& hasher, const Material& material, const Kind& kind) {
  hasher.add(static_cast<uint64_t>(std::invoke(kind.member, material)));
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
uint64_t material_hash(const std::vector<Material>& materials, const Rows& rows, size_t always) {
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
  return hasher.value();
}

}  // namespace quicksand
