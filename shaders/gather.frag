#version 330 core
// The mean of all directions of the nearest cascade: how much light there is at a place.

precision highp float;
precision highp int;

uniform sampler2D cascade;
uniform ivec2 probes;
uniform int side;

out vec4 colour_out;

void main() {
  ivec2 probe = ivec2(gl_FragCoord.xy);
  vec3 sum = vec3(0.0);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) sum += texelFetch(cascade, ivec2(x, y) * probes + probe, 0).rgb;
  colour_out = vec4(sum / float(side * side), 1.0);
}
