// All that materials become, one by one: by themselves, by heat and fire, by charge and blows, and where they meet. For
// people, who want to know what a material does and what makes it; rules have tables of their own (reaction_table.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/cells/material_table.h"

namespace quicksand {

struct Transformation {
  MaterialId material = kVoid;        // what changes
  std::optional<MaterialId> partner;  // what it meets; none: it is by itself
  Products into;                      // what becomes of it; none: it stays
  Products partner_into;              // and of the partner
  std::string cause;                  // one or two words: "heat", "fire"; "meets" with a partner
  std::string how;                    // the rest, in a line: "above 100 °C", "half of it in 2 s, only when it is wet"

  bool operator==(const Transformation&) const = default;
};

// Of this material, in the order in which a file says them; reactions with a partner last, by partner. A reaction of a
// material is there from its side, whichever side the file has it on.
std::vector<Transformation> transformations_of(const MaterialTable& table, MaterialId id);

// The same of each material of the table, which is faster than to ask for one after the other.
std::vector<std::vector<Transformation>> all_transformations(const MaterialTable& table);

// Those that make this material, of all materials; each once.
std::vector<Transformation> transformations_into(const MaterialTable& table, MaterialId id);

}  // namespace quicksand
