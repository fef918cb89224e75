#version 330 core
// Enlarges the picture of the cells. A cell's inside has one colour; the blend between two cells is one pixel wide, so
// that cells stay crisp and equally large at any zoom.

precision highp float;

uniform sampler2D picture;
uniform vec2 origin;   // the pixel of the first sample's top left corner
uniform float texel;   // pixels a sample
uniform float top;     // height of the framebuffer: OpenGL counts pixels from the bottom
uniform vec2 samples;  // how many samples the window has

out vec4 colour_out;

const vec3 kOutside = vec3(0.025, 0.028, 0.036);

void main() {
  vec2 at = (vec2(gl_FragCoord.x, top - gl_FragCoord.y) - origin) / texel;
  if (any(lessThan(at, vec2(0.0))) || any(greaterThanEqual(at, samples))) {
    colour_out = vec4(kOutside, 1.0);
    return;
  }
  vec2 centre = floor(at - 0.5) + 0.5;
  vec2 blend = clamp((at - centre - 0.5) * max(texel, 1.0) + 0.5, 0.0, 1.0);
  vec2 limited = clamp(centre + blend, vec2(0.5), samples - 0.5);
  colour_out = vec4(texture(picture, limited / vec2(textureSize(picture, 0))).rgb, 1.0);
}
