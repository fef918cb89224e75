#version 330 core
// How much is seen through cones (src/render/simple_light.h): in red of the sky, straight up; in green of the sun.
// A cone gets wider with the distance, and what lies at twice the distance is looked up in a picture half as fine. Beyond
// the edges the world goes on as it is there, but for the sky.

precision highp float;
precision highp int;

uniform sampler2D through;   // through.frag: the finest picture, below it the next, half as fine, and so on
uniform ivec2 size;          // of the finest
uniform sampler2D above;     // the share of the sky that is seen above each of so many columns
uniform int columns;
uniform vec2 sun_way;        // from a place to the sun

out vec4 colour_out;

const float kCoarsest = 64.0;
const int kMostRows = 34;  // three of each picture, and sixteen of the coarsest

// How much gets through at a place, in a picture whose texels are so many of the finest wide, and whose first row this is.
float look(vec2 at, float texel, float first) {
  vec2 place = clamp(at / texel, vec2(0.5), vec2(size) / texel - 0.5);
  return texture(through, (place + vec2(0.0, first)) / vec2(textureSize(through, 0))).r;
}

float seen_above(float x) { return texelFetch(above, ivec2(clamp(int(x), 0, columns - 1), 0), 0).r; }

// Above the window, where a cone around `way` leaves it.
float open_above(vec2 at, vec2 way, float spread) {
  float x = at.x - way.x / way.y * at.y;
  float side = spread * at.y;
  return 0.5 * seen_above(x) + 0.25 * (seen_above(x - side) + seen_above(x + side));
}

// What gets through on the way up, along which each row up is `step` columns to the side: row by row, and as soon as
// rows that are twice as high begin there and lie far enough, by those. Whole rows, so that none is missed or seen twice:
// between two of them a thin roof would be half there in either.
float rise(vec2 at, float step) {
  float y = floor(at.y);
  float seen = 1.0;
  float texel = 1.0;
  float first = 0.0;
  float rows = float(size.y);
  for (int i = 0; i < kMostRows && y > 0.0; ++i) {
    float middle = y - 0.5 * texel;
    seen *= look(vec2(at.x + step * (at.y - middle), middle), texel, first);
    y -= texel;
    if (texel < kCoarsest && mod(y, 2.0 * texel) == 0.0 && at.y - y >= 2.0 * texel) {
      first += rows;
      rows = ceil(0.5 * rows);
      texel *= 2.0;
    }
  }
  return seen;
}

void main() {
  vec2 at = gl_FragCoord.xy;
  float here = look(at, 1.0, 0.0);
  vec2 seen = vec2(0.0);
  // In a loop, or the long way up would be compiled twice.
  for (int i = 0; i < 2; ++i) {
    vec2 way = i == 0 ? vec2(0.0, -1.0) : sun_way;
    seen[i] = here * rise(at, way.x / -way.y) * open_above(at, way, i == 0 ? 0.5 : 0.25);
  }
  colour_out = vec4(seen, 0.0, 1.0);
}
