// The keys of a material file, as tables of properties (core/property.h).
#pragma once

#include <string>
#include <vector>

#include "core/property.h"
#include "io/material_file.h"
#include "io/property_reader.h"
#include "io/property_schema.h"
#include "sim/cells/material_properties.h"
#include "sim/cells/reaction_properties.h"
#include "view/look.h"

namespace quicksand {

struct MaterialEntry {
  Material material;
  MaterialLook look;
};

// A tag, and materials that have it.
struct TagGroup {
  std::string tag;
  std::vector<MaterialId> materials;
};

struct MaterialFile {
  std::string title;
  Rgb background = kDefaultBackground;
  std::vector<MaterialEntry> materials;  // without void and wall
  std::vector<TagGroup> tags;            // besides those that materials say of themselves
  std::vector<Reaction> reactions;
};

// An object that lists the materials of a tag; the member is a vector of TagGroups.
template <class Member>
struct TagGroups {
  Member member;
};
template <class Member>
TagGroups(Member) -> TagGroups<Member>;

std::optional<std::vector<TagGroup>> read_tag_groups(const PropertyContext& context, const JsonValue& value,
                                                     std::string_view key);
Json schema_of_tag_groups();

template <class Member, class Owner>
bool read_value(const PropertyContext& context, const JsonValue& value, std::string_view key,
                const TagGroups<Member>& kind, Owner& owner) {
  auto groups = read_tag_groups(context, value, key);
  if (groups) std::invoke(kind.member, owner) = std::move(*groups);
  return groups.has_value();
}
template <class Member, class Owner>
Json write_value(const TagGroups<Member>& kind, const Owner& owner, std::span<const std::string> names) {
  Json json;
  for (const TagGroup& group : std::invoke(kind.member, owner)) {
    Json& list = json[group.tag] = Json::array();
    for (const MaterialId id : group.materials) list.push_back(names[id]);
  }
  return json;
}
template <class Member, class Owner>
Json schema_value(const TagGroups<Member>&, const Owner&) {
  return schema_of_tag_groups();
}

// A look's defaults depend on what the file says of its phase.
inline MaterialLook look_of(const MaterialEntry& entry) {
  MaterialLook look = entry.look;
  look.liquid = entry.material.liquid;
  look.gas = phase_of(entry.material) == Phase::kGas;
  look.rigid = entry.material.is_static;
  return look;
}

inline constexpr std::tuple kMaterialEntryProperties{
    Property{
        "inherits", Ignored{},
        "another material, all of whose keys it has that it does not have itself, but for name, label and description"},
    Inline{kMaterialProperties, [](const MaterialEntry& entry) { return entry.material; },
           [](MaterialEntry& entry, const Material& material) { entry.material = material; }},
    Inline{kLookProperties, look_of, [](MaterialEntry& entry, const MaterialLook& look) { entry.look = look; }}};

inline constexpr std::tuple kMaterialFileProperties{
    Property{"$schema", Ignored{}, "for editors: the schema of this file"},
    Property{"format", Constant{kMaterialFormat}, "what kind of file this is"}.required(),
    Property{"extends", Ignored{}, "a set of materials, by its name or file, over which this one is laid"},
    Property{"title", Text{&MaterialFile::title}, "one line for menus"},
    Property{"background", HexColour{&MaterialFile::background}, "the colour of void, the empty cell"},
    Property{"materials", List{&MaterialFile::materials, kMaterialEntryProperties, "a material"},
             "the materials, at most 253; void and wall are built in"}
        .required(),
    Property{"tags", TagGroups{&MaterialFile::tags},
             "tags, and for each the materials that have it besides those that say so"},
    Property{"reactions", List{&MaterialFile::reactions, kReactionProperties, "a reaction"},
             "what happens where two materials meet"}};

}  // namespace quicksand
