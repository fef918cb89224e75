// Airborne grains as discs, over a world whose cells are enlarged.
#pragma once

#include <vector>

#include "core/result.h"
#include "core/world.h"
#include "render/gl_objects.h"
#include "view/camera.h"
#include "view/colour.h"

namespace quicksand {

class GrainDiscs {
 public:
  // Needs a current context. Fails with the driver's log when a shader is wrong.
  static Result<GrainDiscs> create(const ShaderSources& sources);

  // The light that falls on them: a place in cells, times scale, plus origin, is a place in the texture.
  struct Light {
    const GlTexture* texture = nullptr;  // null: none
    Point scale;
    Point origin;
    Colour unlit{};  // what is seen of grains without it
  };

  // Takes those that the camera sees. Whether they are others, or elsewhere, than the last ones.
  bool look_at(const AirborneView& grains, const Camera& camera);

  // Draws them, blended, into the viewport and scissor that are set: the camera's. `pixels_of_cell` is a cell's width
  // in pixels.
  void draw(const Camera& camera, const GlTexture& palette, const Light& light, double pixels_of_cell);

 private:
  struct Vertex {
    float x;
    float y;
    uint8_t entry;
    uint8_t grain_seed;
    uint8_t wetness;
    uint8_t unused;

    bool operator==(const Vertex&) const = default;
  };

  explicit GrainDiscs(Shader shader);

  Shader shader_;
  GlBuffer buffer_;
  GlVertexArray vertex_array_;
  std::vector<Vertex> vertices_;
  std::vector<Vertex> before_;
};

}  // namespace quicksand
