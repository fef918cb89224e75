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

// The fancy look's values: wetness up to kMostWetValue, then heat, then sparks (src/view/glowing.h).
const uint kMostWetValue = 191u;
const uint kLastHotValue = 247u;

// The colour in which it glows, and how brightly, in units of a white wall under the open sky: its own, or, the more the
// hotter it is, that of hot iron: from dark red to white. Sparks are blue.
vec4 shine_of(uvec4 cell) {
  Look look = look_of(cell.r);
  vec4 shine = vec4(look.colour, look.emission);
  // Most cells do not: a loop is passed over, where a condition would not be.
  for (int glows = cell.b > kMostWetValue ? 1 : 0; glows > 0; --glows) {
    float heat = float(min(cell.b, kLastHotValue) - kMostWetValue) / float(kLastHotValue - kMostWetValue);
    vec3 red = mix(vec3(0.75, 0.07, 0.02), vec3(1.0, 0.42, 0.08), smoothstep(0.0, 0.45, heat));
    vec4 hot = vec4(mix(red, vec3(1.0, 0.88, 0.66), smoothstep(0.45, 1.0, heat)), 0.25 * heat + 2.6 * heat * heat);
    float spark = float(max(cell.b, kLastHotValue) - kLastHotValue) / 8.0;
    float brightest = max(shine.a, hot.a);
    shine = vec4(mix(shine.rgb, hot.rgb, min(1.7 * heat, 1.0)), brightest);
    shine = mix(shine, vec4(0.62, 0.86, 1.0, 3.0 * spark), spark > 0.0 ? 1.0 : 0.0);
  }
  return shine;
}

// Of a cell with such a value: what glows has the colour that it glows in.
vec3 glowing_colour(uvec4 cell) {
  vec3 own = cell_colour(cell, cell.b > kMostWetValue ? 0.0 : float(cell.b) / float(kMostWetValue));
  for (int glows = cell.b > kMostWetValue ? 1 : 0; glows > 0; --glows) {
    vec4 shine = shine_of(cell);
    own = mix(own, shine.rgb, clamp(2.5 * shine.a, 0.0, 0.85));
  }
  return own;
}
