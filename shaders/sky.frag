#version 330 core
// How much is seen through cones (src/render/simple_light.h): in red of the sky, straight up; in green of the sun.
// A cone gets wider with the distance, and what lies at twice the distance is looked up in a picture half as fine. Beyond
// the edges the world goes on as it is there, but for the sky.

precision highp float;
precision highp int;

uniform sampler2D media;     // media.frag
uniform sampler2D through1;  // through.frag: each half as fine as the one before
uniform sampler2D through2;
uniform sampler2D through3;
uniform sampler2D through4;
uniform sampler2D through5;
uniform sampler2D through6;
uniform ivec2 size;          // of the media
uniform sampler2D above;     // the share of the sky that is seen above each of so many columns
uniform int columns;
uniform vec2 sun_way;        // from a place to the sun

out vec4 colour_out;

vec2 place(vec2 at, float texel, ivec2 room) {
  return clamp(at / texel, vec2(0.5), vec2(size) / texel - 0.5) / vec2(room);
}

// How much gets through at a place; above the window everything does.
float look_media(vec2 at) {
  float found = exp(-texture(media, place(at, 1.0, textureSize(media, 0))).a);
  return mix(1.0, found, clamp(at.y + 0.5, 0.0, 1.0));
}

float seen_above(float x) { return texelFetch(above, ivec2(clamp(int(x), 0, columns - 1), 0), 0).r; }

// Above the window, where a cone around `way` leaves it.
float open_above(vec2 at, vec2 way, float spread) {
  float x = at.x - way.x / way.y * at.y;
  float side = spread * at.y;
  return 0.5 * seen_above(x) + 0.25 * (seen_above(x - side) + seen_above(x + side));
}

// What gets through the rows of a picture on the way up: from the height `y` on, where a row ends, as far as rows that are
// twice as high begin there and lie far enough. Whole rows, so that none is missed or seen twice: between two of them a
// thin roof would be half there in either. `y` goes up.
float rise(sampler2D picture, vec2 at, vec2 step, float texel, int most, inout float y) {
  float seen = 1.0;
  for (int i = 0; i < most && y > 0.0; ++i) {
    float middle = y - 0.5 * texel;
    vec2 there = vec2(at.x + step.x * (at.y - middle), middle);
    vec4 found = texture(picture, place(there, texel, textureSize(picture, 0)));
    seen *= texel == 1.0 ? exp(-found.a) : found.r;
    y -= texel;
    if (mod(y, 2.0 * texel) == 0.0 && at.y - y >= 2.0 * texel) break;
  }
  return seen;
}

// `step` is the way for a row up.
float rise_all(vec2 at, vec2 step) {
  float y = floor(at.y);
  float seen = rise(media, at, step, 1.0, 3, y) * rise(through1, at, step, 2.0, 3, y);
  seen *= rise(through2, at, step, 4.0, 3, y) * rise(through3, at, step, 8.0, 3, y);
  seen *= rise(through4, at, step, 16.0, 3, y) * rise(through5, at, step, 32.0, 3, y);
  return seen * rise(through6, at, step, 64.0, 16, y);
}

void main() {
  vec2 at = gl_FragCoord.xy;
  const vec2 up = vec2(0.0, -1.0);
  float here = look_media(at);
  float sky = here * rise_all(at, up);
  float sun = here * rise_all(at, sun_way / -sun_way.y);
  sky *= open_above(at, up, 0.5);
  sun *= open_above(at, sun_way, 0.25);
  colour_out = vec4(sky, sun, 0.0, 1.0);
}
