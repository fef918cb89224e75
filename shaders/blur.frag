#version 330 core
// Smooths two pictures in one direction: a texel, its two neighbours and theirs, with three looks (src/render/
// body_field.cpp).

precision highp float;

uniform sampler2D shares;
uniform sampler2D colours;
uniform ivec2 size;     // of both, in texels
uniform vec2 way;       // one texel on
uniform float middle;   // the weight of the texel itself, and of each pair beside it
uniform float pair;
uniform float offset;   // where between the two of a pair a filtered look has them in the right mixture

layout(location = 0) out vec4 shares_out;
layout(location = 1) out vec4 colours_out;

vec2 inside(vec2 at) { return clamp(at, vec2(0.5), vec2(size) - 0.5) / vec2(textureSize(shares, 0)); }

void main() {
  vec2 here = inside(gl_FragCoord.xy);
  vec2 before = inside(gl_FragCoord.xy - way * offset);
  vec2 after = inside(gl_FragCoord.xy + way * offset);
  shares_out = texture(shares, here) * middle + (texture(shares, before) + texture(shares, after)) * pair;
  colours_out = texture(colours, here) * middle + (texture(colours, before) + texture(colours, after)) * pair;
}
