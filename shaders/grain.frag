#version 330 core
// An airborne grain as a disc, in the colours and the light of cells (cells.frag, compose.frag).

precision highp float;
precision highp int;
precision highp usampler2D;

#include "palette.glsl"
#include "cell.glsl"

uniform sampler2D light;   // the mean radiance from all directions
uniform vec2 light_scale;  // from cells to places in it
uniform vec2 light_origin;
uniform vec3 unlit;        // what is seen without any light
uniform float lights;      // 1: in that light; 0: in none
uniform float edge;        // of a pixel, as a share of the disc's radius

in vec2 corner;
in vec2 at;
flat in uvec4 cell;

out vec4 colour_out;

void main() {
  float distance_out = length(corner);
  float inside = clamp((1.0 - distance_out) / edge + 0.5, 0.0, 1.0);
  vec3 own = cell_colour(cell, float(cell.b) / 255.0);
  float emission = look_of(cell.r).emission;
  vec3 found = texture(light, at * light_scale + light_origin).rgb;
  vec3 lit = mix(vec3(1.04), unlit + 1.35 * found, lights);
  // A round grain is brighter where it looks up.
  vec3 colour = own * (lit * (1.0 - 0.22 * corner.y) + emission / (1.0 + 0.45 * emission));
  colour_out = vec4(min(colour, vec3(1.0)), inside);
}
