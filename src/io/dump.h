// Planes as picture files for scripts, one pixel a cell: bytes as 8-bit binary PGM, numbers as PFM, the values as they
// are.
#pragma once

#include <string>

#include "core/plane.h"

namespace quicksand {

std::string encode_pgm(const Plane<uint8_t>& plane);

// A plane in fixed point as a portable float map: 32-bit floats, little-endian, the lowest row first.
std::string encode_pfm(const Plane<int32_t>& plane, int32_t one);

}  // namespace quicksand
