#version 330 core
// Halves a picture of light (src/render/glow.h). From media it takes what glows, as finely as it is.

precision highp float;
precision highp int;

uniform sampler2D finer;
uniform ivec2 size;     // of it
uniform int is_media;   // for glow (media.glsl)

out vec4 colour_out;

vec3 look(vec2 at) {
  return texture(finer, clamp(at, vec2(0.5), vec2(size) - 0.5) / vec2(textureSize(finer, 0))).rgb;
}

void main() {
  vec2 middle = is_media != 0 ? gl_FragCoord.xy : gl_FragCoord.xy * 2.0;
  vec3 sum = look(middle) * 4.0;
  sum += look(middle + vec2(-1.0, -1.0)) + look(middle + vec2(1.0, -1.0));
  sum += look(middle + vec2(-1.0, 1.0)) + look(middle + vec2(1.0, 1.0));
  colour_out = vec4(sum / 8.0, 1.0);
}
