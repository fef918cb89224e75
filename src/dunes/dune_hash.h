// The state hash of a dunes world: all that its future depends on.
#pragma once

#include <cstdint>

#include "dunes/dune_palette.h"
#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"

namespace quicksand {

uint64_t hash_dunes(const DuneState& state, const DuneSettings& settings, const DunePalette& palette);

}  // namespace quicksand
