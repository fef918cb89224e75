// The plain look: how a sampled cell gets its colour. shaders/cells.frag computes the same on the GPU; a test holds
// the two together.
//
//   grains   the material's colour, moved by the grain's tint, darker the wetter it is, lit from the sky: darker the
//            more lies above
//   liquids  the same, and bright along the surface
//   gases    haze over the background, the denser the more gas there is around
//   void     a background that darkens downward
//
// The modes density and wetness show a number of each cell instead. A cell with a mark is drawn in greys of its colour:
// active ones orange, frozen ones bluish, sleeping ones dark.
#pragma once

#include "view/cell_window.h"
#include "view/image.h"
#include "view/look.h"

namespace quicksand {

// The colour of a material with this wetness: darker, smoothly.
Rgb wet_colour(Rgb dry, uint8_t wetness);

// One pixel for each sample of the window.
Image shade(const CellWindow& window, const Looks& looks);

// The whole world as the player sees it in a display mode. One pixel a cell, or one every n cells where the world is
// larger than `limit` along a side.
Image world_picture(const World& world, const Looks& looks, DisplayMode mode = DisplayMode::kPlain, int limit = 4096);

}  // namespace quicksand
