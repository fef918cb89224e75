// Light spread over a picture, the wider the fainter, without regard to what stands in its way: by halving the picture
// again and again, and adding the halves up.
//
// Source: Marius Bjørge, "Bandwidth-Efficient Rendering" (2015), for the taps of the way down and up.
#pragma once

#include "core/geometry.h"
#include "core/result.h"
#include "render/gl_objects.h"

namespace quicksand {

class Glow {
 public:
  static constexpr int kLevels = 6;

  // Needs a current context. Fails with the driver's log when a shader is wrong.
  static Result<Glow> create(const ShaderSources& sources);

  // Takes what glows of the media (light_field.h) of this size.
  void gather(const GlTexture& media, GridSize size);

  // Adds up the first `levels` of what glows, its half, its quarter, ..., 1..kLevels; each counts `gain` times the one
  // before. Writes the size of the media into `target`, from (0, 0).
  void spread(int levels, float gain, GlTexture& target) const;

 private:
  Glow(Shader down, Shader up);

  Shader down_;
  Shader up_;
  Canvas canvas_;
  GlTexture halves_[kLevels];  // the first is whole
  mutable GlTexture sums_[2];
  GridSize sizes_[kLevels];
};

}  // namespace quicksand
