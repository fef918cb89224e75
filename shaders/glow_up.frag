#version 330 core
// Adds the next coarser sum to a half of src/render/glow.h, enlarged smoothly.

precision highp float;

uniform sampler2D finer;
uniform sampler2D coarser;
uniform ivec2 size;   // of the coarser one
uniform float gain;   // how much it counts

out vec4 colour_out;

vec3 look(vec2 at) {
  return texture(coarser, clamp(at, vec2(0.5), vec2(size) - 0.5) / vec2(textureSize(coarser, 0))).rgb;
}

void main() {
  vec2 middle = gl_FragCoord.xy / 2.0;
  vec3 sum = look(middle + vec2(-0.5, -0.5)) + look(middle + vec2(0.5, -0.5)) + look(middle + vec2(-0.5, 0.5)) +
             look(middle + vec2(0.5, 0.5));
  colour_out = vec4(texelFetch(finer, ivec2(gl_FragCoord.xy), 0).rgb + gain * sum / 4.0, 1.0);
}
