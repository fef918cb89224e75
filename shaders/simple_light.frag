#version 330 core
// The sum of the sky that is seen and of what glows (src/render/simple_light.h).

precision highp float;

uniform sampler2D open;    // the share of the sky that is seen
uniform sampler2D glow;    // as fine as `open`
uniform ivec2 size;        // of `open`
uniform vec3 sky;
uniform float share;       // of the glow

out vec4 colour_out;

float seen(vec2 at) { return texture(open, clamp(at, vec2(0.5), vec2(size) - 0.5) / vec2(textureSize(open, 0))).r; }

void main() {
  vec2 at = gl_FragCoord.xy;
  // The sky also comes in from the sides and a little into what is opaque.
  float around = seen(at) * 2.0 + seen(at + vec2(-2.0, -1.0)) + seen(at + vec2(2.0, -1.0));
  colour_out = vec4(sky * around / 4.0 + share * texelFetch(glow, ivec2(at), 0).rgb, 1.0);
}
