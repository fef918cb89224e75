// Whatever draws pictures of whole worlds: the processor (capture/capture.h) or OpenGL (capture/gl_picture_source.h).
#pragma once

#include <functional>

#include "core/result.h"
#include "core/world.h"
#include "view/display_mode.h"
#include "view/image.h"
#include "view/look.h"
#include "view/motion_trail.h"

namespace quicksand {

// Draws the whole world in a view. `trail` as in look_at(). Fails where the source cannot draw.
using PictureSource = std::function<Result<Image>(const World&, const Looks&, const View&, const MotionTrail* trail)>;

}  // namespace quicksand
