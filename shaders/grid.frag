#version 330 core
// Lines between large cells, to be blended over them.

precision highp float;

uniform float cell;    // pixels along its side
uniform vec2 origin;   // the pixel of a cell's corner, counted from the bottom left

out vec4 colour_out;

void main() {
  vec2 line = step(mod(floor(gl_FragCoord.xy - origin), cell), vec2(0.99));
  colour_out = vec4(vec3(1.0), 0.07 * max(line.x, line.y));
}
