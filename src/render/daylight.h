// The sky of the fancy look at a time of day.
#pragma once

#include "render/gl_objects.h"
#include "view/cell_window.h"
#include "view/colour.h"
#include "view/look.h"

namespace quicksand {

// All radiances are in units of a white wall under the open sky.
struct DaySky {
  Colour zenith;     // radiance straight from above
  Colour sun;        // radiance in the middle of the sun's lobe (light_field.h)
  Colour unlit;      // what is seen of materials without any light, or nobody could see what he digs
  float material;    // how much of the background has the colour that the material set gives void, 0..1;
  Colour top;        // the rest has these colours, in the world's top row and below its bottom, times 1 - material
  Colour bottom;
  float share_dark;  // of the background's colour, how much shows within (view/open_sky.h),
  float share_open;  // how much more in the open,
  float share_lit;   // and how much more in each unit of light
  Colour enclosed;   // added to the background within
  float glow;        // how bright what glows is beside the daylight, 0..1
};

// `daylight` from 0, night, over 0.5, dusk, to 1, bright noon; colours between these are mixed.
DaySky sky_at(float daylight);

// Sets the uniforms air and air_slope: the colour of empty cells in the window's first row of samples, and what each row
// adds.
void set_air(const Shader& shader, const CellWindow& window, Rgb background, const DaySky& sky);

}  // namespace quicksand
