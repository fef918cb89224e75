#version 330 core
// How much light gets through from above (src/render/simple_light.h): first of media, a texel each; then of a picture
// half as fine each time: what lies one over the other takes its share one after the other, what lies side by side at
// once.

precision highp float;
precision highp int;

uniform sampler2D finer;
uniform ivec2 size;     // of it
uniform int is_media;   // it is media (media.frag)

out vec4 colour_out;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  if (is_media != 0) {
    colour_out = vec4(exp(-texelFetch(finer, texel, 0).a));
    return;
  }
  vec2 sides = vec2(1.0);
  for (int i = 0; i < 4; ++i) sides[i & 1] *= texelFetch(finer, min(2 * texel + ivec2(i & 1, i >> 1), size - 1), 0).r;
  colour_out = vec4(0.5 * (sides.x + sides.y));
}
