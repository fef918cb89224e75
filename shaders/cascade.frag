#version 330 core
// One cascade of the light (src/render/light_field.h): a texel is the light that comes to a probe from one direction.
// Beyond its edges the world goes on as it is there, but for the sky. Probes of one direction lie together, as a picture of the world; these pictures lie in a square, by direction.

precision highp float;
precision highp int;

uniform sampler2D media;    // radiance of what glows; the loss of light on the way through a texel
uniform sampler2D farther;  // the next cascade, which has four directions for each one of this
uniform ivec2 size;         // of the media
uniform vec3 sky;
uniform vec3 sun;        // in the middle of its lobe
uniform vec2 sun_way;    // to it
uniform float sun_power;
uniform sampler2D above;  // the share of the sky that is seen above each of so many columns
uniform int columns;
uniform int level;
uniform int side;      // of the square of directions
uniform int is_last;   // there is no farther cascade
uniform ivec2 probes;
uniform ivec2 farther_probes;
uniform vec2 reach;    // where rays begin and end, in texels from the probe

out vec4 colour_out;

const float kTurn = 6.28318530718;
const float kFar = 1e9;

vec3 sky_light(vec2 direction) {
  return sky * max(-direction.y, 0.0) + sun * pow(max(dot(direction, sun_way), 0.0), sun_power);
}

// The light from `to` backwards to `from`, texel by texel; alpha is the share that gets through from beyond `to`.
vec4 trace(vec2 from, vec2 to) {
  vec2 way = to - from;
  float whole = length(way);
  if (whole < 1e-5) return vec4(0.0, 0.0, 0.0, 1.0);
  way /= whole;
  vec2 forward = vec2(greaterThanEqual(way, vec2(0.0)));
  vec2 next_edge;  // distance to the next texel in x and in y
  vec2 per_texel;
  for (int i = 0; i < 2; ++i) {
    bool moves = abs(way[i]) > 1e-6;
    per_texel[i] = moves ? 1.0 / abs(way[i]) : kFar;
    next_edge[i] = moves ? (floor(from[i]) + forward[i] - from[i]) / way[i] : kFar;
  }
  ivec2 at = ivec2(floor(from));
  ivec2 step_to = ivec2(forward) * 2 - 1;
  vec4 light = vec4(0.0, 0.0, 0.0, 1.0);
  if (at.y < 0) return light;
  float gone = 0.0;
  int most = int(abs(to.x - from.x) + abs(to.y - from.y)) + 3;
  for (int i = 0; i < most; ++i) {
    float end = min(min(next_edge.x, next_edge.y), whole);
    if (at.y < 0) {
      light.a *= texelFetch(above, ivec2(clamp(at.x, 0, columns - 1), 0), 0).r;
      return light;
    }
    vec4 medium = texelFetch(media, clamp(at, ivec2(0), size - 1), 0);
    if (medium.a > 0.0) {
      float through = exp(-medium.a * (end - gone));
      light.rgb += light.a * (1.0 - through) * medium.rgb;
      light.a *= through;
      if (light.a < 1e-3) return vec4(light.rgb, 0.0);
    }
    if (end >= whole) break;
    gone = end;
    bool x_first = next_edge.x < next_edge.y;
    next_edge += x_first ? vec2(per_texel.x, 0.0) : vec2(0.0, per_texel.y);
    at += x_first ? ivec2(step_to.x, 0) : ivec2(0, step_to.y);
  }
  return light;
}

// What the farther cascade sees at a probe in the four directions of this one.
vec3 seen_farther(ivec2 probe, int direction) {
  int its_side = side * 2;
  vec3 sum = vec3(0.0);
  for (int i = 0; i < 4; ++i) {
    int its = direction * 4 + i;
    sum += texelFetch(farther, ivec2(its % its_side, its / its_side) * farther_probes + probe, 0).rgb;
  }
  return sum / 4.0;
}

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  ivec2 block = texel / probes;
  ivec2 probe = texel - block * probes;
  int direction = block.y * side + block.x;
  float angle = kTurn * (float(direction) + 0.5) / float(side * side);
  vec2 way = vec2(cos(angle), sin(angle));
  float spacing = float(1 << level);
  vec2 centre = (vec2(probe) + 0.5) * spacing;
  if (is_last != 0) {
    // Out of the world, wherever that is.
    vec4 light = trace(centre + way * reach.x, centre + way * (reach.x + float(size.x + size.y)));
    colour_out = vec4(light.rgb + light.a * sky_light(way), 1.0);
    return;
  }
  vec2 place = centre / (2.0 * spacing) - 0.5;
  ivec2 first = ivec2(floor(place));
  vec2 share = place - vec2(first);
  vec3 sum = vec3(0.0);
  for (int i = 0; i < 4; ++i) {
    ivec2 corner = ivec2(i & 1, i >> 1);
    vec2 weights = mix(1.0 - share, share, vec2(corner));
    ivec2 its = clamp(first + corner, ivec2(0), farther_probes - 1);
    vec2 its_centre = (vec2(its) + 0.5) * 2.0 * spacing;
    vec4 light = trace(centre + way * reach.x, its_centre + way * reach.y);
    vec3 beyond = light.a > 0.0 ? light.a * seen_farther(its, direction) : vec3(0.0);
    sum += weights.x * weights.y * (light.rgb + beyond);
  }
  colour_out = vec4(sum, 1.0);
}
