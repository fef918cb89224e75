// Any picture as a world: each pixel becomes the palette entry of the nearest colour.
#pragma once

#include <cstdint>
#include <vector>

#include "view/image.h"
#include "view/look.h"

namespace quicksand {

// Entries, row-major, one a pixel. Transparent pixels (alpha below 128) become entry 0.
std::vector<uint8_t> nearest_entries(const Image& image, const Looks& looks);

}  // namespace quicksand
