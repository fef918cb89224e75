// Draws a world with OpenGL: a picture with one pixel for each sampled cell (shaders/cells.frag, the same look as
// view/shading.h), and that picture enlarged with crisp cells (shaders/present.frag). The display mode `lit` first
// finds the light (light_field.h), twice: what the first pass finds is scattered by the materials in the second.
#pragma once

#include <optional>
#include <string>

#include "core/geometry.h"
#include "core/result.h"
#include "render/gl_objects.h"
#include "render/light_field.h"
#include "view/camera.h"
#include "view/cell_window.h"
#include "view/image.h"
#include "view/look.h"

namespace quicksand {

// The texts of the shaders.
struct ShaderSources {
  std::string fullscreen_vertex;
  std::string cells_fragment;
  std::string present_fragment;
  std::string media_fragment;
  std::string cascade_fragment;
  std::string gather_fragment;
};

inline constexpr int kMostLightTexels = 384;

class WorldRenderer {
 public:
  // Needs a current OpenGL 3.3 core context. Fails with the driver's log when a shader is wrong.
  static Result<WorldRenderer> create(const ShaderSources& sources);

  // Uploads the colours; call it again when they change.
  void set_looks(const Looks& looks);

  // How finely light is found: texels along the longer side of the picture. 1..kMostLightTexels.
  void set_light_texels(int texels) { light_texels_ = texels; }

  // Where a torch is held in the lit mode; none: there is none.
  void set_torch(std::optional<Cell> cell) { torch_ = cell; }

  // Draws what the camera shows into the bound framebuffer, which has the given size in pixels. `density` is the
  // number of those pixels to one of the camera's.
  void draw(const World& world, const Camera& camera, DisplayMode mode, GridSize framebuffer, double density);

  // How many bytes of cells the last picture had to send to the graphics card: only tiles that changed are sent, and
  // where nothing has changed nothing is drawn anew.
  int64_t uploaded_bytes() const { return uploaded_bytes_; }
  bool drew_anew() const { return drew_anew_; }

  // The first pass alone, read back: what the renderer makes of a window of cells.
  Image picture(const CellWindow& window);

 private:
  WorldRenderer(GlProgram cells, GlProgram present, GlProgram media, LightField light);
  int find_light(const CellWindow& window);
  // What the picture shows, besides the cells.
  struct Setting {
    GridSize world;
    CellRect rect;
    int step;
    DisplayMode mode;
    int light_texels;
    std::optional<Cell> torch;

    bool operator==(const Setting&) const = default;
  };

  bool upload_changes(const CellWindow& window);
  void draw_cells(const CellWindow& window);

  GlProgram cells_program_;
  GlProgram present_program_;
  GlProgram media_program_;
  LightField light_;
  GlVertexArray vertex_array_;
  GlFramebuffer framebuffer_;
  GlTexture cells_;    // entry, tint, mark and wetness
  GlTexture palette_;  // row 0: colour and grain; row 1: liquid, gas, opacity, emission; row 2: density
  GlTexture media_;
  GlTexture picture_;
  CellWindow window_;
  std::vector<SampledCell> uploaded_;
  GridSize uploaded_size_;
  int64_t uploaded_bytes_ = 0;
  bool drew_anew_ = false;
  std::optional<Setting> drawn_;  // none: the picture must be drawn anew
  int light_texels_ = kMostLightTexels;
  std::optional<Cell> torch_;
};

}  // namespace quicksand
