// What a player may set of a world of dunes while it runs (io/world_kind.h).
#pragma once

#include <memory>
#include <span>

#include "dunes/dune_settings.h"
#include "io/world_kind.h"

namespace quicksand {

std::span<const WorldNumber> dunes_numbers();
const WorldDial& dunes_dial();

// Sand does not fly farther than the world is long.
int longest_hop(const WindSettings& wind, GridSize world);

std::shared_ptr<WorldSettings> copy_of_dunes(const WorldSettings& settings);

}  // namespace quicksand
