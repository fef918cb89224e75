// Light for machines that cannot trace it (light_field.h): the sky shines down through what is more or less opaque,
// with soft shadows, and what glows shines through everything.
#pragma once

#include "core/geometry.h"
#include "core/result.h"
#include "render/gl_objects.h"
#include "render/glow.h"
#include "render/light_field.h"

namespace quicksand {

class SimpleLight {
 public:
  // Needs a current context. Fails with the driver's log when a shader is wrong.
  static Result<SimpleLight> create(const ShaderSources& sources);

  // As LightField::compute(); `glow` has gathered what glows in the same media.
  void compute(const GlTexture& media, GridSize size, const Sky& sky, const Glow& glow);

  // About what LightField::fluence() is. GL_RGBA16F, filtered.
  const GlTexture& fluence() const { return fluence_; }

 private:
  SimpleLight(Shader sky, Shader sum);

  Shader sky_;
  Shader sum_;
  Canvas canvas_;
  GlTexture open_[2];  // the share of the sky that is seen
  GlTexture glow_;
  GlTexture fluence_;
};

}  // namespace quicksand
