#version 330 core
// One pixel a sample. The same look as src/view/shading.cpp, which says what the parts are for; a test compares the two.
// What a sample needs to know of those around it comes with it (src/view/cell_window.h).

precision highp float;
precision highp int;
precision highp usampler2D;

#include "palette.glsl"
#include "cell.glsl"

uniform ivec2 part;      // the sample of the picture's first pixel
uniform vec3 air;        // the background's colour at sample row 0, and what each row adds
uniform vec3 air_slope;
uniform int overlaid;    // whether the mode colours values

out vec4 colour_out;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy) + part;
  uvec4 cell = texelFetch(cells, at, 0);
  uint kind = kind_of(cell);
  float around = float(cell.a & 15u);
  bool surface = cell.a >= 0x80u;
  bool is_liquid = kind == kLiquid;
  vec3 own = cell_colour(cell, overlaid != 0 ? 0.0 : float(cell.b) / 255.0);

  // Conditions cost the processor's OpenGL more than arithmetic does.
  float crest = surface ? (is_liquid ? 0.68 : 1.25) : 1.0;
  vec3 dense = own * ((0.58 + 0.0575 * around) * crest) + (surface && is_liquid ? 0.32 : 0.0);
  float haze = kind == kVoid ? 0.2 * max(around - 1.0, 0.0) : 0.25 + 0.07 * around;
  vec3 colour = kind <= kGas ? mix(air + air_slope * float(at.y), own, haze) : dense;

  for (int i = 0; i < overlaid; ++i) {  // a loop that is not entered costs nothing
    float grey = dot(colour, vec3(0.3, 0.59, 0.11));
    colour = grey * texelFetch(palette, ivec2(int(cell.b), kOverlayRow), 0).rgb +
             texelFetch(palette, ivec2(int(cell.b), kOverlayRow + 1), 0).rgb;
  }
  colour_out = vec4(colour, 1.0);
}
