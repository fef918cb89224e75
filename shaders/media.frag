#version 330 core
// What light goes through, a texel for each square of cells: the radiance of what glows, and of what scatters the light
// that was found before; alpha is the loss of light on the way through the texel (shaders/cascade.frag).

precision highp float;
precision highp int;
precision highp usampler2D;

#include "palette.glsl"
#include "cell.glsl"
#include "media.glsl"

uniform sampler2D light;    // of the pass before
uniform ivec2 size;         // of the window of cells
uniform int square;         // cells along a texel's side
uniform int scatters;       // whether `light` holds any
uniform int for_glow;       // as media.glsl has it

out vec4 media_out;

const float kScattered = 0.75;  // of what a material's colour says

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  vec3 scattered = scatters != 0 ? kScattered * texelFetch(light, texel, 0).rgb : vec3(0.0);
  vec4 sum = vec4(0.0);
  for (int i = 0; i < square * square; ++i) {
    ivec2 at = min(texel * square + ivec2(i % square, i / square), size - 1);
    sum += medium_of(texelFetch(cells, at, 0), at, scattered, for_glow != 0);
  }
  media_out = media_of(sum, square, for_glow != 0);
}
