// Small drawings for tools and buttons, as text: places are in a square of 16 by 16, x to the right and y downwards.
//
//   M x y …   a line through these places       Z   closes it: the first is not said again
//   P x y …   a filled convex shape with these corners
//   C x y r   a circle                          D x y r   a disc
#pragma once

#include <imgui.h>

#include <string_view>

namespace quicksand {

// `at`: the upper left corner of the square; `side`: of it, in pixels. What is not of this form is not drawn.
void draw_icon(ImDrawList& list, std::string_view icon, ImVec2 at, float side, ImU32 colour);

}  // namespace quicksand
