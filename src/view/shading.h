// The plain look: how a sampled cell gets its colour. shaders/cells.frag and cell.glsl compute the same on the GPU; tests
// hold the two together.
//
//   grains   the material's colour, moved by the grain's seed, darker the wetter it is, lit from the sky: darker the
//            more lies above
//   liquids  the same, and bright along the surface
//   gases    haze over the background, the denser the more gas there is around
//   void     a background that darkens downward
//
// Modes that show a number of each cell colour it by that, over the grey of this look (overlay.h).
#pragma once

#include <vector>

#include "view/cell_window.h"
#include "view/image.h"
#include "view/look.h"

namespace quicksand {

// The colour of a material with this wetness: darker, smoothly.
Rgb wet_colour(Rgb dry, uint8_t wetness);

// The colours in which a material is drawn, the commonest first: its own, of dry cells all, and of wet ones those of what
// lies buried. Of a gas, which mixes with what is behind it, its own alone.
std::vector<Rgb> shades_of(const MaterialLook& look);

// One pixel for each sample of the window.
Image shade(const CellWindow& window, const Looks& looks);

// The whole world in a view; the fancy one is drawn as the plain one. One pixel a cell, or one every n cells where the
// world is larger than `limit` along a side. `trail` as in look_at().
Image world_picture(const World& world, const Looks& looks, const View& view = {}, const MotionTrail* trail = nullptr,
                    int limit = kLargestPicture);

}  // namespace quicksand
