// The window as what is drawn into. For those who draw with WorldRenderer and call no OpenGL themselves.
#pragma once

#include "core/geometry.h"

namespace quicksand {

// What is drawn next goes into the window of the current OpenGL context, which has this many pixels.
void aim_at_window(GridSize pixels);

// Waits until everything drawn so far is finished, so that drawing can be timed.
void finish_drawing();

}  // namespace quicksand
