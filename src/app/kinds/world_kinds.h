// The kinds of world that the game has: the one list of them (io/world_kind.h).
#pragma once

#include <string_view>
#include <vector>

#include "io/world_kind.h"

namespace quicksand {

WorldKinds world_kinds();

// Names of the kernels that this machine runs for any of the kinds, each once: the first kind's, then what others add.
std::vector<std::string_view> kernel_names_of(WorldKinds kinds);

}  // namespace quicksand
