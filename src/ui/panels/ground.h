// The grounds of large panels: filled as one, where ImGui would blend two triangles over the world. Without a graphics
// card that takes a fifth of what such a panel costs. A ground is a command in the window's list that the screen fills
// (Screen::draw_panels).
#pragma once

#include <imgui.h>

#include "core/geometry.h"
#include "view/cell_window.h"
#include "view/colour.h"

namespace quicksand {

// Under all that the window draws, its title included. The window has been begun with ImGuiWindowFlags_NoBackground,
// and its corners are square.
void draw_ground();

bool is_ground(const ImDrawCmd& command);

// Of a command that is a ground: in pixels of what is drawn.
CellRect ground_pixels(const ImDrawCmd& command, const ImDrawData& data);
Colour ground_colour();

}  // namespace quicksand
