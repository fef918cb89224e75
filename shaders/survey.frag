#version 330 core
// Looks at each square of cells once, for all that is needed of it (src/render/body_field.h): its liquids and gases, to
// be smoothed by blur.frag, and what light goes through, for glow (media.glsl).

precision highp float;
precision highp int;
precision highp usampler2D;

#include "palette.glsl"
#include "cell.glsl"
#include "media.glsl"

uniform ivec2 size;  // of the window of cells
uniform int square;  // cells along a texel's side

layout(location = 0) out vec4 shares_out;   // of liquid, gas and grain; how brightly liquid and gas glow
layout(location = 1) out vec4 colours_out;  // of liquid and gas, weighted by their share, which is alpha
layout(location = 2) out vec4 media_out;

void main() {
  ivec2 first = ivec2(gl_FragCoord.xy) * square;
  vec4 shares = vec4(0.0);
  vec4 colours = vec4(0.0);
  vec4 medium = vec4(0.0);
  for (int i = 0; i < square * square; ++i) {
    ivec2 at = min(first + ivec2(i % square, i / square), size - 1);
    uvec4 cell = texelFetch(cells, at, 0);
    uint kind = kind_of(cell);
    medium += medium_of(cell, at, vec3(0.0), true);
    shares.b += kind == kGrain ? 1.0 : 0.0;
    for (int fluid = kind == kLiquid || kind == kGas ? 1 : 0; fluid > 0; --fluid) {
      shares.rg += kind == kLiquid ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
      shares.a += shine_of(cell).a / kMostEmission;
      colours += vec4(cell.b > kMostWetValue ? glowing_colour(cell) : own_colour(cell), 1.0);
    }
  }
  float cells_in_all = float(square * square);
  shares_out = shares / cells_in_all;
  colours_out = colours / cells_in_all;
  media_out = media_of(medium, square, true);
}
