#version 330 core
// One pixel a cell. The plain look is the same as src/view/shading.cpp, which says what the parts are for; a test
// compares the two. The lit look takes the light of src/render/light_field.h instead of the sky overhead.

precision highp float;
precision highp int;
precision highp usampler2D;

uniform usampler2D cells;   // entry, tint, mark and wetness; row 0 is the top
uniform sampler2D palette;  // row 0: colour and grain; row 1: liquid, gas, opacity, emission; row 2: density
uniform ivec2 size;         // of the window of cells
uniform vec3 depth;         // first row of the window in the world, cells a sample, the world's height
uniform int mode;           // DisplayMode
uniform sampler2D light;    // in the lit mode
uniform float square;       // cells along the side of a texel of the light

out vec4 colour_out;

uvec4 near(ivec2 at) { return texelFetch(cells, clamp(at, ivec2(0), size - 1), 0); }

vec2 kind(uint entry) { return texelFetch(palette, ivec2(int(entry), 1), 0).rg; }  // liquid, gas

bool is_open(ivec2 at) {
  if (at.y < 0) return true;
  uint entry = near(at).r;
  return entry == 0u || kind(entry).g > 0.5;
}

vec3 background(ivec2 at) {
  float share = (depth.x + (float(at.y) + 0.5) * depth.y) / depth.z;
  return texelFetch(palette, ivec2(0, 0), 0).rgb * (1.7 - 1.1 * share);
}

vec3 own_colour(uvec4 cell) {
  vec4 look = texelFetch(palette, ivec2(int(cell.r), 0), 0);
  float wet = float(cell.a) / 255.0;
  float dark = wet * (2.0 - wet);
  return look.rgb * (1.0 + look.a * ((float(cell.g) - 127.5) / 127.5)) * (1.0 - vec3(0.50, 0.52, 0.48) * dark);
}

vec3 gap(ivec2 at) {
  ivec2 taps[4] = ivec2[4](ivec2(0, -1), ivec2(0, 1), ivec2(-1, 0), ivec2(1, 0));
  vec3 sum = vec3(0.0);
  float weight = 0.0;
  for (int i = 0; i < 4; ++i) {
    if (is_open(at + taps[i])) continue;
    sum += own_colour(near(at + taps[i]));
    weight += 1.0;
  }
  if (weight < 2.0) return background(at);
  return mix(background(at), sum / weight, 0.2 * (weight - 1.0));
}

float sky(ivec2 at) {
  ivec2 taps[8] = ivec2[8](ivec2(0, -1), ivec2(-1, -2), ivec2(1, -2), ivec2(0, -4), ivec2(-3, -6), ivec2(3, -6),
                           ivec2(0, -9), ivec2(0, -14));
  float open = 0.0;
  for (int i = 0; i < 8; ++i) open += is_open(at + taps[i]) ? 1.0 : 0.0;
  return open / 8.0;
}

float haze(ivec2 at) {
  float gas = 0.0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) gas += kind(near(at + ivec2(dx, dy)).r).g > 0.5 ? 1.0 : 0.0;
  return 0.25 + 0.07 * gas;
}

vec3 shade(ivec2 at) {
  uvec4 cell = near(at);
  if (cell.r == 0u) return gap(at);
  vec2 look = kind(cell.r);
  vec3 own = own_colour(cell);
  if (look.g > 0.5) return mix(background(at), own, haze(at));
  vec3 lit = own * (0.58 + 0.46 * sky(at));
  if (!is_open(at + ivec2(0, -1))) return lit;
  return look.r > 0.5 ? mix(lit, vec3(1.0), 0.32) : lit * 1.25;
}

const float kMostEmission = 8.0;

// From radiance without bounds to a colour. Each channel by itself, so that what is bright turns yellow, then white.
vec3 tone(vec3 radiance) { return 1.0 - exp(-radiance); }

vec3 lit(ivec2 at) {
  vec3 found = texture(light, (vec2(at) + 0.5) / square / vec2(textureSize(light, 0))).rgb;
  uvec4 cell = near(at);
  vec4 look = texelFetch(palette, ivec2(int(cell.r), 1), 0);
  // Some light is everywhere, or nobody could see what he digs; more of it where the sky is near.
  vec3 air = gap(at) * (0.7 + 0.8 * found) + 0.11 * found;
  if (cell.r == 0u) return tone(air);
  vec3 own = own_colour(cell);
  float edge = is_open(at + ivec2(0, -1)) ? (look.r > 0.5 ? 1.6 : 1.25) : 1.0;
  vec3 radiance = own * ((2.6 * found + 0.26 + 0.24 * sky(at)) * edge + look.a * kMostEmission);
  return tone(look.g > 0.5 ? mix(background(at) * (0.7 + 0.8 * found), radiance, haze(at)) : radiance);
}

vec3 marked(vec3 colour, uint mark) {
  float grey = dot(colour, vec3(0.3, 0.59, 0.11));
  if (mark == 1u) return vec3(0.6 * grey);                                          // asleep
  if (mark == 2u) return vec3(0.42, 0.62, 0.95) * grey + vec3(0.02, 0.05, 0.12);    // frozen
  if (mark == 3u) return vec3(0.6, 0.45, 0.3) * grey + vec3(0.55, 0.22, 0.0);       // active
  return colour;
}

const vec3 kNothing = vec3(0.03, 0.03, 0.04);

vec3 density(uint entry) {
  if (entry == 0u) return kNothing;
  float share = texelFetch(palette, ivec2(int(entry), 2), 0).r;
  vec3 middle = vec3(0.13, 0.57, 0.55);
  return share < 0.5 ? mix(vec3(0.27, 0.05, 0.38), middle, share * 2.0)
                     : mix(middle, vec3(0.99, 0.91, 0.14), share * 2.0 - 1.0);
}

vec3 wetness(uvec4 cell) {
  if (cell.r == 0u) return kNothing;
  if (kind(cell.r).r > 0.5) return vec3(0.16, 0.2, 0.3);
  float grey = dot(texelFetch(palette, ivec2(int(cell.r), 0), 0).rgb, vec3(0.3, 0.59, 0.11));
  float share = float(cell.a) / 255.0;
  return mix(vec3(0.2 + 0.4 * grey), vec3(0.1, 0.45, 1.0), share == 0.0 ? 0.0 : 0.25 + 0.75 * share);
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  uvec4 cell = texelFetch(cells, at, 0);
  vec3 colour;
  if (mode == 2) colour = lit(at);
  else if (mode == 3) colour = density(cell.r);
  else if (mode == 4) colour = wetness(cell);
  else colour = marked(shade(at), cell.b);
  colour_out = vec4(colour, 1.0);
}
