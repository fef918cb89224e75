#include "render/daylight.h"

#include <algorithm>

namespace quicksand {
namespace {

constexpr DaySky kNight{.zenith = {0.50F, 0.62F, 0.95F},
                        .sun = {0.25F, 0.32F, 0.5F},
                        .unlit = {0.33F, 0.37F, 0.49F},
                        .material = 0,
                        .top = {0.015F, 0.022F, 0.075F},
                        .bottom = {0.075F, 0.105F, 0.24F},
                        .share_dark = 0.4F,
                        .share_open = 0.6F,
                        .share_lit = 1.2F,
                        .enclosed = {},
                        .glow = 1};

// What glows is seen to glow.
constexpr DaySky kDusk{.zenith = {1.7F, 1.75F, 1.9F},
                       .sun = {},
                       .unlit = {0.68F, 0.64F, 0.61F},
                       .material = 1,
                       .top = {},
                       .bottom = {},
                       .share_dark = 1.1F,
                       .share_open = 0,
                       .share_lit = 1.9F,
                       .enclosed = {},
                       .glow = 1};

constexpr DaySky kNoon{.zenith = {0.52F, 0.64F, 0.82F},
                       .sun = {2.3F, 2.05F, 1.6F},
                       .unlit = {0.88F, 0.89F, 0.93F},
                       .material = 0,
                       .top = {0.22F, 0.50F, 1.05F},
                       .bottom = {0.80F, 1.15F, 1.75F},
                       .share_dark = 0.02F,
                       .share_open = 0.98F,
                       .share_lit = 0.04F,
                       .enclosed = {0.095F, 0.085F, 0.085F},
                       .glow = 0.25F};

float between(float a, float b, float share) { return a + (b - a) * share; }

// Light of the air where void has this colour: brighter above, as in view/shading.h.
constexpr float kTopShade = 1.7F;
constexpr float kBottomShade = 0.6F;

Colour sum(const Colour& a, const Colour& b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }

}  // namespace

DaySky sky_at(float daylight) {
  const bool is_day = daylight > 0.5F;
  const DaySky& a = is_day ? kDusk : kNight;
  const DaySky& b = is_day ? kNoon : kDusk;
  const float share = std::clamp(is_day ? 2 * daylight - 1 : 2 * daylight, 0.0F, 1.0F);
  return {.zenith = mix(a.zenith, b.zenith, share),
          .sun = mix(a.sun, b.sun, share),
          .unlit = mix(a.unlit, b.unlit, share),
          .material = between(a.material, b.material, share),
          .top = mix(a.top, b.top, share),
          .bottom = mix(a.bottom, b.bottom, share),
          .share_dark = between(a.share_dark, b.share_dark, share),
          .share_open = between(a.share_open, b.share_open, share),
          .share_lit = between(a.share_lit, b.share_lit, share),
          .enclosed = mix(a.enclosed, b.enclosed, share),
          .glow = between(a.glow, b.glow, share)};
}

void set_air(const Shader& shader, const CellWindow& window, Rgb background, const DaySky& sky) {
  const Colour own = colour_of(background) * sky.material;
  const Colour top = sum(own * kTopShade, sky.top);
  const Colour bottom = sum(own * kBottomShade, sky.bottom);
  const float height = static_cast<float>(window.world.height);
  const float row = static_cast<float>(window.step) / height;  // of samples
  const Colour slope{(bottom.r - top.r) * row, (bottom.g - top.g) * row, (bottom.b - top.b) * row};
  const Colour first = mix(top, bottom, static_cast<float>(window.rect.y) / height + 0.5F * row);
  shader.set("air", first.r, first.g, first.b);
  shader.set("air_slope", slope.r, slope.g, slope.b);
}

}  // namespace quicksand
