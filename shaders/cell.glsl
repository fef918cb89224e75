// What the shaders know of a cell. Included after the precision lines.

uniform usampler2D cells;   // entry, grain seed, value and around (src/view/cell_window.h); row 0 is the top
uniform sampler2D palette;  // row 0: colour and grain; row 1: opacity, emission, loss and gleam (media.glsl); rows 2
                            // and 3: scale and offset of values

const uint kVoid = 0u;
const uint kGas = 1u;
const uint kGrain = 2u;
const uint kLiquid = 3u;

const float kMostEmission = 8.0;  // in units of a white wall under the open sky

uint kind_of(uvec4 cell) { return cell.a >> 4 & 3u; }

vec3 own_colour(uvec4 cell) {
  vec4 look = texelFetch(palette, ivec2(int(cell.r), 0), 0);
  float pattern = (cell.a & 0x40u) != 0u ? 0.62 : 1.0;
  return look.rgb * ((1.0 + look.a * (float(cell.g) * (2.0 / 255.0) - 1.0)) * pattern);
}

// Liquid in the gaps between grains lets less light out again.
vec3 wet_colour(vec3 dry, float wetness) {
  return dry * (1.0 - vec3(0.50, 0.52, 0.48) * (wetness * (2.0 - wetness)));
}
