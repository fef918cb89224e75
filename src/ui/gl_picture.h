// The picture that the window would show, drawn with OpenGL but without a window.
#pragma once

#include "core/result.h"
#include "core/world.h"
#include "render/world_renderer.h"
#include "view/display_mode.h"
#include "view/image.h"
#include "view/look.h"

namespace quicksand {

// The whole world, one pixel a cell, or one every n cells where the world is large, in the finest light.
Image draw_whole_world(WorldRenderer& renderer, const World& world, DisplayMode mode);

// The same with a renderer of its own. Needs no display. Fails where there is no OpenGL 3.3.
Result<Image> gl_picture(const World& world, const Looks& looks, DisplayMode mode);

}  // namespace quicksand
