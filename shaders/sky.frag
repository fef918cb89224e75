#version 330 core
// How much of the sky is seen upwards through a cone. Each pass looks four times as far as the one before: what a place
// sees so far, times what the places see that lie where its sight ends (src/render/simple_light.h). Beyond the edges the
// world goes on as it is there, but for the sky.

precision highp float;
precision highp int;

uniform sampler2D before;  // of the pass before; at first the media (media.frag)
uniform ivec2 size;
uniform sampler2D above;   // the share of the sky that is seen above each of so many columns
uniform int columns;
uniform int is_media;
uniform float seen;        // texels upwards that a place has looked through
uniform float spread;      // how far to the side the cone's edge is there

out vec4 colour_out;

float look(vec2 at) {
  vec4 found = texture(before, clamp(at, vec2(0.5), vec2(size) - 0.5) / vec2(textureSize(before, 0)));
  float open = is_media != 0 ? exp(-found.a) : found.r;
  return at.y < 0.0 ? texelFetch(above, ivec2(clamp(int(at.x), 0, columns - 1), 0), 0).r : open;
}

void main() {
  vec2 at = gl_FragCoord.xy;
  vec2 up = vec2(0.0, seen);
  float open = look(at) * look(at - up) * look(at - 2.0 * up);
  // The cone's width is looked at once only, where it is widest.
  vec2 side = vec2(spread * 3.0, 0.0);
  vec2 above = at - 3.0 * up;
  colour_out = vec4(open * (0.5 * look(above) + 0.25 * (look(above - side) + look(above + side))));
}
