// What light goes through, summed over a square of cells. Included after cell.glsl.

uniform float glow_share;  // how bright what glows is beside the daylight
uniform vec3 torch;  // its middle in the window of cells, and its radius; 0: there is none

const vec3 kTorch = vec3(9.0, 6.6, 4.0);  // its radiance, and how much of the light behind it gets lost
const float kTorchLoss = 0.25;

// The loss of light on the way through a cell, and in the colour its radiance, weighted. For light that is traced the
// weight is the loss; for glow that spreads by itself it is how much of the cell is seen to shine.
// `scattered` is the light that comes out of the cell again, as a share of its colour.
vec4 medium_of(uvec4 cell, ivec2 at, vec3 scattered, bool for_glow) {
  vec4 medium = vec4(0.0);
  if (distance(vec2(at) + 0.5, torch.xy) < torch.z) medium = vec4(kTorch, 1.0) * kTorchLoss;
  // Most cells are void: a loop is passed over, where a condition would not be.
  for (int matter = kind_of(cell) == kVoid ? 0 : 1; matter > 0; --matter) {
    Look look = look_of(cell.r);
    float loss = 4.0 * look.root_loss * look.root_loss;  // as the exponent of 1/e
    float weight = for_glow ? look.gleam : loss;
    vec4 shine = shine_of(cell);
    medium += vec4((shine.rgb * (shine.a * glow_share) + look.colour * scattered) * weight, loss);
  }
  return medium;
}

// Of a square of cells beside one another. Alpha is the loss on the way through, seen along the square's side. The
// colour is, for traced light, the radiance; for glow the mean over the square.
vec4 media_of(vec4 sum, int square, bool for_glow) {
  vec3 radiance = for_glow ? sum.rgb / float(square * square) : sum.a > 0.0 ? sum.rgb / sum.a : vec3(0.0);
  return vec4(radiance, sum.a / float(square));
}
