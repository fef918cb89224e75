// A state under other materials: for saves, snapshots and material files that outlive the table that they were made
// with. Numbers of materials mean something together with their table only; names last.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/cells/material_table.h"
#include "sim/cells/state.h"

namespace quicksand {

// Those of these names, of the state's materials by their numbers, of which anything in it is made.
std::vector<std::string> names_in(const SandboxState& state, std::span<const std::string> names);

// For each of these names, of the state's materials by their numbers, its number in the table. A name that nothing in the
// state is made of may be missing there and counts as void; none: something is made of one that is missing.
std::optional<std::vector<MaterialId>> match_materials(const SandboxState& state, std::span<const std::string> names,
                                                       const MaterialTable& table);

// Gives every cell and grain the material ids[its number], which `table` has. All numbers in the state must be below
// ids.size(). What becomes void is empty; what is wetter than its material can be holds as much as it can, and what burns
// or is charged for longer than it can does so for as long as it can. Returns none; or, if some of the grains could not
// fly under the table, one of their new materials, and nothing has changed.
std::optional<MaterialId> remap_materials(SandboxState& state, std::span<const MaterialId> ids,
                                          const MaterialTable& table);

}  // namespace quicksand
