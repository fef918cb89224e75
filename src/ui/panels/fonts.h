// The typefaces of the window: of texts, which is ImGui's default, and of headings.
#pragma once

#include <imgui.h>

namespace quicksand {

// Loads and draws them for this scale; 1 is an ordinary screen. They have the letters of the languages that are written
// in Latin, Greek and Cyrillic; others are shown as "?". Where the fonts are not installed, ImGui's own bitmap font
// stands in, enlarged, which has those of western Europe alone. Call it outside of a frame.
void load_fonts(float scale);

ImFont* heading_font();

}  // namespace quicksand
