// What a material is and does, in a few lines for people.
#pragma once

#include <string>
#include <vector>

#include "sim/cells/material_table.h"

namespace quicksand {

// "liquid, density 100", "freezes below 0 °C", "reacts with acid, salt". By the names of the table. `id` is one of it;
// of void nothing.
std::vector<std::string> material_facts(const MaterialTable& table, MaterialId id);

}  // namespace quicksand
