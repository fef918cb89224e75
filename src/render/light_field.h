// How much light there is at every place: from what glows, and from the sky, through what is more or less opaque.
//
// By radiance cascades. The light that reaches a place from afar changes slowly from place to place but sharply from
// direction to direction; nearby it is the other way round. So cascade c has probes 2^c texels apart, each with 16 *
// 4^c directions, and looks from kFirstReach * (4^c - 1) / 3 texels on, kFirstReach * 4^c far: all cascades cost the
// same memory. From the farthest to the nearest each one adds what the next one sees beyond its own reach.
//
// Between the probes of the next cascade a ray is not looked up once and mixed, but traced to each of the four probes
// around it: light does not leak around corners, and no rings show where one cascade ends.
//
// Source: Alexander Sannikov, "Radiance Cascades: A Novel Approach to Calculating Global Illumination" (2023); the four
// traces are known there as the bilinear fix.
#pragma once

#include "core/geometry.h"
#include "core/result.h"
#include "render/gl_objects.h"
#include "view/colour.h"

namespace quicksand {

// Of the first cascade: in texels, and along each side of the square of directions.
inline constexpr float kFirstReach = 4;
inline constexpr int kFirstSide = 4;

// Beyond all edges but the upper one the world goes on as it is there.
struct Sky {
  float r;
  float g;
  float b;                 // radiance straight from above; less towards the horizon, none from below
  const GlTexture& above;  // in the red of its first row the share of the sky that is seen above each column of the
  int columns;             // media; with fewer columns than the media have, the last one stands for all others
  Colour sun{};            // radiance of the middle of a lobe round kSunWay
};

// From a place to the sun: a unit vector, y down. The lobe falls off as this power of the cosine.
inline constexpr float kSunWay[] = {-0.6F, -0.8F};
inline constexpr int kSunPower = 8;

class LightField {
 public:
  // Needs a current OpenGL 3.3 core context. Fails with the driver's log when a shader is wrong.
  static Result<LightField> create(const ShaderSources& sources);

  // What light goes through, `size` texels, row 0 at the top: the colour is the radiance of what glows, alpha how much
  // light is lost on the way through a texel, as the exponent of 1/e. Leaves another framebuffer and viewport bound.
  void compute(const GlTexture& media, GridSize size, const Sky& sky);

  // The mean radiance over all directions, at every texel of the last compute(). GL_RGBA16F, filtered.
  const GlTexture& fluence() const { return fluence_; }

 private:
  LightField(Shader cascade, Shader gather);

  Shader cascade_;
  Shader gather_;
  Canvas canvas_;
  GlTexture cascades_[2];  // the one at work and the next farther one
  GlTexture fluence_;
};

}  // namespace quicksand
