// Looks at the cells in squares: where the bodies of liquid and gas are, smoothed, so that drops run together and
// surfaces are round; and, from the same look, what light goes through.
#pragma once

#include "core/geometry.h"
#include "core/result.h"
#include "render/gl_objects.h"

namespace quicksand {

// A torch in a window of samples; radius 0: there is none.
struct Torch {
  float x = 0;
  float y = 0;
  float radius = 0;
};

class BodyField {
 public:
  // Needs a current context. Fails with the driver's log when a shader is wrong.
  static Result<BodyField> create(const ShaderSources& sources);

  // From the textures of WorldRenderer, for a window of `size` samples. A texel of the result is `square` samples wide.
  // `glow_share` is how bright what glows is in the media, beside the daylight, 0..1.
  void compute(const GlTexture& cells, const GlTexture& palette, GridSize size, int square, const Torch& torch,
               float glow_share);

  // Of the last compute(). The share of a place that is liquid, gas and grain, and how brightly its liquid and gas
  // glow, in units of the strongest glow.
  const GlTexture& shares() const { return shares_[0]; }
  // The colours of liquid and gas, weighted by their share, which is alpha.
  const GlTexture& colours() const { return colours_[0]; }
  // As LightField::compute() takes them; not smoothed.
  const GlTexture& media() const { return media_; }
  int square() const { return square_; }

 private:
  BodyField(Shader survey, Shader blur);

  Shader survey_;
  Shader blur_;
  Canvas canvas_;
  GlTexture shares_[2];  // the second is for what is smoothed in one direction only
  GlTexture colours_[2];
  GlTexture media_;
  int square_ = 1;
};

}  // namespace quicksand
