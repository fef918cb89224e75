// Planes as picture files for scripts, one pixel a cell: bytes as 8-bit binary PGM, numbers as PFM, the values as they
// are. And free grains as a table.
#pragma once

#include <span>
#include <string>

#include "core/plane.h"
#include "core/world.h"

namespace quicksand {

std::string encode_pgm(const Plane<uint8_t>& plane);

// A plane of numbers as a portable float map: 32-bit floats, little-endian, the lowest row first.
std::string encode_pfm(const PlaneView& view);

// Comma-separated, a line for each grain below one with the names of the columns: id (its number, from 0), material, x,
// y (of its middle, in cells), vx, vy (in cells a tick), wetness. Numbers are written so that reading them gives the
// same ones. `names` are those of the world's entries.
std::string encode_grains(const AirborneView& grains, std::span<const std::string> names);

}  // namespace quicksand
