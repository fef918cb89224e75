#include <set>

#include "sim/cells/material_hash.h"

#include <catch2/catch.hpp>

using namespace quicksand;

namespace {

constexpr MaterialId kSponge = 3;

// Tea, and what takes it up.
std::vector<Material> materials() {
  Material tea;
  tea.name = "tea";
  tea.density = 9;
  tea.liquid = true;
  Material sponge;
  sponge.name = "sponge";
  sponge.density = 20;
  return {Material(), Material(), tea, sponge};
}

uint64_t hash_of(const Material& sponge) {
  std::vector<Material> all = materials();
  all[kSponge] = sponge;
  return material_hash(all, kMaterialProperties, kAlwaysHashed);
}

// Another value than the one that it has.
template <class Kind>
void change(Material& material, const Kind& kind) {
  auto& member = std::invoke(kind.member, material);
  if constexpr (requires { member.reset(); })
    member = 1;
  else
    member = static_cast<std::remove_cvref_t<decltype(member)>>(member + 1);
}
template <class Member>
void change(Material& material, const Flag<Member>& kind) {
  std::invoke(kind.member, material) = !std::invoke(kind.member, material);
}
template <class Member>
void change(Material& material, const MaterialName<Member>& kind) {
  std::invoke(kind.member, material) += "x";
}
template <class Member>
void change(Material& material, const Rarities<Member>& kind) {
  std::invoke(kind.member, material).push_back({2, 5});
}

template <class Member>
void change(Material& material, const Tags<Member>& kind) {
  std::invoke(kind.member, material).push_back("dear");
}
template <class Member>
void change(Material& material, const Becomes<Member>& kind) {
  std::invoke(kind.member, material).push_back({2, 5});
}
template <class Member, class Rows>
void change(Material& material, const Object<Member, Rows>& kind) {
  std::invoke(kind.member, material).emplace();
}

}  // namespace

TEST_CASE("every part of a reaction counts in the hash of its table, and so does the order of reactions") {
  Reaction plain;
  plain.sides = {"tea", "sponge"};
  plain.then = {Products{{kSame, 1}, {kVoid, 2}}, Products{}};
  plain.per_second = 3;
  std::vector<Reaction> changed(12, plain);
  changed[1].sides = {"sponge", "tea"};
  changed[2].then = {Products{}, plain.then[0]};
  changed[3].then[0][1].weight = 3;
  changed[4].then[0][1].material = 2;
  changed[5].per_second = 4;
  changed[6].per_second.reset();
  changed[6].half_life = 3;
  changed[7].where = Where::kAbove;
  changed[8].heat = {8, 0};
  changed[9].heat = {0, 8};
  changed[10].wetness = {{0, 40}};
  changed[11].temperature = {{0, 40}};
  std::set<uint64_t> hashes{material_hash(materials(), kMaterialProperties, kAlwaysHashed)};
  for (const Reaction& reaction : changed)
    hashes.insert(material_hash(materials(), kMaterialProperties, kAlwaysHashed, {reaction}));
  CHECK(hashes.size() == 13);
  const auto hash_of_two = [&](size_t a, size_t b) {
    return material_hash(materials(), kMaterialProperties, kAlwaysHashed, {changed[a], changed[b]});
  };
  CHECK(hash_of_two(1, 2) != hash_of_two(2, 1));
}

TEST_CASE("every property of a material counts in the hash of its table") {
  const Material sponge = materials()[kSponge];
  const auto check = [&](const auto& row) {
    Material changed = sponge;
    change(changed, row.kind);
    INFO(row.key);
    CHECK(hash_of(changed) != hash_of(sponge));
  };
  std::apply([&](const auto&... row) { (check(row), ...); }, kMaterialProperties);
}

TEST_CASE("the order in which victims are listed does not count") {
  Material sponge = materials()[kSponge];
  sponge.dissolves = {{2, 5}, {3, 7}};
  Material other = sponge;
  other.dissolves = {{3, 7}, {2, 5}};
  CHECK(hash_of(sponge) == hash_of(other));
}

TEST_CASE("a property that is added later changes no hash of materials that do without it") {
  const auto later = std::tuple_cat(kMaterialProperties,
                                    std::tuple{Property{"stickiness", Whole{&Material::fades, 0, 10}, "an example"}});
  std::vector<Material> all = materials();
  CHECK(material_hash(all, later, kAlwaysHashed) == material_hash(all, kMaterialProperties, kAlwaysHashed));
  all[kSponge].fades = 7;
  CHECK(material_hash(all, later, kAlwaysHashed) != material_hash(all, kMaterialProperties, kAlwaysHashed));
}
