// Any picture as a world: each pixel becomes the palette entry that is drawn in its colour in the plain view (shades_of()
// in view/shading.h), or else the one of the nearest colour. So a save that has lost its state is nearly what it was.
#pragma once

#include <cstdint>
#include <vector>

#include "view/image.h"
#include "view/look.h"

namespace quicksand {

// Entries, row-major, one a pixel. Transparent pixels (alpha below 128) become entry 0.
std::vector<uint8_t> nearest_entries(const Image& image, const Looks& looks);

}  // namespace quicksand
