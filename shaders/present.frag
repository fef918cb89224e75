#version 330 core
// Enlarges the picture of the cells. A texel's inside has one colour; the blend between two texels is one pixel wide, so
// that cells stay crisp and equally large at any zoom.

precision highp float;

uniform sampler2D picture;
uniform vec2 scale;    // texels a pixel, and the texel of pixel 0; rows are counted from the bottom here, the picture's
uniform vec2 origin;   // from the top
uniform float sharp;   // pixels a texel, at least 1
uniform vec2 last;     // the picture's last texel's middle
uniform vec2 place;    // of a texel in the texture, which may be larger than the picture

out vec4 colour_out;

void main() {
  vec2 at = gl_FragCoord.xy * scale + origin;
  vec2 corner = floor(at - 0.5);
  vec2 blend = clamp((at - corner - 1.0) * sharp + 0.5, 0.0, 1.0);
  colour_out = texture(picture, min(corner + blend + 0.5, last) * place);
}
