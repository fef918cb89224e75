// Planes as picture files for scripts: 8-bit binary PGM, one pixel a cell, the value as it is.
#pragma once

#include <string>

#include "core/plane.h"

namespace quicksand {

std::string encode_pgm(const Plane<uint8_t>& plane);

}  // namespace quicksand
