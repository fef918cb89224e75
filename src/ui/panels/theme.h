// Colours, spacing and font of the window's panels.
#pragma once

#include <imgui.h>

namespace quicksand {

inline const ImVec4 kAccent{0.86F, 0.71F, 0.38F, 1.0F};  // sand
inline const ImVec4 kQuietText{0.56F, 0.60F, 0.68F, 1.0F};
inline const ImVec4 kErrorText{0.96F, 0.55F, 0.45F, 1.0F};

// A line of its own that stands above others, in the typeface of headings.
void heading(const char* text, const ImVec4& colour = kAccent);

// Loads the fonts and sets sizes for this scale; 1 is an ordinary screen. Call it outside of a frame.
void apply_theme(float scale);

}  // namespace quicksand
