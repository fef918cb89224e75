#version 330 core
// The fancy look: air, gases, liquids and grains, each in its light, one over the other (src/render/fancy_look.h).
// Grains are crisp; liquids and gases are bodies with smooth edges.

precision highp float;
precision highp int;
precision highp usampler2D;

#include "palette.glsl"
#include "cell.glsl"
#include "tone.glsl"

uniform sampler2D shares;    // survey.frag
uniform sampler2D colours;
uniform sampler2D light;     // the mean radiance from all directions
uniform sampler2D open;      // how far a place lies in the open (src/view/open_sky.h)
uniform sampler2D bloom;
uniform vec2 part;           // the sample of the picture's first pixel
uniform float detail;        // pixels along a sample's side
uniform vec3 air;            // the background's colour at sample row 0, and what each row adds
uniform vec3 air_slope;
uniform float share_dark;    // of this colour, how much shows within,
uniform float share_open;    // how much more in the open,
uniform float share_lit;     // and how much more in each unit of light
uniform float glow_share;    // how bright what glows is beside the daylight
uniform vec3 enclosed;       // what is added within
uniform vec3 unlit;          // what is seen of materials without any light
uniform vec2 body_scale;     // from samples to places in shares and colours, and the last place in them;
uniform vec2 body_last;
uniform vec2 light_scale;    // in the light,
uniform vec2 light_last;
uniform vec2 open_scale;     // in what is open,
uniform vec2 open_last;
uniform vec2 bloom_scale;    // and in the bloom
uniform vec2 bloom_last;
uniform float blurs;         // the effects: 1 is on, 0 is off
uniform float edges;
uniform float lights;
uniform float blooms;
uniform float dithers;
uniform float plainly;       // colours and patterns count more than light

out vec4 colour_out;

const float kBloom = 0.13;

void main() {
  vec2 at = gl_FragCoord.xy / detail + part;
  uvec4 cell = texelFetch(cells, ivec2(at), 0);
  uint kind = kind_of(cell);
  float is_void = kind == kVoid ? 1.0 : 0.0;
  float is_gas = kind == kGas ? 1.0 : 0.0;
  float is_grain = kind == kGrain ? 1.0 : 0.0;
  float is_liquid = kind == kLiquid ? 1.0 : 0.0;
  float surface = cell.a >= 0x80u ? 1.0 : 0.0;
  float around = float(cell.a & 15u);
  float lid = around / 8.0;
  vec3 own = glowing_colour(cell);
  // What glows is not as much brighter as its light is, or it would have no colour.
  float shine = shine_of(cell).a * (1.0 - is_void);
  float emission = glow_share * shine;
  float glow = emission / (1.0 + 0.45 * emission) * (1.0 - 0.75 * plainly);

  vec2 body_at = min(at * body_scale, body_last);
  vec4 share = mix(vec4(is_liquid, is_gas, is_grain, shine / kMostEmission), texture(shares, body_at), blurs);
  vec4 body = mix(vec4(own, 1.0), texture(colours, body_at), blurs);
  vec3 body_colour = body.a > 0.004 ? body.rgb / body.a : own;
  float body_emission = glow_share * share.a * kMostEmission / max(share.r + share.g, 0.02);
  float body_glow = body_emission / (1.0 + 0.45 * body_emission) * (1.0 - 0.75 * plainly);

  // Without light, what lies deep is darker; with light, everything is seen a little, or nobody could see what he digs.
  vec3 found = texture(light, min(at * light_scale, light_last)).rgb * lights;
  vec3 lit = mix(vec3(1.0), unlit + 1.35 * found, lights);
  lit = mix(lit, vec3(clamp(dot(lit, vec3(0.333)), 0.7, 1.1)), plainly);
  // What glows has its light already.
  vec3 body_lit = lit / (1.0 + 1.5 * body_emission * (1.0 - plainly));
  lit /= 1.0 + 1.5 * emission * (1.0 - plainly);
  float depth = mix(1.0, 0.82 + 0.22 * lid, max(edges, 1.0 - lights));

  // Air: the sky's gradient, dust that shows where light is, and gaps in streams of grains.
  vec3 sky = air + air_slope * at.y;
  // Shadows do not fall on the sky.
  float open_sky = mix(1.0, texture(open, min(at * open_scale, open_last)).r, lights);
  vec3 colour = sky * (share_dark + share_open * open_sky) + (found + 0.08 * lights) * (0.05 + sky * share_lit);
  colour += enclosed * (1.0 - open_sky);
  colour = mix(colour, own * lit, is_void * 0.28 * max(around - 1.0, 0.0));

  // Gases.
  float gas = (1.0 - is_grain) * mix(is_gas * (0.25 + 0.07 * around), min(1.5 * share.g, 1.0), blurs);
  vec3 gas_colour = mix(body_colour, own, is_gas * 0.3);
  colour = mix(colour, gas_colour * (body_lit + 1.3 * mix(body_glow, glow, is_gas * 0.4)), gas);

  // Liquids: a body ends where about half of a place is liquid. Drops on their own are seen all the same, and between
  // many of them there is spray.
  float full = smoothstep(0.30, 0.55, share.r);
  float spray = 0.5 * smoothstep(0.03, 0.30, share.r);
  float liquid = (1.0 - is_grain) * max(is_liquid * 0.92, max(full, spray) * blurs);
  float inside = smoothstep(0.45, 0.98, share.r + share.b);
  vec3 liquid_colour = mix(body_colour, own, is_liquid * (1.0 - blurs * (1.0 - plainly) * 0.8 / (1.0 + 2.0 * emission)));
  float deep = mix(1.0, mix(1.15, 0.78, inside) + 0.16 * lid * is_liquid, edges);
  // Where the body ends upwards it mirrors the sky.
  float slope = dFdy(share.r) * detail;
  float crest = clamp(slope * 3.0, 0.0, 1.0) * full * (1.0 - inside) * blurs;
  float gleam = edges * max(surface * is_liquid * 0.34, crest * 0.5);
  vec3 liquid_lit = mix(liquid_colour * deep, 0.5 * liquid_colour + 0.5, gleam) * body_lit;
  colour = mix(colour, liquid_lit + liquid_colour * mix(body_glow, glow, is_liquid * 0.5), liquid);

  // Grains.
  vec3 grain = own * (lit * (depth * (1.0 + 0.30 * edges * surface)) + glow);
  colour = mix(colour, grain, is_grain);

  colour += texture(bloom, min(at * bloom_scale, bloom_last)).rgb * (kBloom * blooms * (1.0 - 0.8 * plainly));
  colour_out = vec4(tone(colour) + dithers * (noise(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
