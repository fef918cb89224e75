#include "render/simple_light.h"

namespace quicksand {
namespace {

// Of the mean over all directions of a sky that is straight above (light_field.h): 1 / pi.
constexpr float kSkyShare = 0.318F;

// The same of the sun's lobe: of the eighth power of the cosine.
constexpr float kSunShare = 0.137F;
static_assert(kSunPower == 8);

// Light falls off as one over the distance, the parts of Glow as one over its square: each must count twice. And how
// much of it there is beside radiance cascades.
constexpr float kGlowGain = 1.8F;
constexpr float kGlowShare = 0.21F;

}  // namespace

Result<SimpleLight> SimpleLight::create(const ShaderSources& sources) {
  Result<Shader> through = Shader::create(sources, "through.frag");
  if (!through) return through.failure();
  Result<Shader> sky = Shader::create(sources, "sky.frag");
  if (!sky) return sky.failure();
  Result<Shader> sum = Shader::create(sources, "simple_light.frag");
  if (!sum) return sum.failure();
  return SimpleLight(std::move(*through), std::move(*sky), std::move(*sum));
}

SimpleLight::SimpleLight(Shader through, Shader sky, Shader sum)
    : through_shader_(std::move(through)),
      sky_(std::move(sky)),
      sum_(std::move(sum)),
      level_{colour_texture(), colour_texture()},
      through_(colour_texture()),
      open_(colour_texture()),
      glow_(light_texture()),
      fluence_(light_texture()) {
  fluence_.reserve({1, 1});  // can be bound
}

// Each level goes into through_, below the one before. It is drawn into a texture of its own, because none can be read
// from and drawn into at once.
void SimpleLight::find_through(const GlTexture& media, GridSize size) {
  through_.reserve({size.width, 2 * size.height + kLevels});
  through_shader_.use();
  GridSize here = size;
  GridSize finer = size;
  int row = 0;
  for (int level = 0; level <= kLevels; ++level) {
    GlTexture& target = level_[level % 2];
    target.reserve(here);
    canvas_.aim({&target}, here);
    through_shader_.set("finer", level == 0 ? media : level_[(level + 1) % 2], 0);
    through_shader_.set("is_media", level == 0 ? 1 : 0);
    through_shader_.set("size", finer);
    canvas_.draw();
    through_.take({0, row}, here);
    row += here.height;
    finer = here;
    here = {(here.width + 1) / 2, (here.height + 1) / 2};
  }
}

void SimpleLight::compute(const GlTexture& media, GridSize size, const Sky& sky, const Glow& glow) {
  find_through(media, size);
  open_.reserve(size);
  canvas_.aim({&open_}, size);
  sky_.use();
  sky_.set("through", through_, 0);
  sky_.set("above", sky.above, 1);
  sky_.set("columns", sky.columns);
  sky_.set("size", size);
  sky_.set("sun_way", kSunWay[0], kSunWay[1]);
  canvas_.draw();
  glow.spread(Glow::kLevels, kGlowGain, glow_);
  fluence_.reserve(size);
  canvas_.aim({&fluence_}, size);
  sum_.use();
  sum_.set("open", open_, 0);
  sum_.set("glow", glow_, 1);
  sum_.set("size", size);
  sum_.set("sky", sky.r * kSkyShare, sky.g * kSkyShare, sky.b * kSkyShare);
  sum_.set("sun", sky.sun.r * kSunShare, sky.sun.g * kSunShare, sky.sun.b * kSunShare);
  sum_.set("share", kGlowShare);
  canvas_.draw();
}

}  // namespace quicksand
