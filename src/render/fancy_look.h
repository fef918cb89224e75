// The fancy display mode: the materials in light, with the effects that the player has chosen.
#pragma once

#include <optional>
#include <string>

#include "core/geometry.h"
#include "core/result.h"
#include "render/body_field.h"
#include "render/gl_objects.h"
#include "render/glow.h"
#include "render/light_field.h"
#include "render/simple_light.h"
#include "view/cell_window.h"
#include "view/effects.h"
#include "view/look.h"
#include "view/open_sky.h"

namespace quicksand {

class FancyLook {
 public:
  // Needs a current context. Fails with the driver's log when a shader is wrong.
  static Result<FancyLook> create(const ShaderSources& sources);

  // The light of the last draw(), and how many samples a texel of it is wide.
  const GlTexture& light() const { return simple_light_ ? simple_.fluence() : traced_.fluence(); }
  int light_square() const { return light_square_; }

  // What is to be drawn.
  struct Scene {
    const CellWindow& window;
    const GlTexture& cells;    // of WorldRenderer
    const GlTexture& palette;  // the same
    const Looks& looks;
    Effects effects;
    std::optional<CellPos> torch;
    CellRect part;   // of the window's samples
    int detail = 1;  // pixels along a sample's side
  };

  // Draws the part into `picture`, from (0, 0) on, which must have room for it.
  void draw(const Scene& scene, const GlTexture& picture);

 private:
  FancyLook(Shader media, Shader compose, BodyField bodies, Glow glow, SimpleLight simple, LightField traced);
  static Torch torch_of(const Scene& scene);
  enum class MediaKind { kGlow, kShining, kScattering };
  void find_media(const Scene& scene, int square, MediaKind kind);
  Sky sky_over(const CellWindow& window, int square);
  int find_light(const Scene& scene);
  void set_places(const std::string& name, GridSize samples, int square, const GlTexture& texture) const;

  Shader media_shader_;
  Shader compose_;
  BodyField bodies_;
  Glow glow_;
  SimpleLight simple_;
  LightField traced_;
  Canvas canvas_;
  GlTexture media_;
  GlTexture bloom_;
  GlTexture above_;
  OpenSky open_sky_;
  GlTexture open_;
  bool simple_light_ = false;
  int light_square_ = 1;
};

}  // namespace quicksand
