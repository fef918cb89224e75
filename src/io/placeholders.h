// Placeholders: what stands for a material that a save holds and no file describes. It has the material's name, is grey
// and static, and does nothing; saved again, it is the material again wherever there is a file that describes it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "io/material_file.h"

namespace quicksand {

// Those of the names that the set does not have.
std::vector<std::string> missing_names(const MaterialSet& set, std::span<const std::string> names);

// The set with a placeholder for each of these names behind its materials. Fails where one cannot be a material's name,
// or where there are too many; `file` is used in messages.
Result<MaterialSet> with_placeholders(const MaterialSet& set, std::span<const std::string> names,
                                      const std::string& file);

}  // namespace quicksand
