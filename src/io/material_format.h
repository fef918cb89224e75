// The keys of a material file, as tables of properties (core/property.h).
#pragma once

#include <vector>

#include "core/property.h"
#include "io/material_file.h"
#include "sim/cells/material_properties.h"
#include "view/look.h"

namespace quicksand {

struct MaterialEntry {
  Material material;
  MaterialLook look;
};

struct MaterialFile {
  Rgb background = kDefaultBackground;
  std::vector<MaterialEntry> materials;  // without void and wall
};

// A look's defaults depend on what the file says of its phase.
inline MaterialLook look_of(const MaterialEntry& entry) {
  MaterialLook look = entry.look;
  look.liquid = entry.material.liquid;
  look.gas = entry.material.density < 0;
  look.rigid = entry.material.is_static;
  return look;
}

inline constexpr std::tuple kMaterialEntryProperties{
    Inline{kMaterialProperties, [](const MaterialEntry& entry) { return entry.material; },
           [](MaterialEntry& entry, const Material& material) { entry.material = material; }},
    Inline{kLookProperties, look_of, [](MaterialEntry& entry, const MaterialLook& look) { entry.look = look; }}};

inline constexpr std::tuple kMaterialFileProperties{
    Property{"$schema", Ignored{}, "for editors: the schema of this file"},
    Property{"format", Constant{kMaterialFormat}, "what kind of file this is"}.required(),
    Property{"background", HexColour{&MaterialFile::background}, "the colour of void, the empty cell"},
    Property{"materials", List{&MaterialFile::materials, kMaterialEntryProperties, "a material"},
             "the materials, at most 253; void and wall are built in"}
        .required()};

}  // namespace quicksand
