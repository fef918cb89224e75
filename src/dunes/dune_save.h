// A dunes world's state as bytes, for saves: heights, ground and flight, row after row, then what is in the air.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dunes/dune_state.h"

namespace quicksand {

std::string pack_dunes(const DuneState& state);

// How many bytes these are at most, of a world of that size.
size_t most_packed_dunes(GridSize size);

// Into a state of the right size; its wetness, seed and tick are not in the bytes. False: they do not fit, or hold what
// cannot be.
bool unpack_dunes(std::string_view bytes, DuneState& state);

}  // namespace quicksand
