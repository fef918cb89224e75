// Colours and spacing of the window's panels.
#pragma once

#include <imgui.h>

#include "ui/panels/theme_colours.h"

namespace quicksand {

// A colour of the theme that was applied last.
ImVec4 themed(Tint tint);
ImU32 packed(Tint tint);
ImU32 packed(Tint tint, int alpha);  // 0..255

// A material's or a tool's own colour, as lines and icons have it: lighter on a dark ground, darker on a light one.
ImU32 legible(Rgb colour);

// A line of its own that stands above others, in the typeface of headings.
void heading(const char* text, const ImVec4& colour = themed(Tint::kAccent));

// Loads the fonts and sets sizes for this scale; 1 is an ordinary screen. Call it outside of a frame.
void apply_sizes(float scale);

// From the next frame on. Call it outside of a frame.
void apply_theme(Theme theme);

}  // namespace quicksand
