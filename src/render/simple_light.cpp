#include "render/simple_light.h"

namespace quicksand {
namespace {

// What a step of a square of cells upwards widens the cone through which the sky is seen, to each side.
constexpr float kCone = 0.45F;

// Of the mean over all directions of a sky that is straight above (light_field.h): 1 / pi.
constexpr float kSkyShare = 0.318F;

// Light falls off as one over the distance, the parts of Glow as one over its square: each must count twice. And how
// much of it there is beside radiance cascades.
constexpr float kGlowGain = 1.8F;
constexpr float kGlowShare = 0.21F;

}  // namespace

Result<SimpleLight> SimpleLight::create(const ShaderSources& sources) {
  Result<Shader> sky = Shader::create(sources, "sky.frag");
  if (!sky) return sky.failure();
  Result<Shader> sum = Shader::create(sources, "simple_light.frag");
  if (!sum) return sum.failure();
  return SimpleLight(std::move(*sky), std::move(*sum));
}

SimpleLight::SimpleLight(Shader sky, Shader sum)
    : sky_(std::move(sky)),
      sum_(std::move(sum)),
      open_{colour_texture(), colour_texture()},
      glow_(light_texture()),
      fluence_(light_texture()) {
  fluence_.reserve({1, 1});  // can be bound
}

void SimpleLight::compute(const GlTexture& media, GridSize size, const Sky& sky, const Glow& glow) {
  for (GlTexture& texture : open_) texture.reserve(size);
  // Each pass looks four times as far upwards.
  sky_.use();
  sky_.set("size", size);
  int now = 0;
  for (int seen = 1; seen == 1 || seen < size.height; seen *= 4, now = 1 - now) {
    canvas_.aim({&open_[1 - now]}, size);
    sky_.set("before", seen == 1 ? media : open_[now], 0);
    sky_.set("is_media", seen == 1 ? 1 : 0);
    sky_.set("above", sky.above, 1);
    sky_.set("columns", sky.columns);
    sky_.set("seen", static_cast<float>(seen));
    sky_.set("spread", kCone * static_cast<float>(seen));
    canvas_.draw();
  }
  glow.spread(Glow::kLevels, kGlowGain, glow_);
  fluence_.reserve(size);
  canvas_.aim({&fluence_}, size);
  sum_.use();
  sum_.set("open", open_[now], 0);
  sum_.set("glow", glow_, 1);
  sum_.set("size", size);
  sum_.set("sky", sky.r * kSkyShare, sky.g * kSkyShare, sky.b * kSkyShare);
  sum_.set("share", kGlowShare);
  canvas_.draw();
}

}  // namespace quicksand
