// What a player may set of a world of dunes while it runs (io/world_kind.h).
#pragma once

#include <memory>
#include <span>

#include "io/world_kind.h"

namespace quicksand {

std::span<const WorldNumber> dunes_numbers();
std::shared_ptr<WorldSettings> copy_of_dunes(const WorldSettings& settings);

}  // namespace quicksand
