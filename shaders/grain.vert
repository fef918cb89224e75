#version 330 core
// A square around each airborne grain, on which grain.frag draws a disc.

precision highp float;
precision highp int;

layout(location = 0) in vec2 place;    // of the grain's middle, in cells
layout(location = 1) in vec4 grain;    // entry, grain seed and wetness, as shares of 255

uniform vec2 scale;   // from cells to the viewport, which goes from -1 to 1
uniform vec2 origin;

out vec2 corner;      // of the square: the disc's edge is 1 from its middle
out vec2 at;          // in cells
flat out uvec4 cell;  // as a texture of cells has it

void main() {
  corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1 & 1)) * 2.4 - 1.2;
  at = place;
  cell = uvec4(grain.rgb * 255.0 + 0.5, 32u);
  gl_Position = vec4((place + corner * 0.5) * scale + origin, 0.0, 1.0);
}
