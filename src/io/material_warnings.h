// What a material file says that is no mistake, but never does anything.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "io/json_document.h"
#include "io/material_format.h"

namespace quicksand {

// Reactions that can never take place. `list` is where they stand, in `files` by their sources; tags have been given.
std::vector<Diagnostic> find_idle_reactions(const MaterialFile& file, const JsonValue& list,
                                            const std::vector<std::string>& files);

}  // namespace quicksand
