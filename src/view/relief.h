// The look of a height field from above: a relief under a low sun.
//
// A world that is seen from above is drawn like this in the modes that show materials as they are. One of its planes
// may be a surface, and it may have planes of numbers "ground" and "flight"; without a surface it is a map of flat
// colours. Each column is lit by the slope of the surface around it, darkened where something stands between it and the
// sun, and where it lies in a hollow. Sand that is thin lets the ground show through; wet sand is darker, and soaked sand
// shines blue. Where the surface is higher than the plane "height" a body stands, in a colour of its own. Sand that flies
// is a haze, and single grains in the air are specks with a shadow.
#pragma once

#include "core/parallel.h"
#include "core/world.h"
#include "view/cell_window.h"
#include "view/display_mode.h"
#include "view/image.h"
#include "view/look.h"

namespace quicksand {

bool has_relief(const World& world, const View& view);

// A rectangle of the world, which has_relief(): every step-th column, each `detail` pixels wide and high; between
// columns colours are interpolated.
Image relief_picture(const World& world, const Looks& looks, const CellRect& rect, int step, int detail,
                     Parallel& parallel);

}  // namespace quicksand
