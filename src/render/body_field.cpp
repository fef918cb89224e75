#include "render/body_field.h"

#include <cmath>

namespace quicksand {
namespace {

// How far a cell is smeared, as the standard deviation of a normal distribution, in samples.
constexpr double kSmear = 1.5;

}  // namespace

Result<BodyField> BodyField::create(const ShaderSources& sources) {
  Result<Shader> survey = Shader::create(sources, "survey.frag");
  if (!survey) return survey.failure();
  Result<Shader> blur = Shader::create(sources, "blur.frag");
  if (!blur) return blur.failure();
  return BodyField(std::move(*survey), std::move(*blur));
}

BodyField::BodyField(Shader survey, Shader blur)
    : survey_(std::move(survey)),
      blur_(std::move(blur)),
      shares_{colour_texture(), colour_texture()},
      colours_{colour_texture(), colour_texture()},
      media_(light_texture()) {
  for (GlTexture* texture : {&shares_[0], &colours_[0]}) texture->reserve({1, 1});  // can be bound
}

void BodyField::compute(const GlTexture& cells, const GlTexture& palette, GridSize size, int square,
                        const Torch& torch, float glow_share) {
  square_ = square;
  const GridSize texels = squares_of(size, square);
  for (GlTexture* texture : {&shares_[0], &shares_[1], &colours_[0], &colours_[1]}) texture->reserve(texels);
  media_.reserve(texels);
  canvas_.aim({&shares_[0], &colours_[0], &media_}, texels);
  survey_.use();
  survey_.set("cells", cells, 0);
  survey_.set("palette", palette, 1);
  survey_.set("size", size);
  survey_.set("square", square);
  survey_.set("glow_share", glow_share);
  survey_.set("torch", torch.x, torch.y, torch.radius);
  canvas_.draw();

  // The normal distribution at whole texels: the middle, and pairs of neighbours with one look between the two.
  const double deviation = kSmear / square;
  const auto weight = [&](int texel) { return std::exp(-texel * texel / (2 * deviation * deviation)); };
  const double one = weight(1);
  const double two = weight(2);
  const double sum = weight(0) + 2 * (one + two);
  blur_.use();
  blur_.set("size", texels);
  blur_.set("middle", static_cast<float>(weight(0) / sum));
  blur_.set("pair", static_cast<float>((one + two) / sum));
  blur_.set("offset", static_cast<float>((one + 2 * two) / (one + two)));
  for (int pass = 0; pass < 2; ++pass) {
    canvas_.aim({&shares_[1 - pass], &colours_[1 - pass]}, texels);
    blur_.set("shares", shares_[pass], 0);
    blur_.set("colours", colours_[pass], 1);
    blur_.set("way", pass == 0 ? 1.0F : 0.0F, pass == 0 ? 0.0F : 1.0F);
    canvas_.draw();
  }
}

}  // namespace quicksand
