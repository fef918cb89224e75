// The picture that the window would show, drawn with OpenGL but without a window.
#pragma once

#include <functional>

#include "core/result.h"
#include "core/world.h"
#include "render/world_renderer.h"
#include "view/display_mode.h"
#include "view/image.h"
#include "view/look.h"

namespace quicksand {

// The whole world, one pixel a cell, or one every n cells where the world is large, in the finest light.
Image draw_whole_world(WorldRenderer& renderer, const World& world, DisplayMode mode);

// Draws pictures with a renderer of its own, which it makes for the first one. Needs no display. Fails where there is
// no OpenGL 3.3.
std::function<Result<Image>(const World&, const Looks&, DisplayMode)> make_gl_painter();

}  // namespace quicksand
