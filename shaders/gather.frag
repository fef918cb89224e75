#version 330 core
// The mean of all directions of the nearest cascade: how much light there is at a place. Alpha is how much of the sky
// is seen: 1 in the open, where it is half of all directions.

precision highp float;
precision highp int;

uniform sampler2D cascade;
uniform ivec2 probes;
uniform int side;

out vec4 colour_out;

void main() {
  ivec2 probe = ivec2(gl_FragCoord.xy);
  vec4 sum = vec4(0.0);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) sum += texelFetch(cascade, ivec2(x, y) * probes + probe, 0);
  colour_out = sum / float(side * side) * vec4(1.0, 1.0, 1.0, 2.0);
}
