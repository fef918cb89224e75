#version 330 core
// Beside the world the sky goes on (src/render/world_renderer.cpp), a little darker, so that its edge is seen.

precision highp float;

#include "tone.glsl"

uniform vec3 beside;     // the colour where the world has no sky of its own
uniform vec3 air;        // the sky's colour in the world's top row, and what is added down to below its bottom
uniform vec3 air_slope;
uniform vec2 depth;      // of the framebuffer's row 0, its lowest, in heights of the world; and what each row adds

out vec4 colour_out;

void main() {
  vec3 sky = air + air_slope * clamp(depth.x + depth.y * gl_FragCoord.y, 0.0, 1.0);
  colour_out = vec4(tone(beside + 0.92 * sky) + (noise(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
