// Light for machines that cannot trace it (light_field.h): the sky shines down through what is more or less opaque,
// and the sun from its side, with soft shadows, and what glows shines through everything.
//
// A place looks up through a cone. What lies in it is looked up at distances that double, in pictures that are halved
// each time: one look a distance, and shadows get wider and fainter the farther they are from what throws them.
// Source: Cyril Crassin et al., "Interactive Indirect Illumination Using Voxel Cone Tracing" (2011).
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
  SimpleLight(Shader through, Shader sky, Shader sum);

  void find_through(const GlTexture& media, GridSize size);

  static constexpr int kLevels = 6;  // halvings, as sky.frag has them

  Shader through_shader_;
  Shader sky_;
  Shader sum_;
  Canvas canvas_;
  GlTexture level_[2];          // the last two pictures of how much light gets through
  GlTexture through_;           // all of them, one below the other: as fine as the media, half as fine, ...
  GlTexture open_;              // the shares of the sky and of the sun that are seen
  GlTexture glow_;
  GlTexture fluence_;
};

}  // namespace quicksand
