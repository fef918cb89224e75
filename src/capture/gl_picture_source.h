// The picture that the window would show, drawn with OpenGL but without a window. Not in a program without
// QUICKSAND_WINDOW.
#pragma once

#include "capture/picture_source.h"
#include "render/world_renderer.h"

namespace quicksand {

// The whole world, a pixel a cell, or one every n cells where the world is large; in the fancy view `detail` pixels
// along the side of each. `trail` as in look_at().
Image draw_whole_world(WorldRenderer& renderer, const World& world, const Looks& looks, const View& view,
                       const MotionTrail* trail, int detail);

// Draws pictures with a renderer of its own. Needs no display. Fails where there is no OpenGL 3.3.
Result<PictureSource> make_gl_picture_source(const Effects& effects, int detail);

}  // namespace quicksand
