// Properties of materials that are other than their files say: --set sand.friction=2, and "set" in a scene.
//
// Each change is a layer over the set and the mods (material_layers.h): it has one material with one key. It must name
// a material that there is, takes away the keys that exclude its own, and wins over those before it. One of the key
// "inherits" may name a new material, which there is from then on: --set red-sand.inherits=sand.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "io/json_reader.h"
#include "io/material_file.h"
#include "io/material_layers.h"
#include "scene/scene.h"

namespace quicksand {

// "sand.friction=2", "acid.dissolves.sand=500", "sand.colour=#ff0000": the value is JSON, where a word may stand
// without its quotes.
Result<MaterialChange> parse_material_change(const std::string& text);

// Puts further changes behind those that there are. Of two of the same path the further one stays.
void add_changes(std::vector<MaterialChange>& changes, const std::vector<MaterialChange>& further);

// `source` becomes that of all places in it.
MaterialLayer layer_of(const MaterialChange& change, int source);

// The set with these changes.
Result<MaterialSet> with_changes(const MaterialSet& set, const std::vector<MaterialChange>& changes);

// So many changes a scene may have, those that the player asks for and makes included.
inline constexpr size_t kMostMaterialChanges = 20'000;

// The changes of an object of paths and values, {"sand.friction": 2}. What is wrong is reported.
std::optional<std::vector<MaterialChange>> read_changes(JsonReader& reader, const JsonValue& value,
                                                        std::string_view key);

}  // namespace quicksand
