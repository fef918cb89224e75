#version 330 core
// What light goes through, a texel for each square of cells: the radiance of what glows, and of what scatters the light
// that was found before; alpha is the loss of light on the way through the texel (shaders/cascade.frag).

precision highp float;
precision highp int;
precision highp usampler2D;

uniform usampler2D cells;   // as in cells.frag
uniform sampler2D palette;  // row 0: colour and grain; row 1: liquid, gas, opacity, emission
uniform sampler2D light;    // of the pass before
uniform ivec2 size;         // of the window of cells
uniform int square;         // cells along a texel's side
uniform int scatters;       // whether `light` holds any
uniform vec3 torch;         // its middle in the window of cells, and its radius; 0: there is none

out vec4 colour_out;

const float kMostEmission = 8.0;
const vec3 kTorch = vec3(9.0, 6.6, 4.0);  // its radiance, and how much of the light behind it gets lost
const float kTorchLoss = 0.25;
const float kScattered = 0.75;  // of what a material's colour says

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  ivec2 first = texel * square;
  vec3 radiance = vec3(0.0);
  float loss = 0.0;
  vec3 found = texelFetch(light, texel, 0).rgb;
  for (int y = 0; y < square; ++y) {
    for (int x = 0; x < square; ++x) {
      ivec2 at = min(first + ivec2(x, y), size - 1);
      if (distance(vec2(at) + 0.5, torch.xy) < torch.z) {
        radiance += kTorch * kTorchLoss;
        loss += kTorchLoss;
      }
      int entry = int(texelFetch(cells, at, 0).r);
      if (entry == 0) continue;
      vec3 colour = texelFetch(palette, ivec2(entry, 0), 0).rgb;
      vec2 look = texelFetch(palette, ivec2(entry, 1), 0).ba;
      float lost = -log(1.0 - min(look.x, 0.98));
      vec3 source = colour * look.y * kMostEmission;
      if (scatters != 0) source += colour * found * kScattered;
      radiance += source * lost;
      loss += lost;
    }
  }
  // Cells beside one another, seen along the square's side.
  colour_out = vec4(loss > 0.0 ? radiance / loss : vec3(0.0), loss / float(square));
}
