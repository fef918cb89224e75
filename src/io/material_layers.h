// A set of materials that is made of several files: a set that extends another, and mods over both.
//
// Files are laid one over the other as JSON, before anything is read of it. A material of a name that there is already
// is changed key by key: what stands in the upper file counts, and null takes a key away; so do the keys of "burns" and
// other objects. A new name is a new material; a mod's own become "mod:name", wherever the mod names them. Tags gain
// members. Reactions are added behind those that there are; one with "then": null takes those of the same two away.
//
// When all layers lie, "inherits" is followed: a material has all keys of the other that it does not have itself, but
// for its name, label and description.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/json_reader.h"

namespace quicksand {

struct MaterialLayer {
  std::string file;           // for messages
  std::string mod;            // the name that its materials get; empty: none
  JsonValue document;         // its places have the layer's number as their source
  // Its materials must be there, but for those that are made here by what they inherit; and a key of theirs takes away
  // those that exclude it.
  bool only_changes = false;
};

struct LayeredMaterials {
  JsonValue document;
  std::vector<std::string> files;    // of the places in it, by their sources
  std::vector<std::string> history;  // who changed what, a line each: "sand: density changed by a/materials.json:4:12"
};

// From the lowest on; at least one. Fails where a layer is no such document, or inherits what there is not, or from
// itself.
Result<LayeredMaterials> lay_materials(std::vector<MaterialLayer> layers);

// Keys of materials that cannot stand beside this one.
std::vector<std::string_view> keys_that_exclude(std::string_view key);

}  // namespace quicksand
