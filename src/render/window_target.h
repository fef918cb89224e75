// The window as what is drawn into. For those who draw with WorldRenderer and call no OpenGL themselves.
#pragma once

#include "core/geometry.h"
#include "view/camera.h"
#include "view/colour.h"
#include "view/image.h"

namespace quicksand {

// The first line of a shader for the current OpenGL context; the text of the game's is OpenGL's and OpenGL ES's but for
// it.
const char* shader_version();

// What is drawn next goes into the window of the current OpenGL context, which has this many pixels.
void aim_at_window(GridSize pixels);

// Fills all of it.
void clear_window(const Colour& colour);

// Fills a part of it, as far as that lies in the window of so many pixels; the part's y counts from the top.
void fill_in_window(GridSize pixels, const CellRect& part, const Colour& colour);

// What has been drawn into a part of it, as far as that lies in the window; the part's row 0 is at the top.
Image read_window(GridSize pixels, const PixelRect& part);

// Draws a picture into the window of so many pixels, its upper left corner there, as far as it lies in it.
void draw_in_window(const Image& picture, const Point& corner, GridSize pixels);

// Whether the current OpenGL context has no graphics card behind it, so that what is drawn costs the processor's time.
bool draws_with_processor();

// The current OpenGL context has lost all that it held, because the graphics card was reset: nothing that is drawn in
// it is seen any more, and another one has to take its place. Some drivers never tell.
bool has_lost_context();

// Waits until everything drawn so far is finished, so that drawing can be timed.
void finish_drawing();

}  // namespace quicksand
