#version 330 core
// The sum of sky and sun, as far as they are seen, and of what glows (src/render/simple_light.h).

precision highp float;

uniform sampler2D open;    // the shares of the sky and of the sun that are seen
uniform sampler2D glow;    // as fine as `open`
uniform ivec2 size;        // of `open`
uniform vec3 sky;          // the light of all of it
uniform vec3 sun;
uniform float share;       // of the glow

out vec4 colour_out;

vec2 seen(vec2 at) { return texture(open, clamp(at, vec2(0.5), vec2(size) - 0.5) / vec2(textureSize(open, 0))).rg; }

void main() {
  vec2 at = gl_FragCoord.xy;
  // The sky also comes in from the sides and a little into what is opaque.
  vec2 around = (seen(at) * 2.0 + seen(at + vec2(-2.0, -1.0)) + seen(at + vec2(2.0, -1.0))) / 4.0;
  vec3 light = sky * around.r + sun * around.g + share * texelFetch(glow, ivec2(at), 0).rgb;
  colour_out = vec4(light, 1.0);
}
