// Material files: "quicksand-materials/1".
//
//   {
//     "format": "quicksand-materials/1",
//     "background": "#0c0f16",            // the colour of void
//     "materials": [
//       {"name": "sand", "category": "powders", "description": "…", "colour": "#d9b65c", "grain": 0.2,
//        "density": 200, "friction": 2, "liquid": false, "static": false, "fades": 0, "dissolves": {"dirt": 300}}
//     ]
//   }
//
// io/material_format.h has a row for each key. `void` and `wall` are built in. Only "name", "colour" and "density" (for
// what moves) must be there.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "io/material_layers.h"
#include "sim/cells/material_table.h"
#include "view/look.h"

namespace quicksand {

inline constexpr std::string_view kMaterialFormat = "quicksand-materials/1";

struct MaterialSet {
  std::string name;  // as --materials takes it
  std::string title;  // one line for menus; may be empty
  std::shared_ptr<const MaterialTable> table;
  Looks looks;  // indexed by MaterialId
  std::vector<std::string> history;   // who changed what, where several files make the set: material_layers.h
  std::vector<std::string> placeholders;  // those that no file describes: placeholders.h
  std::vector<Diagnostic> warnings;   // what is no mistake, but does nothing: rules that cannot fire
};

// So many tags the materials of a file, or of files that are laid over one another, may have in all.
inline constexpr size_t kMostTags = 4096;

// Reads the text of a material file that stands by itself. Names every mistake; `file` is used in messages.
Result<MaterialSet> parse_materials(std::string_view text, const std::string& file);

// Reads a set that is made of several files.
Result<MaterialSet> parse_materials(std::vector<MaterialLayer> layers);

// The set as the text of a file that parse_materials() reads back.
std::string material_text(const MaterialSet& set);

// The JSON Schemas of material files, and of what a mod lays over them.
std::string material_schema();
std::string layer_schema();

}  // namespace quicksand
