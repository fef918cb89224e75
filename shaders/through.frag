#version 330 core
// Halves a picture of how much light gets through from above (src/render/simple_light.h): what lies one over the other
// takes its share one after the other, what lies side by side at once.

precision highp float;
precision highp int;

uniform sampler2D finer;
uniform ivec2 size;     // of it
uniform int is_media;   // the finest picture: media (media.frag)

out vec4 colour_out;

float through(ivec2 at) {
  vec4 found = texelFetch(finer, min(at, size - 1), 0);
  return is_media != 0 ? exp(-found.a) : found.r;
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy) * 2;
  float left = through(at) * through(at + ivec2(0, 1));
  float right = through(at + ivec2(1, 0)) * through(at + ivec2(1, 1));
  colour_out = vec4(0.5 * (left + right));
}
