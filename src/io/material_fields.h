// The properties of a material for an editor: one field for each row of the tables (core/property.h), with its kind,
// range and value. A row whose kind has no editor of its own here is one whose value is edited as JSON, so what is
// added to the tables shows up by itself.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/json_document.h"
#include "io/material_file.h"

namespace quicksand {

enum class FieldKind : uint8_t {
  kFlag,
  kNumber,  // in a range
  kText,
  kWord,      // one of several
  kColour,    // "#d9b65c"
  kMaterial,  // the name of one
  kProducts,  // the name of a material, void or same, or an object of such names and weights
  kRarities,  // an object of names of materials and whole numbers
  kTags,      // a list of words
  kObject,    // that has fields of its own
  kJson       // anything else
};

struct MaterialField {
  std::string key;
  std::string part;  // of the object under the key; empty: the field is all of the key
  std::string_view help;
  bool is_look = false;        // the picture alone depends on it
  bool is_required = false;    // where the object is, or the material
  bool may_be_absent = false;  // then it is none, and not some default
  FieldKind kind = FieldKind::kJson;
  // Of a number.
  double least = 0;
  double most = 0;
  double steps = 0;  // so many to 1; 0: as fine as there can be
  bool is_whole = false;
  std::span<const std::string_view> words;  // of kWord
  std::string_view needs;                   // a key that is missing, without which this one says nothing
  std::string_view instead;                 // a key that holds in place of this one
  JsonValue value;                          // null: there is none
  std::string json;                         // the same as text; "null"
  std::string first;                        // a value to begin with where there is none, as JSON; empty: unknown
  std::vector<MaterialField> parts;         // of kObject, also where there is no object

  // "friction", "burns.above".
  std::string path() const { return part.empty() ? key : key + "." + part; }
};

// Of each row but the name, in the order of the tables: how it behaves, then how it looks. `id` is of a material that
// the set describes: neither void nor wall.
std::vector<MaterialField> material_fields(const MaterialSet& set, MaterialId id);

}  // namespace quicksand
