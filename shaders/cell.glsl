// What the shaders know of a cell, and how it gets its colour: as in src/view/shading.cpp. Included after palette.glsl, which
// is generated (src/render/palette_texture.h).

uniform usampler2D cells;  // entry, grain seed, value and around (src/view/cell_window.h); row 0 is the top

const uint kVoid = 0u;
const uint kGas = 1u;
const uint kGrain = 2u;
const uint kLiquid = 3u;

const float kMostEmission = 8.0;  // in units of a white wall under the open sky

uint kind_of(uvec4 cell) { return cell.a >> 4 & 3u; }

// Dry.
vec3 own_colour(uvec4 cell) {
  Look look = look_of(cell.r);
  float pattern = (cell.a & 0x40u) != 0u ? 0.62 : 1.0;
  return look.colour * ((1.0 + look.grain * (float(cell.g) * (2.0 / 255.0) - 1.0)) * pattern);
}

// Liquid in the gaps between grains lets less light out again. The wetness is from 0 to 1.
vec3 cell_colour(uvec4 cell, float wetness) {
  return own_colour(cell) * (1.0 - vec3(0.50, 0.52, 0.48) * (wetness * (2.0 - wetness)));
}

// Of a cell whose value is its wetness.
vec3 cell_colour(uvec4 cell) { return cell_colour(cell, float(cell.b) / 255.0); }

// How brightly it glows, in its colour; 1 is a white wall under the open sky.
float emission_of(uvec4 cell) { return look_of(cell.r).emission; }
